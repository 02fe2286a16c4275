//! A drawing surface of pixels, with its own letters.

use noto_sans_mono_bitmap::{
    FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width,
};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::io;

type Drawn = Result<(), DrawingErrorKind<io::Error>>;

/// Pixels of three bytes, row by row.
#[derive(Debug)]
pub struct Pixels {
    size: (u32, u32),
    bytes: Vec<u8>,
}

impl Pixels {
    /// A white surface, so wide and high.
    pub fn new(size: (u32, u32)) -> Self {
        let bytes = vec![255; size.0 as usize * size.1 as usize * 3];
        Self { size, bytes }
    }

    /// The surface as a PNG file.
    pub fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.size.0, self.size.1);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(file)
    }
}

impl DrawingBackend for &mut Pixels {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        let inside = |at: i32, size: u32| u32::try_from(at).ok().filter(|&at| at < size);
        if let (Some(x), Some(y)) = (inside(x, self.size.0), inside(y, self.size.1)) {
            let at = (y as usize * self.size.0 as usize + x as usize) * 3;
            let (red, green, blue) = colour.rgb;
            for (old, new) in self.bytes[at..at + 3].iter_mut().zip([red, green, blue]) {
                let mixed = f64::from(*old) * (1.0 - colour.alpha) + f64::from(new) * colour.alpha;
                *old = mixed.round() as u8;
            }
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let (width, height) = extent(text, style.size());
        let left = match style.anchor().h_pos {
            HPos::Left => 0,
            HPos::Center => -(width as i32) / 2,
            HPos::Right => -(width as i32),
        };
        let top = match style.anchor().v_pos {
            VPos::Top => 0,
            VPos::Center => -(height as i32) / 2,
            VPos::Bottom => -(height as i32),
        };
        let (turn, colour) = (style.transform(), style.color());
        let mut advance = left;
        for letter in text.chars() {
            let letter = raster(letter, style.size());
            for (y, row) in letter.rows().enumerate() {
                for (x, &ink) in row.iter().enumerate() {
                    let (x, y) = turn.transform(advance + x as i32, top + y as i32);
                    let alpha = colour.alpha * f64::from(ink) / 255.0;
                    let pixel = BackendColor { alpha, ..colour };
                    self.draw_pixel((at.0 + x, at.1 + y), pixel)?;
                }
            }
            advance += letter.width() as i32;
        }
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<io::Error>> {
        Ok(extent(text, style.size()))
    }
}

/// The letter in the size nearest to `size`; a question mark for those that the font lacks.
fn raster(letter: char, size: f64) -> RasterizedChar {
    let get = |letter| get_raster(letter, FontWeight::Regular, height(size));
    let shown = get(letter).or_else(|| get('?'));
    shown.expect("the font has all of ASCII")
}

/// Width and height of a text, in pixels.
fn extent(text: &str, size: f64) -> (u32, u32) {
    let letters = text.chars().count();
    let width = letters * get_raster_width(FontWeight::Regular, height(size));
    (width as u32, height(size).val() as u32)
}

/// What there is: 16 and 20 pixels.
const fn height(size: f64) -> RasterHeight {
    if size < 18.0 {
        RasterHeight::Size16
    } else {
        RasterHeight::Size20
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::prelude::{Color, IntoDrawingArea, IntoTextStyle, RED};

    #[test]
    fn letters_have_the_ink_of_their_colour_inside_their_box() {
        let mut pixels = Pixels::new((80, 40));
        let area = (&mut pixels).into_drawing_area();
        let style = ("sans-serif", 16).into_text_style(&area).color(&RED);
        area.draw_text("×y", &style, (10, 5)).unwrap();
        drop(area);
        let (width, height) = extent("×y", 16.0);
        let inked = |(x, y): (u32, u32)| pixels.bytes[(y * 80 + x) as usize * 3 + 1] < 128;
        let all = (0..40).flat_map(|y| (0..80).map(move |x| (x, y)));
        let ink: Vec<_> = all.filter(|&at| inked(at)).collect();
        assert!(ink.len() > 20);
        let inside =
            |&(x, y): &(u32, u32)| (10..10 + width).contains(&x) && (5..5 + height).contains(&y);
        assert!(ink.iter().all(inside));
        assert!(pixels.bytes.chunks(3).all(|pixel| pixel[0] == 255), "red");
    }

    #[test]
    fn half_a_colour_is_mixed_with_what_is_there() {
        let mut pixels = Pixels::new((2, 1));
        let half = RED.mix(0.5).to_backend_color();
        (&mut pixels).draw_pixel((1, 0), half).unwrap();
        (&mut pixels).draw_pixel((2, 0), half).unwrap();
        assert_eq!(pixels.bytes, [255, 255, 255, 255, 128, 128]);
    }
}

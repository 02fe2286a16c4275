//! What charts are drawn on: one type for vectors and pixels, so that they are compiled once.

use super::pixels::Pixels;
use plotters::prelude::SVGBackend;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::fmt;
use std::io;

/// A surface to draw on.
pub struct Surface<'a>(Kind<'a>);

enum Kind<'a> {
    Vectors(SVGBackend<'a>),
    Pixels(&'a mut Pixels),
}

impl<'a> Surface<'a> {
    pub(super) fn vectors(text: &'a mut String, size: (u32, u32)) -> Self {
        Self(Kind::Vectors(SVGBackend::with_string(text, size)))
    }

    pub(super) const fn pixels(pixels: &'a mut Pixels) -> Self {
        Self(Kind::Pixels(pixels))
    }
}

impl fmt::Debug for Surface<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Vectors(_) => "Surface(vectors)",
            Kind::Pixels(_) => "Surface(pixels)",
        })
    }
}

type Drawn<T = ()> = Result<T, DrawingErrorKind<io::Error>>;

/// Whichever it is does as it is asked.
macro_rules! either {
    ($self:ident, $surface:ident => $does:expr) => {
        match $self {
            Surface(Kind::Vectors($surface)) => $does,
            Surface(Kind::Pixels($surface)) => $does,
        }
    };
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = io::Error;

    fn get_size(&self) -> (u32, u32) {
        either!(self, surface => surface.get_size())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        either!(self, surface => surface.ensure_prepared())
    }

    fn present(&mut self) -> Drawn {
        either!(self, surface => surface.present())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        either!(self, surface => surface.draw_pixel(at, colour))
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        either!(self, surface => surface.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        either!(self, surface => surface.draw_rect(from, to, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        either!(self, surface => surface.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        either!(self, surface => surface.draw_circle(centre, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        either!(self, surface => surface.fill_polygon(corners, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        either!(self, surface => surface.draw_text(text, style, at))
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, style: &S) -> Drawn<(u32, u32)> {
        either!(self, surface => surface.estimate_text_size(text, style))
    }
}

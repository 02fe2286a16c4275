//! Where the names of marks stand, so that each is beside its own and on no other.

use std::ops::Range;

/// Width of a letter and height of a line, in pixels.
const LETTER: i32 = 7;
const LINE: i32 = 18;
/// Room around the centre of a mark.
const MARK: i32 = 9;
/// A name that is so far above or below its mark needs a line to it.
pub const FAR: u32 = 12;

/// A point, in pixels.
type At = (i32, i32);

/// The space that something takes: left, top, right, bottom.
#[derive(Clone, Copy)]
struct Space(i32, i32, i32, i32);

impl Space {
    fn of_mark((x, y): At) -> Self {
        Self(x - MARK, y - MARK, x + MARK, y + MARK)
    }

    /// Of a text whose left end has its middle at `(x, y)`.
    fn of_text((x, y): At, width: i32) -> Self {
        Self(x, y - LINE / 2, x + width, y + LINE / 2)
    }

    const fn meets(self, other: Self) -> bool {
        self.0 < other.2 && other.0 < self.2 && self.1 < other.3 && other.1 < self.3
    }

    fn is_in(self, across: &Range<i32>, down: &Range<i32>) -> bool {
        across.start <= self.0 && self.2 <= across.end && down.start <= self.1 && self.3 <= down.end
    }
}

/// The room for names, and the height of a line across it that none stands on, with a name of its own below.
pub struct Room<'a> {
    pub across: Range<i32>,
    pub down: Range<i32>,
    pub line: Option<(i32, &'a str)>,
}

impl Room<'_> {
    /// Where the name of the line stands.
    pub fn below(&self) -> Option<At> {
        self.line.map(|(y, _)| (self.across.start + 8, y + 12))
    }

    fn taken(&self) -> Vec<Space> {
        let (Some((y, name)), Some(at)) = (self.line, self.below()) else {
            return Vec::new();
        };
        let line = Space(self.across.start, y - 1, self.across.end, y + 1);
        vec![line, Space::of_text(at, width(name))]
    }
}

fn width(name: &str) -> i32 {
    name.chars().count() as i32 * LETTER
}

/// The middle of the left end of each name, for marks with such names: on no mark, no other name and not outside the
/// room, as near to their marks as goes.
pub fn place(marks: &[(At, &str)], room: &Room<'_>) -> Vec<At> {
    // Who comes first has the best place, so several orders are tried.
    let count = marks.len();
    let strides = (1..=count).filter(|&stride| coprime(stride, count));
    let orders = strides.flat_map(|stride| (0..count).map(move |first| (stride, first)));
    let tried = orders.map(|(stride, first)| {
        let order = (0..count).map(|nth| (first + nth * stride) % count);
        place_in(order, marks, room)
    });
    let off = |places: &Vec<At>| -> i64 {
        let each = places.iter().zip(marks);
        let off = each.map(|(at, (mark, _))| i64::from(at.1 - mark.1));
        off.map(|off| off * off).sum()
    };
    tried.min_by_key(off).unwrap_or_default()
}

const fn coprime(a: usize, b: usize) -> bool {
    match b {
        0 => a == 1,
        _ => coprime(b, a % b),
    }
}

fn place_in(order: impl Iterator<Item = usize>, marks: &[(At, &str)], room: &Room<'_>) -> Vec<At> {
    let mut taken = room.taken();
    taken.extend(marks.iter().map(|&(at, _)| Space::of_mark(at)));
    let mut places = vec![(0, 0); marks.len()];
    for nth in order {
        let (mark, name) = marks[nth];
        let width = width(name);
        let free = |&at: &At| {
            let space = Space::of_text(at, width);
            space.is_in(&room.across, &room.down) && !taken.iter().any(|other| space.meets(*other))
        };
        let found = candidates(mark, width, &room.across).find(free);
        // Where there is no room at all, names may meet.
        places[nth] = found.unwrap_or((mark.0 + MARK, mark.1));
        taken.push(Space::of_text(places[nth], width));
    }
    places
}

/// Places for a name, the best first: beside its mark, then further and further above and below.
fn candidates((x, y): At, width: i32, across: &Range<i32>) -> impl Iterator<Item = At> {
    let right = x + MARK + 2;
    let left = x - MARK - 2 - width;
    let most = (across.end - width).max(across.start);
    let middle = (x - width / 2).clamp(across.start, most);
    (0..80).flat_map(move |step| {
        let off = (step + 1) / 2 * 6 * if step % 2 == 0 { 1 } else { -1 };
        [right, left, middle].map(|x| (x, y + off))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_on_no_mark_and_no_other_name() {
        // Close to one another, as the lengths of the best searches are.
        let xs = [60, 220, 230, 380, 450, 470, 690, 715, 720, 800, 1080];
        let ys = [40, 160, 235, 250, 265, 290, 300, 305, 281, 252, 272];
        let names = ["a name of some length, with settings; two cores"; 11];
        let marks: Vec<_> = xs.into_iter().zip(ys).zip(names).collect();
        let room = Room {
            across: 20..1150,
            down: 10..400,
            line: Some((350, "optimum")),
        };
        let places = place(&marks, &room);
        let width = width(names[0]);
        let spaces: Vec<_> = places.iter().map(|&at| Space::of_text(at, width)).collect();
        for (nth, space) in spaces.iter().enumerate() {
            assert!(space.is_in(&room.across, &room.down), "name {nth}");
            let others = marks.iter().map(|&(at, _)| Space::of_mark(at));
            let others = others.chain(spaces[..nth].iter().copied());
            let others = others.chain(room.taken());
            assert!(
                !others.into_iter().any(|other| space.meets(other)),
                "name {nth}"
            );
        }
    }
}

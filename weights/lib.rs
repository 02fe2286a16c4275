//! The trained networks as bytes, each behind a feature of its own name.
//!
//! | feature | puzzle | bytes | for |
//! |---|---|---|---|
//! | `cube3-base` | 3×3×3 | 572,085 | a computer |
//! | `cube3-htm-base` | 3×3×3 in half turns | 572,521 | a computer |
//! | `cube3-micro` | 3×3×3 | 353,478 | a microcontroller |
//! | `cube2-base` | 2×2×2 | 65,541 | both |
//! | `cube2-report` | 2×2×2, as a report of 2024 published it | 318,189 | comparisons |
//! | `puzzle15-base` | 15-puzzle | 342,141 | both |
//! | `puzzle24-base` | 24-puzzle | 719,997 | a computer |
//! | `puzzle35-base` | 35-puzzle | 1,407,101 | a computer |
//! | `puzzle48-base` | 48-puzzle | 1,906,557 | a computer |
//! | `lightsout7-base` | Lights Out 7×7 | 155,166 | both |
//! | `sokoban-base` | Sokoban | 462,779 | both |
//! | `dino-base` | dino cube | 65,511 | a computer |
//! | `jewel-base` | Christopher's jewel | 205,512 | a computer |
//!
//! `FORMAT.md` beside this file describes every byte; each network has a model card. Load one with
//! `quarterturn_core::net::Net::from_bytes`, which reads it in place:
//!
//! ```
//! for file in quarterturn_weights::ALL {
//!     assert_eq!(&file.bytes[..4], b"QTWE");
//! }
//! ```

#![no_std]

/// A weight file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Its name, such as `cube3-base`.
    pub name: &'static str,
    /// The puzzle family it serves.
    pub family: &'static str,
    /// The metric of its costs: `qtm`, `htm` or `moves`.
    pub metric: &'static str,
    /// States that a beam with it keeps at each depth by default.
    pub width: u32,
    /// The file.
    pub bytes: &'static [u8],
}

macro_rules! files {
    ($($(#[$doc:meta])* $constant:ident = $name:literal for $family:literal in $metric:ident by $width:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(feature = $name)]
            pub const $constant: Weights = Weights {
                name: $name,
                family: $family,
                metric: stringify!($metric),
                width: $width,
                bytes: {
                    // By its own symbol: a constant's bytes may be copied wherever it is used.
                    static BYTES: [u8; include_bytes!(concat!($name, ".qtw")).len()] =
                        *include_bytes!(concat!($name, ".qtw"));
                    &BYTES
                },
            };
        )*

        /// Every file whose feature is on; the first of a family is its default.
        pub const ALL: &[Weights] = &[$(
            #[cfg(feature = $name)]
            $constant,
        )*];
    };
}

files! {
    /// The 3×3×3 cube, for computers.
    CUBE3_BASE = "cube3-base" for "cube3" in qtm by 24576;
    /// The 2×2×2 cube.
    CUBE2_BASE = "cube2-base" for "cube2" in qtm by 16384;
    /// The 2×2×2 cube: value and policy in floating point, as a report of 2024 published them.
    CUBE2_REPORT = "cube2-report" for "cube2" in qtm by 256;
    /// The 3×3×3 cube in the half-turn metric, for computers.
    CUBE3_HTM_BASE = "cube3-htm-base" for "cube3" in htm by 24576;
    /// The 3×3×3 cube, for microcontrollers.
    CUBE3_MICRO = "cube3-micro" for "cube3" in qtm by 16384;
    /// The 15-puzzle.
    PUZZLE15_BASE = "puzzle15-base" for "puzzle15" in moves by 16384;
    /// The 24-puzzle.
    PUZZLE24_BASE = "puzzle24-base" for "puzzle24" in moves by 16384;
    /// The 35-puzzle.
    PUZZLE35_BASE = "puzzle35-base" for "puzzle35" in moves by 16384;
    /// The 48-puzzle.
    PUZZLE48_BASE = "puzzle48-base" for "puzzle48" in moves by 8192;
    /// Lights Out on 7×7 cells; says costs exactly, so a beam needs no width.
    LIGHTSOUT7_BASE = "lightsout7-base" for "lightsout7" in moves by 1;
    /// Levels of Sokoban.
    SOKOBAN_BASE = "sokoban-base" for "sokoban" in moves by 16384;
    /// The dino cube. A puzzle that a file defines is a family of its own, named by its moves.
    DINO_BASE = "dino-base" for "moves-02dc82350263ba57" in moves by 1024;
    /// Christopher's jewel.
    JEWEL_BASE = "jewel-base" for "moves-92ee4eef3ce7e7b7" in moves by 16384;
}

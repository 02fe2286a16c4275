//! The cubes as text: moves in WCA notation, facelets, a coloured net.

use super::text::{Text, written};
use crate::costs::MoveCosts;
use crate::refusal::Refusal;
#[cfg(feature = "compare")]
use crate::{
    baseline::{Classical, Tabled},
    solver::{BuildError, Tell},
};
use quarterturn_core::Move;
use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3, Cube3Htm, Cube3Qtm};
use quarterturn_core::notation::{read_turns, write_merged_where};
use quarterturn_core::random::Random;
use rand_xoshiro::Xoshiro256PlusPlus;

macro_rules! cube {
    ($($puzzle:ty: $state:ty, $places:ident $(, $classical:ident)?;)*) => {$(
        impl Text for $puzzle {
            fn start(&self) -> $state {
                <$state>::SOLVED
            }

            fn random(&self, rng: &mut Xoshiro256PlusPlus) -> $state {
                <$state>::random(rng)
            }

            fn read(&self, text: &str) -> Result<(Self, $state), Refusal> {
                Ok((*self, text.parse::<$state>()?))
            }

            fn write(&self, state: &$state) -> String {
                state.to_string()
            }

            fn picture(&self, state: &$state, colour: bool) -> String {
                written(|out| state.write_net(colour, out))
            }

            fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refusal> {
                Ok(read_turns(self, text).collect::<Result<_, _>>()?)
            }

            fn write_moves(&self, _: &$state, moves: &[Move], costs: Option<&MoveCosts>) -> String {
                let even = |mv| costs.is_none_or(|costs| costs.even(self, mv));
                written(|out| write_merged_where(self, moves.iter().copied(), even, out))
            }

            #[cfg(feature = "libtorch")]
            fn places(&self) -> Option<super::Places<$state>> {
                super::places::$places(self)
            }

            $(#[cfg(feature = "compare")]
            fn classical(
                &self,
                kind: &Classical,
                tell: &Tell,
            ) -> Option<Result<Tabled<Self>, BuildError>> {
                Some(kind.$classical(self, tell))
            })?
        }
    )*};
}

cube! {
    Cube3Qtm: Cube3, cube3, search;
    Cube3Htm: Cube3, cube3, search;
    Cube2Qtm: Cube2, cube2;
    Cube2Htm: Cube2, cube2;
}

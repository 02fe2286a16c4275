//! Face turns as tables, by face and number of quarters.

use super::geometry::{SlotTable, TURNS};
use crate::at::at;

/// What a turn does to the slots.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub corner: SlotTable,
    pub edge: SlotTable,
}

/// `quarters` clockwise quarter turns (taken modulo 4) of a face (0..6 in URFDLB order).
#[inline]
pub(super) fn turn(face: usize, quarters: usize) -> &'static Turn {
    /// Two more than there are faces, see [`at`].
    static TABLE: [[Turn; 4]; 8] = {
        let mut table = [[power(0, 0); 4]; 8];
        let mut i = 0;
        while i < 24 {
            table[i / 4][i % 4] = power(i / 4, i % 4);
            i += 1;
        }
        table
    };
    at(at(&TABLE, face), quarters % 4)
}

const fn power(face: usize, quarters: usize) -> Turn {
    let (mut corner, mut edge) = ([0; 32], [0; 32]);
    let mut slot = 0;
    while slot < 24 {
        let (mut c, mut e) = (slot as u8, slot as u8);
        let mut q = 0;
        while q < quarters {
            c = TURNS[face].corner[c as usize];
            e = TURNS[face].edge[e as usize];
            q += 1;
        }
        (corner[slot], edge[slot]) = (c, e);
        slot += 1;
    }
    Turn { corner, edge }
}

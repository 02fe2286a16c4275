//! The cube in space. Every table of turns, symmetries and facelets is computed here, at compile
//! time, from where stickers are and how rotations move them; nothing is typed in by hand.
//!
//! The axes are x = right, y = up, z = towards the viewer. A sticker is the point "cubie centre
//! plus face normal", so each of the 54 stickers is one integer vector with exactly one
//! coordinate of ±2.
//!
//! A *slot* is a place where a sticker of a corner or an edge can be: slot = position × k +
//! orientation, with k = 3 for corners and 2 for edges, 24 slots either way. Orientation 0 is the
//! U/D sticker (of an edge without one, the F/B sticker); a corner's others follow clockwise.

/// A vector in space.
type Vector = [i8; 3];

/// Number of symmetries of the cube: 24 rotations and their mirror images.
pub const SYMMETRIES: usize = 48;

/// The names of the faces, in the order of facelet strings.
pub const FACES: [u8; 6] = *b"URFDLB";

/// Outward normals in the order of [`FACES`]; face `f` is opposite to `(f + 3) % 6`.
const NORMALS: [Vector; 6] = [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
    [-1, 0, 0],
    [0, 0, -1],
];

/// The faces of each corner, clockwise from the U/D face. DBL is last because the 2×2×2 cube
/// keeps it fixed.
pub const CORNERS: [[u8; 3]; 8] = [
    *b"URF", *b"UFL", *b"ULB", *b"UBR", *b"DFR", *b"DLF", *b"DRB", *b"DBL",
];

/// The faces of each edge, the sticker that defines its orientation first.
pub const EDGES: [[u8; 2]; 12] = [
    *b"UR", *b"UF", *b"UL", *b"UB", *b"DR", *b"DF", *b"DL", *b"DB", *b"FR", *b"FL", *b"BL", *b"BR",
];

/// A number for each of the 24 slots, padded so that a look-up needs no check of its index.
pub type SlotTable = [u8; 32];

/// How a transformation of space acts on corner slots, edge slots and faces.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// Corner slot → corner slot.
    pub corner: SlotTable,
    /// Edge slot → edge slot.
    pub edge: SlotTable,
    /// Face → face, as indices into [`FACES`].
    pub face: [u8; 6],
    /// Whether the transformation is a mirror image, which turns clockwise into anticlockwise.
    pub mirror: bool,
}

/// Clockwise quarter turns of the faces, in the order of [`FACES`].
pub const TURNS: [Action; 6] = {
    let mut turns = [IDENTITY; 6];
    let mut face = 0;
    while face < 6 {
        turns[face] = action(rotation(face), Some(face));
        face += 1;
    }
    turns
};

/// The whole-cube symmetries; 0 is the identity.
pub const SYMMETRY: [Action; SYMMETRIES] = {
    let mut all = [IDENTITY; SYMMETRIES];
    let mut i = 0;
    while i < SYMMETRIES {
        all[i] = action(symmetry_matrix(i), None);
        i += 1;
    }
    all
};

/// The symmetry that undoes each symmetry.
pub const SYMMETRY_INVERSE: [u8; SYMMETRIES] = {
    let mut inverse = [0; SYMMETRIES];
    let mut i = 0;
    while i < SYMMETRIES {
        let undone = transposed(symmetry_matrix(i));
        let mut j = 0;
        while !same_matrix(symmetry_matrix(j), undone) {
            j += 1;
        }
        inverse[i] = j as u8;
        i += 1;
    }
    inverse
};

/// The facelet (0..54, faces in URFDLB order, rows as read when facing the face) of each corner
/// slot.
pub const CORNER_FACELET: SlotTable = {
    let mut table = [0; 32];
    let mut slot = 0;
    while slot < 24 {
        table[slot] = facelet_at(corner_sticker(slot));
        slot += 1;
    }
    table
};

/// The corner slot of each facelet, where there is one: the other way round.
const CORNER_SLOT: [u8; 54] = slots(&CORNER_FACELET);

/// The edge slot of each facelet.
const EDGE_SLOT: [u8; 54] = slots(&EDGE_FACELET);

const fn slots(facelets: &SlotTable) -> [u8; 54] {
    let mut slots = [0; 54];
    let mut slot = 0;
    while slot < 24 {
        slots[facelets[slot] as usize] = slot as u8;
        slot += 1;
    }
    slots
}

/// The facelet of each edge slot.
pub const EDGE_FACELET: SlotTable = {
    let mut table = [0; 32];
    let mut slot = 0;
    while slot < 24 {
        table[slot] = facelet_at(edge_sticker(slot));
        slot += 1;
    }
    table
};

const IDENTITY: Action = Action {
    corner: [0; 32],
    edge: [0; 32],
    face: [0; 6],
    mirror: false,
};

/// A signed permutation of the axes, as the images of the three unit vectors (columns).
type Matrix = [Vector; 3];

const fn transform(m: Matrix, v: Vector) -> Vector {
    let mut out = [0; 3];
    let mut i = 0;
    while i < 3 {
        out[i] = m[0][i] * v[0] + m[1][i] * v[1] + m[2][i] * v[2];
        i += 1;
    }
    out
}

/// The inverse of a signed permutation.
const fn transposed(m: Matrix) -> Matrix {
    let mut out = m;
    let mut i = 0;
    while i < 9 {
        out[i / 3][i % 3] = m[i % 3][i / 3];
        i += 1;
    }
    out
}

const fn same(a: Vector, b: Vector) -> bool {
    a[0] == b[0] && a[1] == b[1] && a[2] == b[2]
}

const fn same_matrix(a: Matrix, b: Matrix) -> bool {
    same(a[0], b[0]) && same(a[1], b[1]) && same(a[2], b[2])
}

const fn dot(a: Vector, b: Vector) -> i8 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

const fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The clockwise quarter turn about a face's normal, as seen from outside.
const fn rotation(face: usize) -> Matrix {
    let n = NORMALS[face];
    // v ↦ (v·n)n + v×n, written for the three unit vectors.
    let unit: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut m = [[0; 3]; 3];
    let mut i = 0;
    while i < 3 {
        let v = unit[i];
        let along = dot(v, n);
        let cross = [
            v[1] * n[2] - v[2] * n[1],
            v[2] * n[0] - v[0] * n[2],
            v[0] * n[1] - v[1] * n[0],
        ];
        m[i] = add([along * n[0], along * n[1], along * n[2]], cross);
        i += 1;
    }
    m
}

/// The i-th symmetry: an axis permutation (i / 8) with signs (i % 8).
const fn symmetry_matrix(i: usize) -> Matrix {
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [0, 2, 1],
        [2, 1, 0],
        [1, 0, 2],
    ];
    let mut m = [[0; 3]; 3];
    let mut axis = 0;
    while axis < 3 {
        m[axis][AXES[i / 8][axis]] = if i >> axis & 1 == 1 { -1 } else { 1 };
        axis += 1;
    }
    m
}

const fn face_named(letter: u8) -> usize {
    let mut face = 0;
    while FACES[face] != letter {
        face += 1;
    }
    face
}

const fn corner_sticker(slot: usize) -> Vector {
    let c = CORNERS[slot / 3];
    let centre = add(
        add(NORMALS[face_named(c[0])], NORMALS[face_named(c[1])]),
        NORMALS[face_named(c[2])],
    );
    add(centre, NORMALS[face_named(c[slot % 3])])
}

const fn edge_sticker(slot: usize) -> Vector {
    let e = EDGES[slot / 2];
    let centre = add(NORMALS[face_named(e[0])], NORMALS[face_named(e[1])]);
    add(centre, NORMALS[face_named(e[slot % 2])])
}

const fn facelet_at(sticker: Vector) -> u8 {
    let mut face = 0;
    while dot(sticker, NORMALS[face]) != 2 {
        face += 1;
    }
    let [x, y, z] = sticker;
    // Row and column as printed: U is read with B above it, D with F above it.
    let (row, column) = match face {
        0 => (z + 1, x + 1),
        1 => (1 - y, 1 - z),
        2 => (1 - y, x + 1),
        3 => (1 - z, x + 1),
        4 => (1 - y, z + 1),
        _ => (1 - y, 1 - x),
    };
    (face as i8 * 9 + row * 3 + column) as u8
}

/// The action of `m` on all slots or, for a face turn, on those in that face's layer.
const fn action(m: Matrix, layer: Option<usize>) -> Action {
    let mut out = IDENTITY;
    let mut slot = 0;
    while slot < 24 {
        // By way of facelets: a search among the slots made the compiler work for seconds.
        let (c, e) = (corner_sticker(slot), edge_sticker(slot));
        out.corner[slot] = CORNER_SLOT[facelet_at(moved(m, layer, c)) as usize];
        out.edge[slot] = EDGE_SLOT[facelet_at(moved(m, layer, e)) as usize];
        slot += 1;
    }
    let mut face = 0;
    while face < 6 {
        let image = transform(m, NORMALS[face]);
        let mut target = 0;
        while target < 6 {
            if same(image, NORMALS[target]) {
                out.face[face] = target as u8;
            }
            target += 1;
        }
        face += 1;
    }
    let cross_01 = [
        m[0][1] * m[1][2] - m[0][2] * m[1][1],
        m[0][2] * m[1][0] - m[0][0] * m[1][2],
        m[0][0] * m[1][1] - m[0][1] * m[1][0],
    ];
    out.mirror = dot(cross_01, m[2]) < 0;
    out
}

const fn moved(m: Matrix, layer: Option<usize>, v: Vector) -> Vector {
    match layer {
        Some(face) if dot(v, NORMALS[face]) < 1 => v,
        _ => transform(m, v),
    }
}

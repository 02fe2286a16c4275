"""Float networks with arbitrary numbers, as weight files: a device computes them as fast as trained ones, and there
are no 60 MB to carry. `weights/FORMAT.md` describes every byte."""

import random
import zlib
from array import array
from struct import pack

# Numbers that are drawn; more are the same again. A prime, so that no two rows of a layer are alike.
DRAWN = 65_521
RELU, ELU, CLIP = 1, 2, 3
VALUE, Q, POLICY = 1, 2, 4


def write(folder):
    """Writes the networks; their files. The first has a layer of every kind, the others are DeepCubeA's (2019,
    Methods: 5000-1000 and four blocks) and DeepCube's (2018, Figure 2: 4096-2048-512, value and policy)."""
    rng = random.Random(1)
    cube2 = ("cube2", 147, 7, 6)
    cube3 = ("cube3", 480, 20, 12)
    blocks = [residual(rng, 1000, 1000, RELU) for _ in range(4)]
    made = {
        "test": network(rng, cube2, VALUE | Q | POLICY, 6, CLIP, every(rng)),
        "paper-5000-1000-4": network(
            rng, cube3, VALUE, 5000, RELU, [dense(rng, 5000, 1000, RELU), *blocks, dense(rng, 1000, 1)]
        ),
        "paper-4096-2048-512": network(
            rng,
            cube3,
            VALUE | POLICY,
            4096,
            ELU,
            [dense(rng, 4096, 2048, ELU), dense(rng, 2048, 512, ELU), dense(rng, 512, 13)],
        ),
    }
    for name, parts in made.items():
        (folder / f"{name}.qtw").write_bytes(sealed(name, *parts))
    return [folder / f"{name}.qtw" for name in made]


def sealed(name, puzzle, body):
    """The file: its header, what it says of itself, its body."""
    payload = b"".join([*map(text, (name, puzzle, "qtm")), pack("<IQQ", 0, 0, 0), body])
    header = pack("<8sHHII8s", b"QTWEIGHT", 1, 2, 0, len(payload), puzzle.encode())
    return header + pack("<I", zlib.crc32(payload, zlib.crc32(header))) + payload


def network(rng, puzzle, heads, width, activation, layers):
    """The puzzle and the body: the shape, the first layer and the others."""
    family, features, active, moves = puzzle
    shape = pack("<IIIB", features, active, moves, heads)
    first = linear(rng, features, width, active) + pack("<I", activation)
    return family, b"".join([shape, first, pack("<Q", len(layers)), *layers])


def every(rng):
    """A layer of every kind."""
    attention = [linear(rng, 4, 4), linear(rng, 4, 4), linear(rng, 4, 4), linear(rng, 4, 3), linear(rng, 3, 4)]
    attention = [pack("<II", 3, 2), floats(rng, 20), *attention, floats(rng, 4), floats(rng, 4)]
    recurrent = [pack("<II", 4, 3), floats(rng, 5), linear(rng, 5, 24), linear(rng, 6, 24), linear(rng, 6, 5)]
    repeat = pack("<II", 2, 2)
    head = dense(rng, 6, 13)
    return [dense(rng, 6, 10, ELU), residual(rng, 10, 7, RELU), repeat, b"".join(attention), b"".join(recurrent), head]


def dense(rng, inputs, outputs, activation=0):
    return pack("<I", 0) + linear(rng, inputs, outputs) + pack("<I", activation)


def residual(rng, width, inner, activation):
    return pack("<I", 1) + linear(rng, width, inner) + linear(rng, inner, width) + pack("<I", activation)


def linear(rng, inputs, outputs, active=None):
    """A layer whose sums are as large as its inputs, about."""
    return floats(rng, inputs * outputs, (3 / (active or inputs)) ** 0.5) + floats(rng, outputs)


def floats(rng, count, size=1.0):
    """Numbers up to this size."""
    drawn = array("f", (size * (byte / 127.5 - 1) for byte in rng.randbytes(min(count, DRAWN)))).tobytes()
    return pack("<Q", count) + (drawn * -(-count // DRAWN))[: 4 * count]


def text(words):
    return pack("<Q", len(words)) + words.encode()

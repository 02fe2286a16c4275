"""What a card is, and how much of its memory is used at most: asks the driver's management library (NVML)."""

import ctypes
import os
import threading
from ctypes import byref, c_uint, c_ulonglong, c_void_p

# Seconds between two looks.
EVERY = 0.025


class Nvml:
    """The library; OSError where there is none or it refuses."""

    def __init__(self):
        self.library = ctypes.CDLL("libnvidia-ml.so.1")
        self.ask("nvmlInit_v2")

    def ask(self, function, *words):
        if code := getattr(self.library, function)(*words):
            raise OSError(f"{function}: error {code}")

    def count(self):
        count = c_uint()
        self.ask("nvmlDeviceGetCount_v2", byref(count))
        return count.value

    def card(self, index):
        card = c_void_p()
        self.ask("nvmlDeviceGetHandleByIndex_v2", c_uint(index), byref(card))
        return card

    def memory(self, card):
        """Bytes of the card in all, free, and in use."""
        memory = (c_ulonglong * 3)()
        self.ask("nvmlDeviceGetMemoryInfo", card, byref(memory))
        return list(memory)

    def text(self, function, *words):
        room = ctypes.create_string_buffer(96)
        self.ask(function, *words, room, c_uint(len(room)))
        return room.value.decode("utf-8", "replace")


def describe(index):
    """A card in a line: its name, its driver, its memory; None where the driver knows none."""
    try:
        nvml = Nvml()
        card = nvml.card(index)
        total, free, _ = (size / 2**30 for size in nvml.memory(card))
        name, driver = nvml.text("nvmlDeviceGetName", card), nvml.text("nvmlSystemGetDriverVersion")
    except OSError:
        return None
    return f"{name}, driver {driver}, {free:.1f} of {total:.1f} GiB free"


def count():
    """The number of cards that programs here may use."""
    try:
        there = Nvml().count()
    except OSError:
        return 0
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    return there if named is None else min(there, sum(bool(name.strip()) for name in named.split(",")))


class Watch:
    """Looks at a card's memory while it is entered: `most` is what was in use at most beyond that at the start."""

    def __init__(self, index):
        self.index, self.most = index, None
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self):
        if self.index is not None:
            self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        if self.index is not None:
            self.thread.join()

    def look(self):
        try:
            nvml = Nvml()
            card = nvml.card(self.index)
            before = most = nvml.memory(card)[2]
            while not self.done.wait(EVERY):
                most = max(most, nvml.memory(card)[2])
        except OSError:
            return
        self.most = most - before

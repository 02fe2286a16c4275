"""What must hold of the plan, the slices and the LibTorch that is found, whatever the machine."""

import argparse
import tempfile
import unittest
from pathlib import Path

import machine
import slices
import training
from machine import VERSION, Missing
from plan import Need, Plan, Priority, seconds

RIGHT, SPEED, SEARCH, TRAINING, CORES = (
    Need(priority, typical, 2 * typical)
    for priority, typical in zip(
        (Priority.RIGHT, Priority.SPEED, Priority.SEARCH, Priority.TRAINING, Priority.CORES), (20, 60, 80, 100, 60)
    )
)


def chosen(budget, cores, needs):
    """Which of the steps run, each for its typical time."""
    plan, left, run = Plan(budget, 1.0, True, cores), budget, []
    for nth, need in enumerate(needs):
        limit = plan.limit(need, needs[nth + 1 :], left)
        if limit is not None:
            assert limit <= left
            run.append(nth)
            left -= min(plan.seconds(need.typical), limit)
    return run


class TheBudget(unittest.TestCase):
    def test_a_small_one_brings_what_matters(self):
        needs = [RIGHT, SPEED, SEARCH, TRAINING, CORES]
        self.assertEqual(chosen(400, False, needs), [0, 1, 2, 3, 4])
        # Less for each, so most still fit; what is left out is what matters least.
        few = chosen(60, False, needs)
        self.assertTrue(few[0] == 0 and 2 in few, few)
        needs[1] = SPEED._replace(typical=400)
        self.assertEqual(chosen(200, False, needs), [0, 2, 3, 4])
        needs[3] = TRAINING._replace(typical=400)
        self.assertNotIn(3, chosen(100, False, needs))

    def test_cores_come_with_a_word(self):
        needs = [RIGHT, Need(Priority.TRAINING, 300, 600), Need(Priority.CORES, 150, 300)]
        self.assertEqual(chosen(300, False, needs), [0, 1])
        self.assertEqual(chosen(300, True, needs), [0, 2])

    def test_less_work_takes_no_time_from_a_step(self):
        less, whole = Plan(600, 0.1, False, False), Plan(600, 1.0, False, False)
        self.assertEqual(less.limit(RIGHT, [], 600), whole.limit(RIGHT, [], 600))
        self.assertEqual(less.work, 0.1)

    def test_more_time_is_for_waiting(self):
        self.assertEqual(Plan(900, 1.0, False, False).limit(RIGHT, [], 900), 3 * RIGHT.most)
        self.assertEqual(Plan(900, 1.0, False, False).work, 1.0)

    def test_seconds_that_bring_nothing_are_refused(self):
        with self.assertRaises(Missing):
            Plan(5, 1.0, True, False)

    def test_times_have_units_or_are_seconds(self):
        times = {"0.5": 0.5, "2": 2, "1500ms": 1.5, "2m": 120, "1.5h": 5400, "1h 30m": 5400, "2 minutes": 120}
        self.assertEqual({text: seconds(text) for text in times}, times)
        for wrong in ["", "0", "-1", "nan", "inf", "1e99", "2x", "m", "0s", "1.2.3s"]:
            self.assertRaises(argparse.ArgumentTypeError, seconds, wrong)


class LibTorch(unittest.TestCase):
    def test_another_version_is_refused_by_its_number(self):
        with self.assertRaisesRegex(Missing, rf"2\.9\.1\+cu128.*{VERSION}"):
            machine.checked("2.9.1+cu128", Path())

    def test_any_cuda_will_do_but_the_library_must_be_there(self):
        with self.assertRaisesRegex(Missing, "nowhere"):
            machine.checked("2.11.0+cu999", Path("nowhere"))


class Training(unittest.TestCase):
    def test_what_may_travel_is_whole_or_said(self):
        def choose(whole, parameters):
            kept, bare = slices.choose(bytes(whole << 20), bytes(parameters << 20), slices.ALL)
            return len(kept) >> 20, bare

        self.assertEqual(choose(36, 12), (36, False))
        self.assertEqual(choose(240, 60), (60, True))
        with self.assertRaises(Missing):
            choose(400, 100)

    def test_parts_come_together_again(self):
        with tempfile.TemporaryDirectory() as folder:
            out, run = Path(folder) / "out", Path(folder) / "run"
            out.mkdir()
            run.mkdir()
            slices.unpack(out, run)
            self.assertFalse((run / slices.CHECKPOINT).exists())
            content = bytes(range(251)) * (40 * slices.MIB // 251)
            # The next one is shorter: no old part may stay behind it.
            for content in (content, content[: 20 * slices.MIB]):
                slices.replace(out, {**slices.cut(content), slices.METRICS: b"{}"})
            slices.unpack(out, run)
            self.assertTrue((run / slices.CHECKPOINT).read_bytes() == content)
            self.assertEqual((run / slices.METRICS).read_bytes(), b"{}")

    def test_numbers_of_a_recipe_change_in_their_sections(self):
        recipe = "seed = 1\n[net]\nbatch = 7\n[optimizer] # Adam\nrate = 1e-3\nbatch = 1_000 # walks\n"
        fresh = "seed = 1\n[net]\nbatch = 7\n[optimizer] # Adam\nbatch = 12\nrate = 1e-3\n"
        self.assertEqual(training.changed(recipe, {"optimizer": {"batch": 12}, "target": {"pool": 1}}), fresh)
        self.assertEqual(training.smaller(recipe, 0.02), {"optimizer": {"batch": 12}, "target": {"pool": 48}})


if __name__ == "__main__":
    unittest.main()

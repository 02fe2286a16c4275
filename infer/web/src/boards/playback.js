// Playing moves on a puzzle that is drawn flat: one picture after the other.

import { puzzleOf } from '../engine.js';

/** `show` draws a state; `told(index, playing)` hears where it is. It has what the player of cubes has. */
export const playback = (entry, { show, told }) => {
  let states = [];
  let moves = [];
  let index = 0;
  let timer;
  let pause = 400;

  const reach = async (wanted) => {
    const [list, names] = [states, moves];
    for (let i = list.length; i <= wanted; i++) list[i] = await (await puzzleOf(entry)).apply(list[i - 1], names[i - 1]);
    return list === states;
  };
  const goto = async (wanted) => {
    const target = Math.max(0, Math.min(moves.length, wanted));
    if (!(await reach(target))) return;
    index = target;
    if (index === moves.length) stop();
    show(states[index]);
    told(index, timer !== undefined);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const tick = async () => {
    await goto(index + 1);
    if (timer !== undefined) timer = setTimeout(tick, pause);
  };
  return {
    show(state) {
      stop();
      [states, moves, index] = [[state], [], 0];
      show(state);
    },
    /** Moves to play, and the states that they lead to, where these are known. */
    set(list, known = []) {
      stop();
      [states, moves, index] = [[states[0], ...known], list, 0];
      show(states[0]);
      told(0, false);
    },
    goto(wanted) {
      stop();
      return goto(wanted);
    },
    step(by) {
      stop();
      return goto(index + by);
    },
    toggle() {
      if (timer !== undefined) stop();
      else {
        if (index === moves.length) index = -1;
        timer = setTimeout(tick, 0);
      }
      told(Math.max(index, 0), timer !== undefined);
    },
    pause: stop,
    speed(times) {
      pause = 400 / times;
    },
  };
};

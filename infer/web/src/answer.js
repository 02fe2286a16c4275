// The answer: its length, its moves to click, playing them, copies and links.
import { at, clock, counted, h } from './dom.js';
import { copies } from './copy.js';
import { twizzle } from './link.js';

const number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** In words what a solution counts. */
export const lengths = ({ qtm, htm, length, cost, seconds }) => {
  const turns = qtm === undefined ? [counted(length, 'move')] : [counted(qtm, 'quarter turn'), counted(htm, 'face turn')];
  const price = cost === undefined ? [] : [`cost ${number(cost)}`];
  return [...turns, ...price, clock(seconds)].join(' · ');
};

/** `board()` is what plays, `state()` the state as text, `link()` the page's address. */
export const answer = ({ board, state, link }) => {
  let shown;
  let buttons = [];

  const told = (index, playing) => {
    buttons.forEach((button, nth) => {
      button.classList.toggle('made', nth < index);
      if (nth === index - 1) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
    at('play').classList.toggle('playing', playing);
    at('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
  };

  const presses = { first: () => board().goto(0), back: () => board().step(-1), play: () => board().toggle(), next: () => board().step(1), last: () => board().goto(buttons.length) };
  for (const [id, press] of Object.entries(presses)) at(id).addEventListener('click', press);
  at('speed').addEventListener('input', (event) => board()?.speed(2 ** Number(event.target.value)));
  copies(at('copy-answer'), () => shown?.text ?? '');
  copies(at('copy-state'), state);
  copies(at('copy-link'), link);

  const usable = (yes) => {
    for (const id of Object.keys(presses)) at(id).disabled = !yes;
  };
  usable(false);

  return {
    told,
    /** Shows a solution of a puzzle, or none. */
    show(solution, entry) {
      shown = solution;
      at('answer').hidden = !solution;
      usable(solution?.steps.length > 0);
      buttons = (solution?.steps ?? []).map((move, nth) =>
        h('button', { type: 'button', 'aria-label': `${nth + 1}: ${move}`, onclick: () => board().goto(nth + 1) }, move),
      );
      at('moves').replaceChildren(...buttons.map((button) => h('li', {}, button)));
      if (!solution) return;
      at('counts').textContent = solution.steps.length ? lengths(solution) : 'It is solved already.';
      at('twizzle').hidden = entry.board !== 'cube';
      if (entry.board === 'cube') at('twizzle').href = twizzle(entry.side, solution.text);
      board().set(solution.steps, solution.states);
    },
  };
};

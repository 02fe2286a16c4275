// Errors as the engine says them, with the place in the input and the next step.
import { at, h } from './dom.js';

/** The input with a mark under the byte where the error is. */
const place = (input, offset) => {
  const before = new TextDecoder().decode(new TextEncoder().encode(input).slice(0, offset));
  const line = before.split('\n').length - 1;
  const column = [...before.split('\n').at(-1)].length;
  return h('pre', { 'aria-hidden': 'true' }, `${input.split('\n')[line]}\n${' '.repeat(column)}^`);
};

/** What an error says apart from its hint, which its message has in brackets. */
const words = ({ message, hint }) => (hint && message.endsWith(` (${hint})`) ? message.slice(0, -hint.length - 3) : message);

/** Shows an error, or with none that all is well. */
export const problem = (error, input) => {
  const box = at('problem');
  box.hidden = !error;
  if (!error) return box.replaceChildren();
  const parts = [h('p', {}, words(error))];
  if (input !== undefined && error.at !== undefined) parts.push(place(input, error.at));
  if (error.hint) parts.push(h('p', { className: 'next' }, `Next: ${error.hint}.`));
  return box.replaceChildren(...parts);
};

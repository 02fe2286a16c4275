// What a robot's moves cost: a field for each face of a cube, or for each move of another puzzle.
import { h } from './dom.js';

const FACES = [...'URFDLB'];

/** Fields for these names. `costs(moves)` gives the prices of moves that differ from one, or nothing where none does. */
const form = (names, half) => {
  const field = (name, label) => {
    const price = h('input', { type: 'number', min: '0.1', max: '1000', step: '0.1', placeholder: '1', 'aria-label': `Price of ${label}` });
    const never = h('input', { type: 'checkbox', 'aria-label': `${label} cannot be made`, onchange: () => (price.disabled = never.checked) });
    const value = () => (never.checked ? Infinity : Number(price.value || 1));
    return { name, value, row: h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, price), h('td', {}, never)) };
  };
  const fields = names.map((name) => field(name, name));
  const halves = half && field('half turn', 'a half turn');
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Move'), h('th', { scope: 'col' }, 'Price'), h('th', { scope: 'col' }, 'Never'));
  const rows = [...fields, ...(half ? [halves] : [])].map(({ row }) => row);
  const root = h('table', { className: 'prices' }, h('thead', {}, head), h('tbody', {}, ...rows));
  const price = (move) => {
    const known = fields.find(({ name }) => name === move) ?? fields.find(({ name }) => name === move[0]);
    const turned = half && move.endsWith('2') ? halves.value() : 1;
    return (known?.value() ?? 1) * turned;
  };
  const costs = (moves) => {
    const prices = moves.map((move) => [move, price(move)]).filter(([, value]) => value !== 1);
    return prices.length ? Object.fromEntries(prices) : undefined;
  };
  return { root, costs };
};

/** The prices of a puzzle's moves, where its search heeds them. */
export const prices = ({ board }) => {
  if (board === 'cube') return form(FACES, true);
  if (board === 'tiles') return form(['U', 'D', 'L', 'R'], false);
  if (board === 'sokoban') return form(['u', 'd', 'l', 'r'], false);
  return undefined;
};

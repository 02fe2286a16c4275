// How the length falls: a line over the time of the search.
import { clock, svg } from './dom.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 84, 8, 34, 18, 18];

const label = (x, y, text, anchor = 'middle') => svg('text', { x, y, 'text-anchor': anchor }, text);

/** Draws `points` (`{ seconds, value }`, the best last) over the time until `seconds`. */
export const strip = (root, points, seconds) => {
  if (points.length === 0) return root.replaceChildren();
  const [worst, best] = [points[0].value, points.at(-1).value];
  const x = (time) => LEFT + (time / Math.max(seconds, 0.001)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (worst === best ? 0.5 : (worst - value) / (worst - best)) * (HEIGHT - TOP - BOTTOM);
  let path = `M${x(points[0].seconds)} ${y(worst)}`;
  for (const { seconds, value } of points.slice(1)) path += `H${x(seconds)}V${y(value)}`;
  path += `H${x(seconds)}`;
  const dots = points.map(({ seconds, value }) => svg('circle', { cx: x(seconds), cy: y(value), r: 3 }));
  // Numbers in between, where they are few enough to be read.
  const between = points.length > 6 ? [] : points.slice(1, -1);
  const summary = `Length over time: ${worst} after ${clock(points[0].seconds)}, ${best} after ${clock(points.at(-1).seconds)}`;
  root.replaceChildren(
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': summary },
      svg('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: HEIGHT - BOTTOM + 6, y2: HEIGHT - BOTTOM + 6, class: 'axis' }),
      svg('path', { d: path }),
      ...dots,
      ...between.map(({ seconds, value }) => label(x(seconds) + 5, y(value) - 6, String(value), 'start')),
      label(x(points[0].seconds), y(worst) - 7, worst === best ? '' : String(worst), 'start'),
      label(WIDTH - RIGHT + 6, y(best) + 4, String(best), 'start'),
      label(LEFT, HEIGHT - 1, '0', 'start'),
      label(WIDTH - RIGHT, HEIGHT - 1, clock(seconds), 'end'),
    ),
  );
  return undefined;
};

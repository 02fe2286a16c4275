// Elements in one expression.

/** An element of that tag. Functions among its properties are listeners; `aria-…` and other words with a dash are attributes. */
export const h = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.includes('-')) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
};

const SVG = 'http://www.w3.org/2000/svg';

/** The same for a drawing. */
export const svg = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** The element of the page with that identity. */
export const at = (id) => document.getElementById(id);

/** A number of things in words. */
export const counted = (number, thing) => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** A time in words. */
export const clock = (seconds) => {
  if (seconds < 0.995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
};

/** Says something to those who do not see the page. */
export const announce = (text) => {
  at('live').textContent = text;
};

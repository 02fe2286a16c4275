// Buttons that copy.
import { announce } from './dom.js';

/** Copies where pages may; elsewhere by way of a selection, which old and insecure pages may too. */
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
};

/** Lets a button copy what `text()` gives at that time. */
export const copies = (button, text) => {
  const name = button.textContent;
  button.addEventListener('click', async () => {
    await copied(text());
    announce('Copied.');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = name;
    }, 1500);
  });
};

// Puzzles from files: chosen, or dropped anywhere on the page.
import { Puzzle } from 'quarterturn';
import { at } from './dom.js';
import { packed } from './link.js';
import { OWN } from './puzzles.js';

/** A puzzle as the page has it, from the bytes of its definition. */
export const defined = async (bytes, title) => {
  const puzzle = await Puzzle.parse(bytes);
  return { ...OWN, title, puzzle, bytes, packed: await packed(bytes) };
};

/** `opened(entry)` gets a puzzle, `failed(error)` why a file is none. */
export const files = ({ opened, failed }) => {
  const take = async (file) => {
    if (!file) return;
    try {
      await opened(await defined(new Uint8Array(await file.arrayBuffer()), file.name));
    } catch (error) {
      failed(error);
    }
  };
  at('file').addEventListener('change', (event) => {
    take(event.target.files[0]);
    // The same file again is a change too.
    event.target.value = '';
  });
  const over = (yes) => document.body.classList.toggle('dropping', yes);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener('dragleave', () => over(false));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    take(event.dataTransfer.files[0]);
  });
};

// The page: which puzzle, which state, and who hears of a change.
import { answer } from './answer.js';
import { cube } from './boards/cube.js';
import { lights } from './boards/lights.js';
import { sokoban } from './boards/sokoban.js';
import { text } from './boards/text.js';
import { tiles } from './boards/tiles.js';
import { twisty } from './boards/twisty.js';
import { at, h } from './dom.js';
import { puzzleOf } from './engine.js';
import { defined, files } from './files.js';
import { read, remember, unpacked } from './link.js';
import { problem } from './problem.js';
import { find, OWN, PUZZLES } from './puzzles.js';
import { isServed } from './server.js';
import { solving } from './solving.js';
import { theme } from './theme.js';

const boards = { cube, tiles, lights, sokoban, twisty, text };
const INPUTS = {
  cube: 'Moves, stickers or a net',
  tiles: 'Numbers row by row, 0 for the blank; or moves from the goal',
  lights: 'Lights as 0 and 1, or presses such as 1,1 2,3',
  sokoban: 'A level in XSB: # wall, @ player, $ box, . goal',
  twisty: 'Moves from the solved puzzle, or a list of stickers',
  text: 'Moves from the solved state, or a state',
};

const session = { entry: undefined, board: undefined, state: undefined, moves: undefined, possible: true, typed: '', pending: undefined };

const show = (solution) => answers.show(solution, session.entry);
const answers = answer({ board: () => session.board, state: () => session.state, link: () => location.href });
const search = solving({
  request: async () => {
    // Who typed something and presses Solve means that.
    const typed = at('text').value.trim();
    if (typed && typed !== session.typed) taken(typed);
    if ((await session.pending) === false) return undefined;
    if (await session.possible) return session;
    return problem({ message: 'no cube looks like that yet', hint: 'take one of the offers under the net, or paint on' });
  },
  show,
  failed: problem,
  changed: () => save(),
});

/** Puts puzzle, state and settings into the address. */
const save = () => {
  const { entry } = session;
  const { metric, timeLimit } = search.settings();
  const own = entry.packed ? { own: entry.packed, title: entry.title } : {};
  const counts = entry.board === 'cube' ? { metric } : {};
  remember({ puzzle: entry.name, ...counts, time: timeLimit, state: session.moves ?? session.state, ...own });
};

/** Another state, that is possible or not, or of which that is promised. */
const changed = (state, { possible, painted, typed = '', moves }) => {
  // Between two puzzles there is no board.
  if (!session.board) return;
  search.forget();
  session.typed = typed;
  session.pending = undefined;
  if (!typed) at('text').value = '';
  show(undefined);
  problem(undefined);
  Object.assign(session, { state, possible, moves: session.entry.board === 'twisty' ? moves : undefined });
  if (!painted) session.board.show(state, { moves });
  Promise.resolve(possible).then((yes) => yes && session.state === state && save());
};

/** Takes a state as text, and says whether it is one. Stickers that are no possible cube are shown where they can be mended. */
const take = async (input) => {
  const { entry } = session;
  const typed = input.trim();
  search.stop();
  try {
    const state = await (await puzzleOf(entry)).read(input);
    // A player of moves needs them; a list of stickers has no letters.
    const moves = /[a-z]/i.test(typed) ? typed : undefined;
    if (entry === session.entry) changed(state, { possible: true, typed, moves });
    return entry === session.entry;
  } catch (error) {
    const painted = await (await puzzleOf(entry)).inspect(input).catch(() => undefined);
    if (entry !== session.entry) return false;
    if (painted) changed(painted.stickers, { possible: false, typed });
    problem(error, input);
    return false;
  }
};

/** The same, for a search to wait for. */
const taken = (input) => {
  session.typed = input.trim();
  session.pending = take(input);
};

/** A random state. */
const random = async () => {
  const { entry } = session;
  search.stop();
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  const known = await puzzleOf(entry);
  // Far states of large puzzles would not be solved without a network.
  if (entry.scramble) {
    at('text').value = await known.scramble(seed, entry.scramble);
    return taken(at('text').value);
  }
  const state = await known.random(seed);
  if (entry === session.entry) changed(state, { possible: true });
  return undefined;
};

/** What is shown first: the solved state, or a level. No moves lead to a file's own solved state. */
const beginning = async (entry) => {
  const known = await puzzleOf(entry);
  return entry.board === 'sokoban' ? known.random(1) : known.start;
};

/** Opens a puzzle, in a state that a link may give. */
const open = async (entry, state) => {
  search.forget();
  show(undefined);
  session.board?.pause();
  Object.assign(session, { entry, board: undefined });
  at('puzzle').value = entry.name;
  at('text-label').textContent = INPUTS[entry.board];
  at('reset').hidden = entry.board === 'sokoban';
  search.open(entry);
  const hooks = {
    told: (...where) => session.entry === entry && answers.told(...where),
    changed: (next, { possible, moves }) => session.entry === entry && changed(next, { possible, moves, painted: entry.board === 'cube' }),
    state: () => session.state,
    failed: problem,
    stop: search.stop,
  };
  if (['twisty', 'text'].includes(entry.board)) entry.puzzle ??= await puzzleOf(entry);
  const board = await boards[entry.board](entry, hooks);
  if (session.entry !== entry) return;
  board.speed(2 ** Number(at('speed').value));
  session.board = board;
  at('picture').replaceChildren(board.root);
  at('editor').replaceChildren(...(board.editor ? [board.editor] : []));
  at('board-hint').textContent = board.hint;
  const first = await beginning(entry);
  if (session.entry !== entry) return;
  changed(first, { possible: true, moves: '' });
  if (state) await take(state);
  document.body.dataset.ready = entry.name;
};

/** Opens a puzzle of a file, which is in the list from then on. */
const own = (entry) => {
  const option = at('puzzle').querySelector(`option[value="${OWN.name}"]`);
  option.hidden = false;
  option.textContent = entry.title;
  session.own = entry;
  return open(entry, entry.state);
};

/** What the address asks for. */
const follow = async () => {
  const asked = read(location.hash);
  search.take(asked);
  try {
    if (asked.own) return await own({ ...(await defined(await unpacked(asked.own), asked.title ?? 'a puzzle')), state: asked.state });
    return await open(find(asked.puzzle) ?? PUZZLES[0], asked.state);
  } catch (error) {
    // Where the browser cannot load the engine, no puzzle opens.
    await open(PUZZLES[0]).catch(() => undefined);
    return problem(error);
  }
};

const picker = () => {
  const all = [...PUZZLES, OWN];
  for (const label of new Set(all.map(({ group }) => group))) {
    const options = all
      .filter(({ group }) => group === label)
      .map(({ name, title }) => h('option', { value: name, hidden: name === OWN.name }, title));
    at('puzzle').append(h('optgroup', { label }, ...options));
  }
  at('puzzle').addEventListener('change', ({ target }) => open(target.value === OWN.name ? session.own : find(target.value)).catch(problem));
};

picker();
theme(at('theme'));
files({ opened: own, failed: problem });
at('input').addEventListener('submit', (event) => {
  event.preventDefault();
  taken(at('text').value);
});
at('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || at('text').value.includes('\n')) return;
  event.preventDefault();
  taken(at('text').value);
});
at('random').addEventListener('click', random);
at('reset').addEventListener('click', async () => {
  if (session.board) changed(await beginning(session.entry), { possible: true, moves: '' });
});
addEventListener('hashchange', follow);
follow();
isServed().then((served) => served && search.server());
if (isSecureContext) navigator.serviceWorker?.register('offline.js').catch(() => {});

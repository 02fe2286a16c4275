// The worker's side: it makes puzzles and solvers and answers requests. Only plain objects travel.

/** What an error has, as a plain object: of an `Error`, only the message would arrive. */
const plain = ({ message, code, at, hint }) => ({ message, code, at, hint });

/** Seconds, where a network guides the search and nothing else bounds it. */
const USUAL = 1;
/** Widths of the beams, one after the other, that answer where a slow machine has found nothing by then. */
const LATER = [256, 1024, 4096];

const bounds = ['width', 'search', 'timeLimit', 'nodeLimit'];

/** Solves, within the usual time where nothing else is asked for. */
const solved = (solver, state, options, post, stop) => {
  const goes = () => !stop || Atomics.load(stop, 0) === 0;
  const asked = {
    ...options,
    onBetter: (better) => (post({ better }), goes()),
    onProgress: (progress) => (post({ progress }), goes()),
  };
  if (!solver.network || bounds.some((bound) => options[bound] !== undefined)) return solver.solve(state, asked);
  let answer = solver.solve(state, { ...asked, timeLimit: USUAL });
  for (const width of LATER) {
    if (answer.text !== undefined || !['time', 'exhausted'].includes(answer.stopped)) break;
    answer = solver.solve(state, { ...asked, width });
  }
  return answer;
};

/**
 * The function that takes messages. `loaded` is settled when `wasm` can be called, `bytes` gets a file by its URL, `post` sends a message.
 */
export const serve = (wasm, loaded, bytes, post) => {
  const puzzles = new Map();

  const open = async ({ name, definition, network, url }) => {
    await loaded;
    const puzzle = definition ? wasm.Puzzle.parse(definition) : wasm.Puzzle.named(name);
    return { puzzle, network: network ?? (url && (await bytes(url))) };
  };

  const solver = (known) => (known.solver ??= new wasm.Solver(known.puzzle, known.network));

  const kinds = {
    open: (known) => {
      const { name, id, metric, moves, order, start } = known.puzzle;
      return { name, id, metric, moves, order, start, network: solver(known).network };
    },
    free: ({ puzzle, solver }, { key }) => {
      solver?.free();
      puzzle.free();
      puzzles.delete(key);
    },
    call: ({ puzzle }, { method, given }) => puzzle[method](...given),
    solve: (known, { state, options, id, stop }) => {
      const along = ({ moves }) => moves?.map(((now) => (move) => (now = known.puzzle.apply(now, move)))(state));
      const whole = (found) => (found && options.states ? { ...found, states: along(found) } : found);
      const told = ({ better, progress }) => post({ id, better: whole(better), progress });
      return whole(solved(solver(known), state, options, told, stop));
    },
  };

  return async (message) => {
    const { id, kind, key, make } = message;
    try {
      if (make) puzzles.set(key, open(make));
      post({ id, done: kinds[kind](await puzzles.get(key), message) });
    } catch (error) {
      // A program that has trapped, for want of memory or by a bug, is not to be called again.
      const fatal = error instanceof WebAssembly.RuntimeError;
      const code = fatal ? 'trap' : error.code;
      post({ id, error: plain({ ...plain(error), code }), fatal });
    }
  };
};

// One search at a time: its settings, its progress, stop, and the strip.
import { announce, at, counted } from './dom.js';
import { lengths } from './answer.js';
import { puzzleOf, solved } from './engine.js';
import { prices } from './prices.js';
import { strip } from './strip.js';

/** In words why a search ended. */
const ENDS = { time: 'the time is over', cancelled: 'stopped', solved: 'finished', exhausted: 'nothing is left to try', memory: 'the memory is full', nodes: 'the limit is reached' };

const choice = (name) => document.querySelector(`input[name="${name}"]:checked`).value;

/** What `choice` has of the value `value`. */
const choose = (name, value) => {
  const input = document.querySelector(`input[name="${name}"][value="${value}"]`);
  if (input) input.checked = true;
};

/**
 * `request()` promises `{ entry, state }`, or nothing where there is no possible state; `show` gets each solution, `failed` an
 * error, `changed()` hears of other settings.
 */
export const solving = ({ request, show, failed, changed }) => {
  let run;
  let fields;

  const metric = () => choice('metric');
  const settings = () => ({ metric: metric(), timeLimit: Number(at('seconds').value) || 1, server: !at('where').hidden && choice('where') === 'server' });
  const counts = (entry) => (entry.board !== 'cube' ? 'move' : metric() === 'htm' ? 'face turn' : 'quarter turn');
  const value = (solution) => solution.cost ?? solution.length;
  const words = (solution, entry) => (solution.cost === undefined ? counted(solution.length, counts(entry)) : `a price of ${solution.cost}`);

  const busy = (yes) => {
    at('go').textContent = yes ? 'Stop' : 'Solve';
    at('progress').hidden = !yes;
    at('progress').value = 0;
  };

  const search = async ({ entry, state }) => {
    const stop = new AbortController();
    run = stop;
    const [asked, points] = [settings(), []];
    busy(true);
    show(undefined);
    at('said').textContent = 'Searching …';
    at('strip').replaceChildren();
    const current = () => run === stop;
    const onBetter = (solution) => {
      if (!current()) return;
      points.push({ seconds: solution.seconds, value: value(solution) });
      show(solution);
      const text = words(solution, entry);
      at('said').textContent = `${text} so far`;
      strip(at('strip'), points, solution.seconds);
      if (points.length === 1) announce(`First answer: ${text}.`);
    };
    const onProgress = ({ share, seconds }) => {
      if (!current()) return;
      if (share === undefined) at('progress').removeAttribute('value');
      else at('progress').value = share;
      if (points.length) strip(at('strip'), points, seconds);
    };
    try {
      const costs = !at('prices').open ? undefined : fields?.costs((await puzzleOf(entry, asked.metric)).moves);
      const found = await solved({ entry, state, costs, ...asked }, { onBetter, onProgress, signal: stop.signal });
      if (!current()) return;
      if (points.length === 0 || value(found) !== points.at(-1).value) points.push({ seconds: found.seconds, value: value(found) });
      show(found);
      strip(at('strip'), points, found.seconds);
      const why = ENDS[found.stopped] ?? found.stopped;
      const doubt = found.doubt ? ` ${found.doubt}.` : '';
      at('said').textContent = `${words(found, entry)}; ${why}.${doubt}`;
      announce(`Solved: ${lengths(found)}.`);
    } catch (error) {
      if (!current()) return;
      at('said').textContent = '';
      if (error.code !== 'cancelled' && error.name !== 'AbortError') failed(error);
      else at('said').textContent = 'Stopped before there was an answer.';
    } finally {
      if (current()) end();
    }
  };

  const end = () => {
    run = undefined;
    busy(false);
  };

  at('solve').addEventListener('submit', (event) => {
    event.preventDefault();
    if (run) return run.abort();
    return request().then((asked) => asked && search(asked));
  });
  for (const id of ['seconds', 'metric', 'where']) at(id).addEventListener('change', changed);

  return {
    settings,
    /** Takes settings from a link. */
    take({ metric, time }) {
      choose('metric', metric);
      if (time) at('seconds').value = time;
    },
    /** Ends what runs: the engine has one thread, and something else waits for it. */
    stop: () => run?.abort(),
    /** Ends what runs and forgets what was found: there is another state. */
    forget() {
      const running = run;
      end();
      running?.abort();
      at('said').textContent = '';
      at('strip').replaceChildren();
    },
    /** Another puzzle: what can be chosen for it. */
    open(entry) {
      at('metric').hidden = entry.board !== 'cube';
      fields = prices(entry);
      at('prices').hidden = !fields;
      at('prices').open = false;
      at('prices').querySelector('div').replaceChildren(...(fields ? [fields.root] : []));
    },
    /** There is a server. */
    server() {
      at('where').hidden = false;
    },
  };
};

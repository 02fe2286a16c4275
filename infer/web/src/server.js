// Solving on the server that the page came from, where that is `quarterturn serve`.

/** Whether there is such a server: it has a list of its puzzles. */
export const isServed = async () => {
  try {
    const response = await fetch('api/puzzles', { headers: { Accept: 'application/json' } });
    return response.ok && Array.isArray((await response.json()).puzzles);
  } catch {
    return false;
  }
};

/** The command's JSON as the page's own engine has it. */
const solution = ({ solution: text, length, quarter_turns: qtm, half_turns: htm, cost, seconds, stopped, doubt }) => ({
  text,
  moves: text.split(/\s+/).filter(Boolean),
  length,
  qtm,
  htm,
  cost,
  seconds,
  stopped,
  doubt,
});

/** An error with what the server says of it. */
const fault = ({ message, code, at, hint }) => Object.assign(new Error(message), { code, at: at ?? undefined, hint: hint ?? undefined });

/** What the server says to a request that it refuses. */
const refused = async (response) => {
  const said = await response.json().catch(() => ({}));
  return fault(said.error ?? { message: `the server answers ${response.status}`, code: `http-${response.status}` });
};

const post = async (path, type, body, signal) => {
  const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body, signal });
  if (!response.ok) throw await refused(response);
  return response;
};

/** The name that the server has for a puzzle; it is sent one that comes from a file. */
const called = async ({ name, board, bytes }, metric, signal) => {
  if (bytes) return (await (await post('api/puzzles', 'application/octet-stream', bytes, signal)).json()).name;
  return board === 'cube' && metric === 'htm' ? `${name}-htm` : name;
};

/** Prices as JSON has them, which knows no infinity. */
const prices = (costs) => {
  const price = (value) => (value === Infinity ? 'inf' : value);
  return costs && { moves: Object.fromEntries(Object.entries(costs).map(([move, value]) => [move, price(value)])) };
};

/** The events of a stream, one after the other: `{ event, data }`. */
async function* events(body) {
  let text = '';
  for (const reader = body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value.replaceAll('\r\n', '\n');
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const lines = text.slice(0, end).split('\n');
      const field = (name) => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trimStart()).join('\n');
      if (field('data:')) yield { event: field('event:'), data: JSON.parse(field('data:')) };
    }
  }
}

/** Solves there; see `engine.js`. A stopped request gives the best answer so far. */
export const onServer = async ({ entry, state, metric, timeLimit, costs }, { onBetter, onProgress, signal }) => {
  let best;
  try {
    const puzzle = await called(entry, metric, signal);
    const asked = JSON.stringify({ puzzle, state, time_limit: timeLimit, costs: prices(costs) });
    const response = await post('api/solve/stream', 'application/json', asked, signal);
    for await (const { event, data } of events(response.body)) {
      if (event === 'better') onBetter((best = solution(data)));
      else if (event === 'progress') onProgress(data);
      else if (event === 'error') throw fault(data.error ?? data);
      else if (event === 'done' && data.solution !== null) return solution(data);
      else if (event === 'done') throw fault({ message: `no solution was found: ${data.stopped}`, code: data.stopped });
    }
    throw fault({ message: 'the server ended its answer early', code: 'cut' });
  } catch (error) {
    if (signal.aborted && best) return { ...best, stopped: 'cancelled' };
    throw error;
  }
};

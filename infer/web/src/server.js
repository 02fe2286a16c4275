// Solving on the server that the page came from, where that is `quarterturn serve`.

/** The names of the server's puzzles, or nothing where there is no such server. */
export const serverPuzzles = async () => {
  try {
    const response = await fetch('api/puzzles', { headers: { Accept: 'application/json' } });
    const json = response.ok && response.headers.get('Content-Type')?.includes('json') && (await response.json());
    const list = json?.puzzles ?? json;
    return Array.isArray(list) ? list.map((puzzle) => puzzle.name ?? puzzle) : undefined;
  } catch {
    return undefined;
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
  const puzzle = entry.board === 'cube' && metric === 'htm' ? `${entry.name}-htm` : entry.name;
  let best;
  try {
    const response = await fetch('api/solve/stream', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ puzzle, state, time_limit: timeLimit, costs }),
      signal,
    });
    if (!response.ok) {
      const said = await response.json().catch(() => ({}));
      throw fault(said.error ?? { message: `the server answers ${response.status}`, code: `http-${response.status}` });
    }
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

// The page's side: one worker, and the requests that wait for it, one after the other.
import { SolveError } from './error.js';

/** Memory that both sides see, where there is such. */
const flag = () => {
  try {
    return new Int32Array(new SharedArrayBuffer(4));
  } catch {
    return undefined;
  }
};

const cancelled = () => new SolveError({ code: 'cancelled', message: 'no solution was found: cancelled' });

const isPromise = (value) => typeof value?.then === 'function';

/** Why a message cannot be sent to a worker. */
const unsent = (message, { message: why }) => {
  const given = Object.entries({ ...message.make, ...message.options });
  const late = given.find(([, value]) => isPromise(value));
  return new TypeError(late ? `${late[0]} is a promise: await it first` : `the worker cannot be given this: ${why}`);
};

/** A state or moves as text. */
export const text = (value) => {
  if (isPromise(value)) throw new TypeError('the state is a promise: await it first');
  return String(value);
};

class Client {
  /** Makes a worker: set by `index.js` or `node.js`. */
  start;
  #worker;
  #waiting = [];
  #current;
  /** Numbers of the puzzles that this worker knows. */
  #known = new Set();
  #requests = 0;

  /**
   * Asks the worker. `puzzle` has a number and what makes it; `told` gets what comes before the answer.
   * `soFar` makes an answer of what was told, where the request is stopped and the worker cannot be asked any more.
   */
  ask(message, { puzzle, signal, told, soFar } = {}) {
    return new Promise((resolve, reject) => {
      const request = { message, puzzle, told, soFar, resolve, reject, stop: flag() };
      request.leave = () => signal?.removeEventListener('abort', request.abort);
      request.abort = () => this.#stop(request, signal.reason);
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', request.abort, { once: true });
      this.#waiting.push(request);
      this.#next();
    });
  }

  /** Has the worker forget a puzzle; one that was never told to it is forgotten as it is. */
  free(key) {
    if (!this.#known.has(key)) return;
    const forgotten = () => this.#known.delete(key);
    this.ask({ kind: 'free' }, { puzzle: { key } }).then(forgotten, forgotten);
  }

  /** Ends the worker; the next request starts another. */
  close() {
    this.#end();
    const closed = new SolveError({ code: 'closed', message: 'the solver was closed' });
    for (const request of this.#waiting.splice(0)) this.#settle(request, 'reject', closed);
    if (this.#current) this.#settle(this.#current, 'reject', closed);
  }

  #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const request = (this.#current = this.#waiting.shift());
    request.id = ++this.#requests;
    this.#worker ??= this.start((reply) => this.#reply(reply), (why) => this.#failed(why));
    const { key, make } = request.puzzle ?? {};
    const known = key === undefined || this.#known.has(key);
    const message = { ...request.message, id: request.id, key, make: known ? undefined : make, stop: request.stop };
    this.#worker.busy(true);
    try {
      this.#worker.post(message);
      if (!known) this.#known.add(key);
    } catch (why) {
      this.#settle(request, 'reject', unsent(message, why));
    }
  }

  #reply({ id, better, progress, done, error, fatal }) {
    const request = this.#current;
    if (request?.id !== id) return;
    if (better || progress) {
      try {
        const goes = request.told?.({ better, progress });
        if (goes === false) this.#stop(request, cancelled());
      } catch (error) {
        // The caller's own callback: it ends the request, and the caller hears of it there.
        request.thrown ??= { error };
        this.#stop(request, error);
      }
      return;
    }
    if (fatal) this.#end();
    if (error) this.#settle(request, 'reject', new SolveError(error));
    else this.#settle(request, 'resolve', done);
  }

  #failed(why) {
    this.#end();
    const error = new SolveError({ code: 'worker', message: why });
    if (this.#current) this.#settle(this.#current, 'reject', error);
  }

  /** Stops a request: softly where the worker can be told while it searches, else by ending the worker. */
  #stop(request, reason) {
    if (request !== this.#current) {
      this.#waiting = this.#waiting.filter((other) => other !== request);
      return this.#settle(request, 'reject', reason);
    }
    if (request.stop) return void Atomics.store(request.stop, 0, 1);
    this.#end();
    const answer = request.soFar?.();
    if (answer) this.#settle(request, 'resolve', answer);
    else this.#settle(request, 'reject', reason);
  }

  #settle(request, how, value) {
    request.leave();
    if (request.thrown) request.reject(request.thrown.error);
    else request[how](value);
    if (request !== this.#current) return;
    this.#current = undefined;
    this.#worker?.busy(false);
    this.#next();
  }

  #end() {
    this.#worker?.end();
    this.#worker = undefined;
    this.#known.clear();
  }
}

export const client = new Client();

/** Why there is no answer. */
export class SolveError extends Error {
  /** @param {{ message: string, code?: string, at?: number, hint?: string }} fault */
  constructor({ message, code, at, hint }) {
    super(hint ? `${message} (${hint})` : message);
    this.name = 'SolveError';
    this.code = code ?? 'internal';
    this.at = at;
    this.hint = hint;
  }
}

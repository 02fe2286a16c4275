// A value with undo and redo.
export class History {
  #past = [];
  #future = [];

  constructor(value) {
    this.value = value;
  }

  get undoable() {
    return this.#past.length > 0;
  }

  get redoable() {
    return this.#future.length > 0;
  }

  set(value) {
    if (value === this.value) return;
    this.#past.push(this.value);
    this.#future = [];
    this.value = value;
  }

  undo() {
    if (!this.undoable) return;
    this.#future.push(this.value);
    this.value = this.#past.pop();
  }

  redo() {
    if (!this.redoable) return;
    this.#past.push(this.value);
    this.value = this.#future.pop();
  }
}

/** Moves that solve a state. It prints as an algorithm. */
export class Solution {
  constructor(fields) {
    Object.assign(this, fields);
  }

  toString() {
    return this.text;
  }
}

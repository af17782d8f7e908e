/** The number of rows of a document's tables that stay measured, which takes some 3 KB each. */
const MAX_ROWS = 4_000;

/** The rows of a document's tables that stay measured. Others are measured again when they are painted. */
export class RowBudget {
  #count = 0;

  /** Returns whether one more row stays measured. */
  spend(): boolean {
    this.#count += 1;
    return this.#count <= MAX_ROWS;
  }
}

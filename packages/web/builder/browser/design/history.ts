/** Steps that follow each other faster than this, in milliseconds, are undone as one. */
const BREATH = 400;

/** No more steps are kept. */
const MOST_STEPS = 100;

/** What was before and after: every change is a step that can be taken back and again. */
export class History<State> {
  #past: ReadonlyArray<State> = [];
  #future: ReadonlyArray<State> = [];
  #present: State;
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(state: State) {
    this.#present = state;
  }

  get present(): State {
    return this.#present;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /**
   * Takes a step.
   *
   * @param now In milliseconds; given, the step may become one with the last.
   * @param kept A state that stays one to come back to, however fast the steps.
   */
  step(state: State, { now, kept }: { readonly now?: number; readonly kept?: State } = {}): void {
    const isSame = now !== undefined && now - this.#changedAt < BREATH && this.#present !== kept;
    if (!isSame) this.#past = [...this.#past, this.#present].slice(-MOST_STEPS);
    this.#present = state;
    this.#future = [];
    this.#changedAt = now ?? Number.NEGATIVE_INFINITY;
  }

  /** What is now becomes something else, and no step of its own. */
  replace(state: State): void {
    this.#present = state;
  }

  undo(): boolean {
    const state = this.#past.at(-1);
    if (state === undefined) return false;
    this.#future = [this.#present, ...this.#future];
    this.#past = this.#past.slice(0, -1);
    this.#present = state;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    return true;
  }

  redo(): boolean {
    const [state, ...others] = this.#future;
    if (state === undefined) return false;
    this.#past = [...this.#past, this.#present];
    this.#future = others;
    this.#present = state;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    return true;
  }
}

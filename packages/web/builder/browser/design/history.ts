/** Changes within this many milliseconds become one step. */
const MERGE_WINDOW = 400;

/** The maximum number of steps. */
const MAX_STEPS = 100;

/** The history of a state, with undo and redo. */
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
   * Adds a step.
   *
   * @param now The time in milliseconds; if set, the step may be merged with the last.
   * @param savedState A state that is never merged.
   */
  step(
    state: State,
    { now, savedState }: { readonly now?: number; readonly savedState?: State } = {},
  ): void {
    const isSame =
      now !== undefined && now - this.#changedAt < MERGE_WINDOW && this.#present !== savedState;
    if (!isSame) this.#past = [...this.#past, this.#present].slice(-MAX_STEPS);
    this.#present = state;
    this.#future = [];
    this.#changedAt = now ?? Number.NEGATIVE_INFINITY;
  }

  /** Replaces the current state without a step. */
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

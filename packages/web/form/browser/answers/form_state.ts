import { newKey } from "../../../ui/browser/session/new_key.ts";
import type { Answer, Answers, Asked, Row } from "./answers.ts";
import { withRows } from "./rows.ts";
import { keptFrom, keptText } from "./saved_answers.ts";

/** Writing is put off this long, in milliseconds: every letter is a change. */
const PUT_OFF = 300;

/** What somebody has put in, and whoever shows it. It survives that the page is loaded again. */
export class FormState {
  readonly asked: Asked;
  /** Whether there was something from before the page was loaded. */
  readonly isRestored: boolean;
  readonly #initial: Answers;
  readonly #place: string;
  readonly #listeners: Array<() => void> = [];
  #answers: Answers;
  #submission: string;
  #isDirty: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param initial What everybody begins with.
   * @param place Where it is kept: a name that no other form has.
   */
  constructor(asked: Asked, initial: Answers, place: string) {
    const kept = keptFrom(asked, stored(place));
    this.asked = asked;
    this.isRestored = kept !== undefined;
    this.#initial = initial;
    this.#place = place;
    this.#answers = kept?.answers ?? initial;
    this.#submission = kept?.submission ?? newKey();
    this.#isDirty = kept !== undefined;
    addEventListener("pagehide", () => this.#keep());
  }

  get answers(): Answers {
    return this.#answers;
  }

  /** The key to hand these answers in with: however often they are sent, they arrive once. */
  get submission(): string {
    return this.#submission;
  }

  /** Whether there is something that would be lost. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Takes an answer. */
  answer(key: string, answer: Answer): void {
    const { values } = this.#answers;
    this.change({ ...this.#answers, values: { ...values, [key]: answer } });
  }

  /** Takes other rows of a loop. */
  changeRows(loop: string, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>): void {
    this.change(withRows(this.#answers, loop, change(this.rows(loop))));
  }

  /** The rows of a loop. */
  rows(loop: string): ReadonlyArray<Row> {
    return this.#answers.loops[loop] ?? [];
  }

  /** Takes other answers and tells everybody. */
  change(answers: Answers): void {
    this.#answers = answers;
    this.#submission = newKey();
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), PUT_OFF);
    this.#tell();
  }

  /** Hears of each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Makes sure that what is handed in now is handed in once, even if the page is loaded again. */
  keep(): void {
    this.#isDirty = true;
    this.#keep();
  }

  /** Begins anew, and leaves nothing behind in the browser. */
  reset(): void {
    this.forget();
    this.#answers = this.#initial;
    this.#submission = newKey();
    this.#tell();
  }

  /** Leaves nothing behind in the browser. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    try {
      sessionStorage.removeItem(this.#place);
    } catch {
      // Nothing was kept.
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #keep(): void {
    if (!this.#isDirty) return;
    const text = keptText({ answers: this.#answers, submission: this.#submission });
    try {
      sessionStorage.setItem(this.#place, text);
    } catch {
      // Storage is off or full: then nothing survives, which is no reason to stop.
    }
  }
}

function stored(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? "";
  } catch {
    return ""; // Storage is off.
  }
}

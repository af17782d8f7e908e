import { newIdempotencyKey } from "../../../ui/browser/session/caller.ts";
import type { ControlValue, FormValues, FormDefinition, Row } from "./form_values.ts";
import { parseSavedValues, serializeValues } from "./saved_values.ts";

/** Milliseconds from a change until the values are saved. */
const SAVE_DELAY = 300;

/** The values of a form. They survive a reload of the page. */
export class FormState {
  readonly definition: FormDefinition;
  /** Whether the values come from before a reload. */
  readonly isRestored: boolean;
  readonly #initial: FormValues;
  readonly #storageKey: string;
  readonly #listeners: Array<() => void> = [];
  #formValues: FormValues;
  #submission: string;
  #isDirty: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param storageKey The key in the tab's storage, which no other form has. */
  constructor(definition: FormDefinition, initial: FormValues, storageKey: string) {
    const savedValues = parseSavedValues(definition, readStorage(storageKey));
    this.definition = definition;
    this.isRestored = savedValues !== undefined;
    this.#initial = initial;
    this.#storageKey = storageKey;
    this.#formValues = savedValues?.formValues ?? initial;
    this.#submission = savedValues?.submission ?? newIdempotencyKey();
    this.#isDirty = this.isRestored;
    addEventListener("pagehide", () => this.#save());
    addEventListener("beforeunload", (event) => {
      if (this.#isDirty) event.preventDefault();
    });
  }

  get formValues(): FormValues {
    return this.#formValues;
  }

  /** The idempotency key of these values: repeated submissions are accepted once. */
  get submission(): string {
    return this.#submission;
  }

  /** Sets the value of a control. */
  setValue(key: string, controlValue: ControlValue): void {
    const { values } = this.#formValues;
    this.#change({ ...this.#formValues, values: { ...values, [key]: controlValue } });
  }

  /** Changes the rows of a loop. */
  changeRows(loop: string, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>): void {
    const { loops } = this.#formValues;
    this.#change({ ...this.#formValues, loops: { ...loops, [loop]: change(this.rows(loop)) } });
  }

  /** Returns the rows of a loop. */
  rows(loop: string): ReadonlyArray<Row> {
    return this.#formValues.loops[loop] ?? [];
  }

  /** Gives the next submission another idempotency key, even with the same values. */
  renewSubmission(): void {
    this.#change(this.#formValues);
  }

  /** Adds a listener for changes. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Saves the values now, so that a submission that is sent again after a reload keeps its key. */
  save(): void {
    this.#isDirty = true;
    this.#save();
  }

  /** Restores the initial values and removes the saved ones. */
  reset(): void {
    this.forget();
    this.#formValues = this.#initial;
    this.#submission = newIdempotencyKey();
    this.#notify();
  }

  /** Removes the saved values. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    try {
      sessionStorage.removeItem(this.#storageKey);
    } catch {
      // Storage is off, so nothing was saved.
    }
  }

  #change(formValues: FormValues): void {
    this.#formValues = formValues;
    this.#submission = newIdempotencyKey();
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), SAVE_DELAY);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #save(): void {
    if (!this.#isDirty) return;
    const text = serializeValues({ formValues: this.#formValues, submission: this.#submission });
    try {
      sessionStorage.setItem(this.#storageKey, text);
    } catch {
      // Storage is off or full: the values do not survive a reload.
    }
  }
}

function readStorage(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return ""; // Storage is off.
  }
}

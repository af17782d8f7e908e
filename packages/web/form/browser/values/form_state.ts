import { newIdempotencyKey } from "../../../ui/browser/session/caller.ts";
import type { DeviceCopy } from "./device_copy.ts";
import type { ControlValue, FormValues, FormDefinition, Row } from "./form_values.ts";
import { omitsValues, parseSavedValues, serializeValues } from "./saved_values.ts";

/** Milliseconds from a change until the values are saved. */
const SAVE_DELAY = 300;

/** Where values are saved. */
export interface FormStorage {
  /** The key in the tab's storage, which no other form has. */
  readonly tabKey: string;
  readonly device: DeviceCopy;
}

/**
 * The values of a form. They survive a reload of the page, and closing the tab if the user asks for it.
 */
export class FormState {
  readonly definition: FormDefinition;
  /** Whether the values were entered before the page was loaded. */
  readonly isRestored: boolean;
  readonly #initial: FormValues;
  readonly #tabKey: string;
  readonly #device: DeviceCopy;
  readonly #listeners: Array<() => void> = [];
  #formValues: FormValues;
  #submission: string;
  #isDirty: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(definition: FormDefinition, initial: FormValues, { tabKey, device }: FormStorage) {
    const savedValues =
      parseSavedValues(definition, readStorage(tabKey)) ??
      parseSavedValues(definition, device.text);
    this.definition = definition;
    this.isRestored = savedValues !== undefined;
    this.#initial = initial;
    this.#tabKey = tabKey;
    this.#device = device;
    this.#formValues = savedValues?.formValues ?? initial;
    this.#submission = savedValues?.submission ?? newIdempotencyKey();
    this.#isDirty = this.isRestored;
    addEventListener("pagehide", () => this.#save());
    addEventListener("beforeunload", (event) => {
      if (this.#isDirty && !this.#isSafe()) event.preventDefault();
    });
  }

  get formValues(): FormValues {
    return this.#formValues;
  }

  /** The idempotency key of these values: repeated submissions are accepted once. */
  get submission(): string {
    return this.#submission;
  }

  /** Until when the values are stored on this device; undefined if they are not. */
  get storedUntil(): Date | undefined {
    return this.#device.until;
  }

  /** Whether some values, mostly images, are too long to be saved. */
  get omitsValues(): boolean {
    return omitsValues(this.#formValues);
  }

  /**
   * Stores the values on this device, and later changes too. Returns whether the browser has stored them.
   */
  storeOnDevice(): boolean {
    const isStored = this.#device.write(this.#serialize());
    this.#notify();
    return isStored;
  }

  /** Removes the values from this device; those of the tab stay. */
  removeFromDevice(): void {
    this.#device.remove();
    this.#isDirty = true;
    this.#notify();
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

  /** Removes the saved values, also from this device. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    this.#device.remove();
    try {
      sessionStorage.removeItem(this.#tabKey);
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
    const text = this.#serialize();
    try {
      sessionStorage.setItem(this.#tabKey, text);
    } catch {
      // Storage is off or full: the values do not survive a reload.
    }
    // A copy that cannot be replaced is outdated.
    if (this.storedUntil !== undefined && !this.#device.write(text)) this.removeFromDevice();
  }

  #serialize(): string {
    return serializeValues({ formValues: this.#formValues, submission: this.#submission });
  }

  /** Whether leaving the page loses nothing. */
  #isSafe(): boolean {
    return this.storedUntil !== undefined && !this.omitsValues;
  }
}

function readStorage(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return ""; // Storage is off.
  }
}

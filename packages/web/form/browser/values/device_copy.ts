import { isRecord } from "../../../ui/browser/is_record.ts";

/** The keys of all copies start with this. */
const PREFIX = "paraph:saved-form:";

/** Days until a copy is removed. */
const DAYS = 30;

/**
 * A copy of a form's values in the storage of the browser. It outlives the tab, so it exists only after the user
 * has asked for it.
 */
export class DeviceCopy {
  readonly #key: string;
  #copy: StoredCopy | undefined;

  /** @param name Identifies the form and its user. Removes expired copies, also of other forms. */
  constructor(name: string) {
    this.#key = PREFIX + name;
    removeExpired();
    this.#copy = readCopy(this.#key);
  }

  /** When the copy is removed; undefined without a copy. */
  get until(): Date | undefined {
    return this.#copy?.until;
  }

  /** The stored text; empty without a copy. */
  get text(): string {
    return this.#copy?.text ?? "";
  }

  /** Stores a text for {@linkcode DAYS} days. Returns whether the browser has stored it. */
  write(text: string): boolean {
    const until = new Date(Date.now() + DAYS * 86_400_000);
    try {
      localStorage.setItem(this.#key, JSON.stringify({ until: until.toISOString(), text }));
    } catch {
      return false; // Storage is off or full.
    }
    this.#copy = { until, text };
    return true;
  }

  remove(): void {
    this.#copy = undefined;
    removeItem(this.#key);
  }
}

interface StoredCopy {
  readonly until: Date;
  readonly text: string;
}

function readCopy(key: string): StoredCopy | undefined {
  try {
    const json: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!isRecord(json) || typeof json["text"] !== "string") return undefined;
    const until = new Date(String(json["until"]));
    // An invalid date is not in the future either.
    return until.getTime() > Date.now() ? { until, text: json["text"] } : undefined;
  } catch {
    return undefined;
  }
}

function removeExpired(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) if (readCopy(key) === undefined) removeItem(key);
  } catch {
    // Storage is off, so nothing is stored.
  }
}

function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is off, so nothing was stored.
  }
}

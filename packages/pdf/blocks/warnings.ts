import type { Issue } from "@paraph/core/values";

/** Text in a script that no font has would have a warning for each letter. */
const MAX_WARNINGS = 20;

/** The different warnings of a document, in the order in which they are found. */
export class Warnings {
  readonly #issues = new Map<string, Issue>();

  /** @param path The path of a field in the layout. */
  add(path: string, message: string): void {
    if (this.#issues.size < MAX_WARNINGS) this.#issues.set(`${path} ${message}`, { path, message });
  }

  get list(): ReadonlyArray<Issue> {
    return [...this.#issues.values()];
  }
}

import { type Remedy, say } from "../../ui/browser/status.ts";

/** What is said: until somebody goes on, until it is over, or nothing. */
let kind: "note" | "insistence" | undefined;

/** Says something that matters until somebody goes on. */
export function note(sentence: string, remedy?: Remedy): void {
  kind = "note";
  say(sentence, remedy);
}

/** Somebody goes on. */
export function forgetNote(): void {
  silence("note");
}

/** Says something that matters until it is over. */
export function insist(sentence: string): void {
  kind = "insistence";
  say(sentence);
}

/** It is over. */
export function relent(): void {
  silence("insistence");
}

function silence(what: typeof kind): void {
  if (kind !== what) return;
  kind = undefined;
  say();
}

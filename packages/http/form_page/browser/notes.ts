import { type Remedy, say } from "../../_page/browser/status.ts";

let isNoted = false;

/** Says something that matters until somebody goes on. */
export function note(sentence: string, remedy?: Remedy): void {
  isNoted = true;
  say(sentence, remedy);
}

/** Somebody goes on; what still matters stays said. */
export function forgetNote(): void {
  if (isNoted) say();
  isNoted = false;
}

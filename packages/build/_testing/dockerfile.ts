import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../paths.ts";

/** A step of a Dockerfile, such as `RUN npm ci`. */
interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

/** A build stage. */
export interface Stage {
  readonly image: string;
  /** The name after `AS`, empty for the last stage. */
  readonly name: string;
  readonly instructions: ReadonlyArray<Instruction>;
}

/** The stages of the repository's Dockerfile, in order. */
export function readStages(): ReadonlyArray<Stage> {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Array<{ image: string; name: string; instructions: Array<Instruction> }> = [];
  for (const line of lines) {
    const [, keyword = "", text = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === "FROM") {
      const [image = "", , name = ""] = text.split(/\s+/);
      stages.push({ image, name, instructions: [] });
    } else stages.at(-1)?.instructions.push({ keyword, text });
  }
  return stages;
}

/** The text of a stage's last instruction with a keyword. */
export function lastOf({ instructions }: Stage, keyword: string): string {
  return instructions.findLast((each) => each.keyword === keyword)?.text ?? "";
}

/** Parses a command in exec form, `["paraph"]`. */
export function exactly(text: string): ReadonlyArray<string> {
  const words: unknown = JSON.parse(text.slice(text.indexOf("[")));
  if (!Array.isArray(words)) throw new TypeError(`Not a list of words: ${text}`);
  return words.map(String);
}

/** The variables that a stage sets. */
export function variablesOf({ instructions }: Stage): Readonly<Record<string, string>> {
  const pairs = instructions
    .filter(({ keyword }) => keyword === "ENV")
    .flatMap(({ text }) => text.split(/\s+/))
    .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
  return Object.fromEntries(pairs);
}

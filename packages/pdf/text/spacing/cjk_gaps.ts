import { CJK } from "../../fonts/bundled/cjk.ts";
import type { Word } from "../word.ts";
import { distanceRun } from "./distance_run.ts";

/** An eighth of the font size, as `text-autospace` of CSS. */
const GAP = 125;

const LATIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Adds distances between Chinese or Japanese characters and the letters or digits next to them. Lines break at
 * these places, and lines neither begin nor end with a distance.
 */
export function withCjkGaps(text: string, words: ReadonlyArray<Word>): ReadonlyArray<Word> {
  if (!CJK.test(text)) return words;
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const last = word.pieces.at(-1);
    if (next === undefined || last === undefined || !hasGap(text, word.end)) return [word];
    const { level, mark, run } = last;
    const piece = { run: distanceRun(run.face, GAP), level, mark };
    const gap = { start: word.end, end: word.end, isSpace: true, glyphCount: 0 };
    return [word, { ...gap, pieces: [piece], width: GAP }];
  });
}

function hasGap(text: string, offset: number): boolean {
  const before = /[^]\p{M}*$/u.exec(text.slice(Math.max(0, offset - 4), offset))?.[0] ?? "";
  const after = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return (
    (IDEOGRAPH.test(before) && LATIN.test(after)) || (LATIN.test(before) && IDEOGRAPH.test(after))
  );
}

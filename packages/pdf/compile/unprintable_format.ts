import { printerOf, type PrintFormat } from "@paraph/core/manifests";

import { missingCharacter } from "../text/missing_character.ts";

/** Every month and every day of the week, before noon and after. */
const DAYS = Array.from({ length: 12 }, (_, month) => {
  const number = String(month + 1).padStart(2, "0");
  return `2026-${number}-${number}T${month % 2 === 0 ? "09" : "21"}:30`;
});

/** Every figure, both separators and a sign. */
const AMOUNT = "-1234567890.12";

/** A character that a format writes and no font has: then it prints no value at all. */
export function unprintableCharacter(format: PrintFormat): string | null {
  if (format.kind === "text") return null;
  const samples = format.kind === "date" ? DAYS : [AMOUNT];
  return missingCharacter(samples.map(printerOf(format)).join(" "));
}

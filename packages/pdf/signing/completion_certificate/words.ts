import type { CertifiedRecipient } from "@paraph/core/builtin_provider";
import { DateTime } from "effect";

/** Formats a time as `2026-05-04 03:02:01 UTC`, "–" for null. */
export function formatTime(time: DateTime.Utc | null): string {
  return time === null ? "–" : `${DateTime.formatIso(time).slice(0, 19).replace("T", " ")} UTC`;
}

/** Formats a time with milliseconds, for the table of events. */
export function formatTimeWithMillis(time: DateTime.Utc): string {
  return DateTime.formatIso(time).replace("T", " ").replace("Z", "");
}

/** Control characters that reorder text, with which a name could look like another one. */
const DIRECTION_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns user text on one line, shortened to `longest` characters, without control characters that reorder
 * it.
 */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replace(DIRECTION_CONTROLS, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

/** The role and the action of each designation. */
export const DESIGNATIONS: Readonly<
  Record<CertifiedRecipient["designation"], { readonly role: string; readonly action: string }>
> = {
  Signer: { role: "Signer", action: "Signed" },
  Approver: { role: "Approver", action: "Approved" },
  CC: { role: "Receives a copy", action: "Signed" },
};

/** The labels of field types. */
export const FIELD_NAMES: Readonly<Record<CertifiedRecipient["fields"][number]["type"], string>> = {
  signature: "Signature",
  initial: "Initials",
  text: "Text",
  date: "Date",
  checkbox: "Checkbox",
  dropdown: "Choice",
  radio_buttons: "Choice",
  text_area: "Long text",
};

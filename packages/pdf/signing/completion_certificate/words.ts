import type { CertifiedRecipient } from "@paraph/core/builtin_provider";
import { DateTime } from "effect";

/** A moment as the certificate writes it: `2026-05-04 03:02:01 UTC`. */
export function moment(at: DateTime.Utc | null): string {
  return at === null ? "–" : `${DateTime.formatIso(at).slice(0, 19).replace("T", " ")} UTC`;
}

/** A moment to the millisecond, as the table of events writes it. */
export function exactMoment(at: DateTime.Utc): string {
  return DateTime.formatIso(at).replace("T", " ").replace("Z", "");
}

/** What turns the order of letters around, so that a name reads as another. */
const TURNS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of somebody's own on one line, no longer than there is room for, and in its own order. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .replace(TURNS, "")
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

/** What somebody did about a document. */
export const DEEDS: Readonly<
  Record<CertifiedRecipient["designation"], { readonly role: string; readonly done: string }>
> = {
  Signer: { role: "Signer", done: "Signed" },
  Approver: { role: "Approver", done: "Approved" },
  CC: { role: "Receives a copy", done: "Signed" },
};

/** What fields are called. */
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

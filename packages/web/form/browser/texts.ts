import type { DataType } from "@paraph/core/manifests";

import { format, pageTextsJson } from "../../ui/browser/texts.ts";
import type { FormTexts } from "./texts/en.ts";
import { REQUIRED_MESSAGE } from "./values/form_values.ts";

const inHead: { readonly form: FormTexts["script"] } = JSON.parse(pageTextsJson());

/** The texts that the script shows, in the language of the page. */
export const texts = inHead.form;

/** Translates a problem of the data rules. */
export function problemText(message: string, dataType: DataType, example: string): string {
  if (message === REQUIRED_MESSAGE) return texts.required[dataType];
  if (message.startsWith("Expected at most")) return texts.tooLong;
  if (!message.startsWith("Expected")) return message;
  return format(texts.invalid[dataType], { example });
}

/** Translates a problem of a loop. */
export function loopProblemText(message: string): string {
  return message.startsWith("Expected at most") ? texts.tooManyRows : message;
}

/** Returns the text for a submission that failed. */
export function failureText(status: number, code: string): string {
  const { failures } = texts;
  if (status === 0) return navigator.onLine ? failures.network : failures.offline;
  if (status === 413) return failures.tooLarge;
  if (status === 429) return failures.tooMany;
  return failures[FAILURES[code] ?? "unknown"];
}

const FAILURES: Readonly<Record<string, keyof FormTexts["script"]["failures"]>> = {
  session_expired: "session",
  session_not_found: "session",
  invalid_credentials: "session",
  permission_denied: "permission",
  partner_suspended: "suspended",
  template_not_resolved: "unpublished",
  wrong_mode: "wrongMode",
  queue_unavailable: "queue",
};

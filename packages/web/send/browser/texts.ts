import { pageTextsJson } from "../../ui/browser/texts.ts";
import type { SendTexts } from "./texts/en.ts";

const inHead: { readonly send: SendTexts["script"] } = JSON.parse(pageTextsJson());

/** The texts that the script shows, in the language of the page. */
export const texts = inHead.send;

/** Returns the text for a call that failed. */
export function failureText(status: number, code: string): string {
  const { failures } = texts;
  if (status === 0) return failures.network;
  if (status === 429) return failures.tooMany;
  return failures[FAILURES[code] ?? "unknown"];
}

const FAILURES: Readonly<Record<string, keyof SendTexts["script"]["failures"]>> = {
  session_expired: "session",
  session_not_found: "session",
  unauthorized: "session",
  invalid_credentials: "session",
  permission_denied: "permission",
  wrong_mode: "permission",
  partner_suspended: "permission",
  conflict: "changed",
  invalid_request: "invalid",
  document_too_large: "tooLarge",
  signature_credits_exhausted: "provider",
  signature_provider_error: "provider",
  signatures_unavailable: "provider",
};

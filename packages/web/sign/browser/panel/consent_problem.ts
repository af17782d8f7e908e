import { inputById, byId } from "../../../ui/browser/dom.ts";

/** Shows that the consent is missing; an empty text removes that. */
export function showConsentProblem(sentence: string): void {
  byId("consent-error").textContent = sentence;
  if (sentence === "") inputById("consent").removeAttribute("aria-invalid");
  else inputById("consent").setAttribute("aria-invalid", "true");
}

import { submissionProblemOf } from "@paraph/core/builtin_provider";

import { pageTextsJson } from "../../ui/browser/texts.ts";
import type { SignScriptTexts } from "./texts/en.ts";

/** The texts that the scripts show, in the language of the page. */
export const TEXTS: SignScriptTexts = JSON.parse(pageTextsJson());

/** Translates a problem that the server has found in a submission. */
export function problemText(message: string): string {
  const problem = submissionProblemOf(message);
  return problem === undefined ? message : TEXTS.problems[problem];
}

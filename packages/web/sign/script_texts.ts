import type { Language } from "@paraph/core/values";

import { type Html, scriptTexts } from "../kit/mod.ts";
import { COMMON_TEXTS } from "../ui/common_texts.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignScriptTexts } from "./browser/texts/en.ts";

/** The texts that the scripts of the pages show, for the head of a page. */
export function signScriptTexts(language: Language): Html {
  const { primary, fields, earlier, mark, consent, progress, submit, decline, delegate } =
    SIGN_TEXTS[language];
  const { failures, gate, statuses, problems } = SIGN_TEXTS[language];
  const texts: SignScriptTexts = {
    primary,
    fields,
    earlier,
    mark,
    consent,
    progress,
    submit,
    decline,
    delegate,
    failures,
    gate,
    statuses,
    problems,
  };
  return scriptTexts({ ...texts, common: COMMON_TEXTS[language] });
}

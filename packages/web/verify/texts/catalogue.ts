import type { Language } from "@paraph/core/values";

import { de } from "./de.ts";
import { en, type VerifyTexts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/** The texts of the verification pages in every language. */
export const VERIFY_TEXTS: Readonly<Record<Language, VerifyTexts>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  ja,
};

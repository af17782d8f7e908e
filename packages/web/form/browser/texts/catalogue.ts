import type { Language } from "@paraph/core/values";

import { de } from "./de.ts";
import { en, type FormTexts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/** The texts of the form page in every language. */
export const FORM_TEXTS: Readonly<Record<Language, FormTexts>> = {
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

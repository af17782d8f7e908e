import type { Language } from "@paraph/core/values";

import { de } from "./de.ts";
import { en, type ShareTexts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/** The texts of the share page in every language. */
export const SHARE_TEXTS: Readonly<Record<Language, ShareTexts>> = {
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

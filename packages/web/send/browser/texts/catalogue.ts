import type { Language } from "@paraph/core/values";

import { de } from "./de.ts";
import { en, type SendTexts } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/** The texts of the send page in every language. */
export const SEND_TEXTS: Readonly<Record<Language, SendTexts>> = {
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

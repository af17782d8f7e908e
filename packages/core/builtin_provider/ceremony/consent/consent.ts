import type { Language } from "../../../values/mod.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";

/**
 * The consent texts of new envelopes. Each envelope stores the texts that it was sent with; the SHA-256 of
 * a text is its version.
 */
export const CONSENTS: Readonly<Record<Language, string>> = { en, de, fr, es, it, nl, pt, pl, ja };

import type { Language } from "@paraph/core/values";

import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { FORM_TEXTS } from "./browser/texts/catalogue.ts";
import type { FormTexts } from "./browser/texts/en.ts";

/** Why there is no form. */
export type GoneKind = keyof FormTexts["gone"];

/**
 * The page of a session that does not exist or has ended.
 *
 * @param framedBy Origins whose pages may embed it.
 * @param files The URLs of scripts and styles.
 */
export function gonePage(
  kind: GoneKind,
  framedBy: ReadonlyArray<string>,
  language: Language,
  files: PageFiles,
): PageResponse {
  return messagePage(
    { status: STATUS[kind], ...FORM_TEXTS[language].gone[kind], language, framedBy },
    files,
  );
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;

import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { FORM_TEXTS } from "./browser/texts/catalogue.ts";
import type { FormTexts } from "./browser/texts/en.ts";

/** Why there is no form. */
export type GoneKind = keyof FormTexts["gone"];

/** What is known of a session that has ended. */
export interface GoneView {
  /** Origins whose pages may embed it. */
  readonly allowedOrigins?: ReadonlyArray<string>;
  readonly branding?: Branding;
}

/**
 * The page of a session that does not exist or has ended.
 *
 * @param files The URLs of scripts and styles.
 */
export function gonePage(
  kind: GoneKind,
  { allowedOrigins: framedBy = [], branding = {} }: GoneView,
  language: Language,
  files: PageFiles,
): PageResponse {
  return messagePage(
    { status: STATUS[kind], ...FORM_TEXTS[language].gone[kind], language, framedBy, branding },
    files,
  );
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;

import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { SHARE_TEXTS } from "./browser/texts/catalogue.ts";
import type { ShareTexts } from "./browser/texts/en.ts";

/** Why there is no document. */
export type NeutralKind = keyof ShareTexts["neutral"];

/**
 * The page of a link that does not work. It reveals nothing about any document. A link that worked before
 * has the branding of its sender.
 *
 * @param files The URLs of scripts and styles.
 */
export function neutralPage(
  kind: NeutralKind,
  { language, branding = {} }: { readonly language: Language; readonly branding?: Branding },
  files: PageFiles,
): PageResponse {
  const texts = SHARE_TEXTS[language].neutral[kind];
  return messagePage({ status: STATUS[kind], ...texts, language, branding }, files);
}

const STATUS = { unknown: 404, revoked: 410, expired: 410 } as const satisfies Record<
  NeutralKind,
  number
>;

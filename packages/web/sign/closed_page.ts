import type { Language } from "@paraph/core/values";

import { html, type Html, messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignTexts } from "./browser/texts/en.ts";
import { evidenceLinks } from "./evidence_links.ts";
import { framedBy, type SignPageView } from "./sign_page.ts";

/** Why there is nothing to sign. */
export type ClosedKind = keyof SignTexts["closed"];

/**
 * The page of a link with nothing to sign. It never shows the document.
 *
 * @param files The URLs of scripts and styles.
 * @param view The request of the link, once it has ended; for an unknown link there is none.
 */
export function closedPage(
  kind: ClosedKind,
  language: Language,
  files: PageFiles,
  view?: SignPageView,
): PageResponse {
  const message = { status: STATUS[kind], ...SIGN_TEXTS[language].closed[kind], language };
  if (view === undefined) return messagePage(message, files);
  const { name, branding } = view;
  return messagePage(
    { ...message, subject: name, more: ending(view, language), branding, ...framedBy(view) },
    files,
  );
}

/** Whom to ask about the request, and its evidence. */
function ending(view: SignPageView, language: Language): Html {
  return html`${askLine(SIGN_TEXTS[language].closedBy, view, language)}
  ${evidenceLinks({ ...view, hasSignedDocument: false }, language)}`;
}

const STATUS = {
  unknown: 404,
  session: 410,
  declined: 410,
  cancelled: 410,
  expired: 410,
} as const satisfies Record<ClosedKind, number>;

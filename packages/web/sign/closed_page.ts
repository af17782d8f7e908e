import {
  html,
  type Html,
  interpolate,
  messagePage,
  type PageFiles,
  type PageResponse,
} from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";
import { evidenceLinks } from "./evidence_links.ts";
import { framedBy, type SignPageView } from "./sign_page.ts";

/** Why there is nothing to sign. */
export type ClosedKind = keyof typeof TEXTS.closed;

/**
 * The page of a link with nothing to sign. It never shows the document.
 *
 * @param files The URLs of scripts and styles.
 * @param view The request of the link, once it has ended; for an unknown link there is none.
 */
export function closedPage(kind: ClosedKind, files: PageFiles, view?: SignPageView): PageResponse {
  const message = { status: STATUS[kind], ...TEXTS.closed[kind] };
  if (view === undefined) return messagePage(message, files);
  return messagePage({ ...message, more: ending(view), ...framedBy(view) }, files);
}

/** The request that has ended, whom to ask about it, and its evidence. */
function ending(view: SignPageView): Html {
  const sender = html`<bdi>${view.sender}</bdi>`;
  return html`<p class="document-name" dir="auto">${view.name}</p>
    <p>${interpolate(TEXTS.closedBy, { sender })}</p>
    ${evidenceLinks(view)}`;
}

const STATUS = {
  unknown: 404,
  declined: 410,
  cancelled: 410,
  expired: 410,
} as const satisfies Record<ClosedKind, number>;

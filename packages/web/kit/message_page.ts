import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { brandFooter, brandHeader } from "./branding.ts";
import { html, type Html } from "./html.ts";
import type { PageLook } from "./page_assets.ts";
import { pageFrame, type PageResponse } from "./page_frame.ts";

/** The message of a page without contents. */
interface Message {
  readonly status: number;
  readonly title: string;
  /** What the reader can do. */
  readonly advice: string;
  /** The name of what the message is about. */
  readonly subject?: string;
  /** What follows the advice. */
  readonly more?: Html;
  /** The language of the texts; English by default. */
  readonly language?: Language;
  /** The branding of the sender, if the link is known. */
  readonly branding?: Branding;
  /** Origins whose pages may embed it. */
  readonly framedBy?: ReadonlyArray<string>;
}

/**
 * Returns a page that only shows a message. It reveals nothing about any document.
 *
 * @param files The URLs of its style and icon.
 */
export function messagePage(
  { status, title, advice, subject, more, language = "en", branding = {}, framedBy }: Message,
  files: PageLook,
): PageResponse {
  const body = html`<body class="neutral">
    ${brandHeader(branding, files)}
    <main>
      ${MESSAGE_EMBLEM}
      <h1>${title}</h1>
      ${subject === undefined ? "" : html`<p class="document-name" dir="auto">${subject}</p>`}
      <p>${advice}</p>
      ${more ?? ""}
    </main>
    ${brandFooter(branding)}
  </body>`;
  const frame = { status, title, language, files, policy: STILL, branding, body };
  return pageFrame(framedBy === undefined ? frame : { ...frame, framedBy });
}

/** A document that is crossed out. */
export const MESSAGE_EMBLEM = html`<svg class="emblem" viewBox="0 0 48 48" aria-hidden="true">
  <path d="M13 5h15l9 9v29H13zM28 5v9h9" />
  <path d="M8 42 41 9" />
</svg>`;

/** The policy of a page without scripts and forms. */
export const STILL = [
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

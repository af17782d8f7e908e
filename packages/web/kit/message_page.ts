import type { Language } from "@paraph/core/values";

import { html, type Html } from "./html.ts";
import type { PageLook } from "./page_assets.ts";
import { pageFrame, type PageResponse } from "./page_frame.ts";

/** The message of a page without contents. */
interface Message {
  readonly status: number;
  readonly title: string;
  /** What the reader can do. */
  readonly advice: string;
  /** What follows the advice. */
  readonly more?: Html;
  /** The language of the texts; English by default. */
  readonly language?: Language;
  /** Origins whose pages may embed it. */
  readonly framedBy?: ReadonlyArray<string>;
}

/**
 * Returns a page that only shows a message. It reveals nothing about any document.
 *
 * @param files The URLs of its style and icon.
 */
export function messagePage(
  { status, title, advice, more, language = "en", framedBy }: Message,
  files: PageLook,
): PageResponse {
  const body = html`<body class="neutral">
    <main>
      <svg class="emblem" viewBox="0 0 48 48" aria-hidden="true">
        <path d="M13 5h15l9 9v29H13zM28 5v9h9" />
        <path d="M8 42 41 9" />
      </svg>
      <h1>${title}</h1>
      <p>${advice}</p>
      ${more ?? ""}
    </main>
  </body>`;
  const frame = { status, title, language, files, policy: STILL, body };
  return pageFrame(framedBy === undefined ? frame : { ...frame, framedBy });
}

/** The policy of a page without scripts and forms. */
export const STILL = [
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

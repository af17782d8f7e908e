import { html } from "./html.ts";
import type { PageFiles } from "./page_assets.ts";
import { pageFrame, type SharePageResponse } from "./page_frame.ts";

/** Why there is nothing to see. */
export type NeutralKind = "unknown" | "revoked" | "expired";

/**
 * The page of a link that leads to no document, or not any more. It tells nothing of any document.
 *
 * @param files Addresses of what pages load.
 */
export function neutralPage(kind: NeutralKind, files: PageFiles): SharePageResponse {
  const { status, title, advice } = NEUTRAL[kind];
  const body = html`<body class="neutral">
    <main>
      <svg class="emblem" viewBox="0 0 48 48" aria-hidden="true">
        <path d="M13 5h15l9 9v29H13zM28 5v9h9" />
        <path d="M8 42 41 9" />
      </svg>
      <h1>${title}</h1>
      <p>${advice}</p>
    </main>
  </body>`;
  const policy = ["img-src 'self'", "form-action 'none'", "trusted-types 'none'"];
  return pageFrame({ status, title, files, policy, body });
}

const NEUTRAL = {
  unknown: {
    status: 404,
    title: "This link leads nowhere",
    advice: "Check that you have all of it, or ask whoever sent it to you for a new one.",
  },
  revoked: {
    status: 410,
    title: "This link has been withdrawn",
    advice: "Ask whoever sent it to you for a new one if you still need the document.",
  },
  expired: {
    status: 410,
    title: "This link has expired",
    advice: "Ask whoever sent it to you for a new one if you still need the document.",
  },
};

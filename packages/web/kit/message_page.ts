import { html } from "./html.ts";
import type { PageFiles } from "./page_assets.ts";
import { pageFrame, type PageResponse } from "./page_frame.ts";

/** What a page says that has nothing to show. */
interface Message {
  readonly status: number;
  readonly title: string;
  /** What its reader can do. */
  readonly advice: string;
  /** Origins whose pages may show it inside of theirs. */
  readonly framedBy?: ReadonlyArray<string>;
}

/**
 * A page that says why there is nothing to see. It tells nothing of any document.
 *
 * @param files The URLs of scripts and styles.
 */
export function messagePage(
  { status, title, advice, framedBy }: Message,
  files: PageFiles,
): PageResponse {
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
  const policy = [
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "trusted-types 'none'",
  ];
  const frame = { status, title, files, policy, body };
  return pageFrame(framedBy === undefined ? frame : { ...frame, framedBy });
}

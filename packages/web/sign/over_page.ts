import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import {
  brandFooter,
  brandHeader,
  html,
  MESSAGE_EMBLEM,
  pageFrame,
  type PageFiles,
  type PageResponse,
} from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";

/** Whose document the URL opened, and where. */
export interface OverView {
  /** The origins whose pages may frame it. */
  readonly framedBy: ReadonlyArray<string>;
  readonly branding: Branding;
}

/**
 * The page of a URL that was opened before or has expired. Its script informs the page that frames it.
 */
export function overPage(view: OverView, language: Language, files: PageFiles): PageResponse {
  const { framedBy, branding } = view;
  const { over, done } = SIGN_TEXTS[language];
  const { title, advice } = over;
  const head = html`<script type="module" src="${files.script}"></script>`;
  const body = html`<body class="neutral">
    ${brandHeader(branding, files)}
    <main id="over" data-origins="${framedBy.join(" ")}">
      ${MESSAGE_EMBLEM}
      <h1>${title}</h1>
      <p>${advice}</p>
      ${branding.name === undefined ? "" : askLine(done.ask, { sender: branding.name, branding }, language)}
    </main>
    ${brandFooter(branding)}
  </body>`;
  const frame = { status: 410, title, language, files, policy: POLICY, head, body };
  return pageFrame({ ...frame, framedBy, branding });
}

const POLICY = ["script-src 'self'", "img-src 'self'", "font-src 'self'", "form-action 'none'"];

import type { Language } from "@paraph/core/values";

import { html, pageFrame, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";

/**
 * The page of a URL that was opened before or has expired. Its script informs the page that frames it.
 *
 * @param framedBy The origins whose pages may frame it.
 */
export function overPage(
  framedBy: ReadonlyArray<string>,
  language: Language,
  files: PageFiles,
): PageResponse {
  const { title, advice } = SIGN_TEXTS[language].over;
  const head = html`<script type="module" src="${files.script}"></script>`;
  const body = html`<body class="neutral">
    <main id="over" data-origins="${framedBy.join(" ")}">
      <h1>${title}</h1>
      <p>${advice}</p>
    </main>
  </body>`;
  return pageFrame({ status: 410, title, language, files, policy: POLICY, framedBy, head, body });
}

const POLICY = ["script-src 'self'", "img-src 'self'", "font-src 'self'", "form-action 'none'"];

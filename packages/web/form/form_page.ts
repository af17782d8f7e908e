import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { embedAttributes } from "../kit/embed_attributes.ts";
import {
  brandFooter,
  brandMark,
  html,
  pageFrame,
  type PageFiles,
  type PageResponse,
  scriptTexts,
} from "../kit/mod.ts";
import { COMMON_TEXTS } from "../ui/common_texts.ts";
import { FORM_TEXTS } from "./browser/texts/catalogue.ts";

/** The contents of a form page before its script has loaded the rest. */
export interface FormPageView {
  readonly sessionId: string;
  /** Text, not HTML. */
  readonly title?: string;
  readonly branding: Branding;
  /** Origins whose pages may embed it. */
  readonly allowedOrigins: ReadonlyArray<string>;
}

/** Returns the page of a form. */
export function formPage(
  view: FormPageView,
  language: Language,
  files: PageFiles,
  root: string,
): PageResponse {
  const { page: texts, script: form } = FORM_TEXTS[language];
  const { title = texts.untitled, allowedOrigins, branding } = view;
  const head = html`${scriptTexts({ form, common: COMMON_TEXTS[language] })}
    <script type="module" src="${files.script}"></script>
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="filling">
    <a class="skip" href="#form-page">${texts.skip}</a>
    <header class="bar">
      ${brandMark(branding, files)}
      <div class="heading"><h1 id="form-title" dir="auto">${title}</h1></div>
    </header>
    <main id="form-page" tabindex="-1" aria-busy="true" ${embedAttributes(view, files, root)}>
      <noscript
        ><div class="card">
          <h2>${texts.noScriptTitle}</h2>
          <p>${texts.noScript}</p>
        </div></noscript
      >
      <div class="skeleton needs-script" role="img" aria-label="${texts.loading}">
        <div></div>
        <div></div>
      </div>
    </main>
    ${brandFooter(branding)}
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
  </body>`;
  return pageFrame({
    status: 200,
    title,
    language,
    files,
    policy: POLICY,
    branding,
    head,
    body,
    framedBy: allowedOrigins,
  });
}

const POLICY = [
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  // Chosen images are shown before they are submitted.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types paraph",
];

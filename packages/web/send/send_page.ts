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
import { SEND_TEXTS } from "./browser/texts/catalogue.ts";

/** The contents of a send page before its script has loaded the rest. */
export interface SendPageView {
  readonly sessionId: string;
  /** Text, not HTML. */
  readonly title?: string;
  readonly branding: Branding;
  /** Origins whose pages may embed it. */
  readonly allowedOrigins: ReadonlyArray<string>;
}

/** Returns the page on which a document is prepared and sent for signature. */
export function sendPage(
  view: SendPageView,
  language: Language,
  files: PageFiles,
  root: string,
): PageResponse {
  const { page: texts, script: send } = SEND_TEXTS[language];
  const { title = texts.title, allowedOrigins, branding } = view;
  const head = html`${scriptTexts({ send, common: COMMON_TEXTS[language] })}
    <script type="module" src="${files.script}"></script>
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="sending">
    <a class="skip" href="#send-page">${texts.skip}</a>
    <header class="bar">
      ${brandMark(branding, files)}
      <div class="heading">
        <h1 id="send-title">${title}</h1>
        <p class="facts" id="document-name" dir="auto"></p>
      </div>
    </header>
    <main id="send-page" tabindex="-1" aria-busy="true" ${embedAttributes(view, files, root)}>
      <noscript
        ><div class="card">
          <h2>${texts.noScriptTitle}</h2>
          <p>${texts.noScript}</p>
        </div></noscript
      >
      <div class="sheet is-blank needs-script" role="img" aria-label="${texts.loading}"></div>
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
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types paraph",
];

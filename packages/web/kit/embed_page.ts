import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { brandFooter, brandMark } from "./branding.ts";
import { html, type Html } from "./html.ts";
import type { PageFiles } from "./page_assets.ts";
import { pageFrame, type PageResponse } from "./page_frame.ts";

/** What a page of an embed session needs before its script has loaded the rest. */
export interface EmbedPageView {
  readonly sessionId: string;
  /** Text, not HTML. */
  readonly title?: string;
  readonly branding: Branding;
  /** Origins of pages that may embed it and exchange messages with it; undefined for a page of its own. */
  readonly allowedOrigins?: ReadonlyArray<string>;
}

/** Where and in which language a page is shown. */
interface EmbedPageContext {
  readonly language: Language;
  readonly files: PageFiles;
  /** The path of the API, without a slash at the end. */
  readonly root: string;
}

/** What the pages differ in. */
interface EmbedPageParts {
  /** The id of its main element. */
  readonly id: string;
  readonly className: string;
  readonly title: string;
  readonly texts: {
    readonly skip: string;
    readonly noScriptTitle: string;
    readonly noScript: string;
  };
  readonly scriptTexts: Html;
  readonly heading: Html;
  /** Shown while the script loads. */
  readonly placeholder: Html;
}

/** Returns a page of an embed session, whose script fills its main element. */
export function embedPage(
  { sessionId, branding, allowedOrigins }: EmbedPageView,
  { language, files, root }: EmbedPageContext,
  { id, className, title, texts, scriptTexts, heading, placeholder }: EmbedPageParts,
): PageResponse {
  const { script, modules, worker, library } = files;
  const head = html`${scriptTexts}
    <script type="module" src="${script}"></script>
    ${modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="${className}">
    <a class="skip" href="#${id}">${texts.skip}</a>
    <header class="bar">
      ${brandMark(branding, files)}
      <div class="heading">${heading}</div>
    </header>
    <main
      id="${id}"
      tabindex="-1"
      aria-busy="true"
      data-session="${sessionId}"
      data-root="${root}"
      data-origins="${(allowedOrigins ?? []).join(" ")}"
      data-worker="${worker}"
      data-library="${library}"
    >
      <noscript
        ><div class="card">
          <h2>${texts.noScriptTitle}</h2>
          <p>${texts.noScript}</p>
        </div></noscript
      >
      ${placeholder}
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
    ...(allowedOrigins === undefined ? {} : { framedBy: allowedOrigins }),
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

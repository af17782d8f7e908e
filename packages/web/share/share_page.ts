import type { Branding } from "@paraph/core/projects";
import { formatMessage, type Language } from "@paraph/core/values";

import {
  brandFooter,
  brandMark,
  dayOf,
  html,
  type Html,
  interpolate,
  pageFrame,
  type PageFiles,
  type PageResponse,
  scriptTexts,
} from "../kit/mod.ts";
import { byteSizeOf, percentOf } from "../ui/browser/numbers.ts";
import { COMMON_TEXTS } from "../ui/common_texts.ts";
import { SHARE_TEXTS } from "./browser/texts/catalogue.ts";
import type { ShareScriptTexts } from "./browser/texts/en.ts";

/** The contents of a share page. URLs are relative to the page. */
export interface SharePageView {
  /** The document's name without an extension; text, not HTML. */
  readonly title: string;
  /** The name of the sender; text, not HTML. */
  readonly sender: string;
  /** The sender's message; text, not HTML. */
  readonly message: string | null;
  readonly pageCount: number;
  readonly byteSize: number;
  /** When the link stops working, if ever: ISO 8601. */
  readonly expiresAt: string | null;
  /** The PDF, inline: `Range` and `ETag` work, and nothing is recorded. */
  readonly documentUrl: string;
  /** The PDF as an attachment; fetching it records `downloaded`. */
  readonly downloadUrl: string;
  /**
   * Takes `{ "eventType": "viewed" | "downloaded" | "printed" }` by POST; 404 or 410 once the link no longer
   * works.
   */
  readonly eventsUrl: string;
  readonly branding: Branding;
}

/** Returns the page of an active share. */
export function sharePage(view: SharePageView, language: Language, files: PageFiles): PageResponse {
  const [texts, common] = [SHARE_TEXTS[language], COMMON_TEXTS[language]];
  const { download, printing, contents, tools, find, failed } = texts;
  const inScript: ShareScriptTexts = { download, printing, contents, tools, find, failed };
  const { title, sender, message, documentUrl, eventsUrl, branding } = view;
  const head = html`${scriptTexts({ ...inScript, common })}
    <script type="module" src="${files.script}"></script>
    ${view.byteSize > LARGE_BYTES ? "" : preload(documentUrl)}
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body>
    <a class="skip" href="#document">${texts.skip}</a>
    <header class="bar">
      ${brandMark(branding, files)}
      <div class="heading">
        <h1 dir="auto">${title}</h1>
        <div class="facts">
          <span id="position"
            >${formatMessage(language, common.pages, { count: view.pageCount })}</span
          ><span>${byteSizeOf(view.byteSize, language)}</span
          >${until(view.expiresAt, texts.until, language)}
        </div>
      </div>
      <div class="actions">
        ${toolButton("thumbnails", THUMBNAILS, tools.thumbnails)}
        ${toolButton("search", MAGNIFIER, tools.search)}
        <div id="zoom" class="needs-script">
          ${toolButton("zoom-out", MINUS, tools.zoomOut)}
          <button type="button" id="zoom-level" title="${tools.fit}" aria-disabled="true">
            ${percentOf(1, language)}
          </button>
          ${toolButton("zoom-in", PLUS, tools.zoomIn)}
        </div>
        <button type="button" id="print" class="needs-script" aria-disabled="true">
          ${PRINTER}<span>${texts.print}</span>
        </button>
        ${downloadForm(view.downloadUrl, texts.download)}
      </div>
      <div id="find" class="needs-script" hidden></div>
    </header>
    <aside id="pages-panel" class="needs-script" aria-label="${tools.thumbnails}" hidden></aside>
    <main
      id="document"
      tabindex="-1"
      data-document="${documentUrl}"
      data-download="${view.downloadUrl}"
      data-events="${eventsUrl}"
      data-worker="${files.worker}"
      data-library="${files.library}"
    >
      ${message === null ? "" : note(message, formatMessage(language, texts.message, { sender }))}
      <noscript
        ><div class="card">
          <h2>${texts.noScript.title}</h2>
          <p>${texts.noScript.reason}</p>
          <p>
            ${interpolate(texts.noScript.advice, {
              download: html`<a href="${view.downloadUrl}">${texts.noScript.download}</a>`,
              open: html`<a href="${documentUrl}">${texts.noScript.open}</a>`,
            })}
          </p>
        </div></noscript
      >
      <div id="pages" class="needs-script" aria-busy="true">
        <div class="sheet is-blank">
          <p class="patience">
            ${interpolate(texts.slow.text, {
              download: html`<a href="${view.downloadUrl}">${texts.slow.download}</a>`,
            })}
          </p>
        </div>
      </div>
    </main>
    ${brandFooter(branding)}
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
    <div id="paper"></div>
  </body>`;
  return pageFrame({ status: 200, title, language, files, policy: POLICY, branding, head, body });
}

/**
 * Small documents are loaded in parallel with the script. Large ones would delay it: it requests the visible
 * parts first.
 */
const LARGE_BYTES = 512 * 1024;

/** Preloads a document with the same request as the script. */
function preload(url: string): Html {
  return html`<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}" />`;
}

/** Images for printing are created in the page. */
const POLICY = [
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "form-action 'self'",
  "trusted-types paraph",
];

/** A longer message scrolls, so that the document stays visible. */
const LONG_MESSAGE = 320;

function note(message: string, title: string): Html {
  const text = html`<p dir="auto">${message}</p>`;
  const long = html`<div class="scrolls" tabindex="0" role="group" aria-labelledby="note">
    ${text}
  </div>`;
  return html`<section class="card note" aria-labelledby="note">
    <h2 id="note" dir="auto">${title}</h2>
    ${message.length > LONG_MESSAGE ? long : text}
  </section>`;
}

/** A button with an icon; the script enables it. */
function toolButton(id: string, icon: Html, label: string): Html {
  return html`<button
    type="button"
    id="${id}"
    class="tool needs-script"
    title="${label}"
    aria-label="${label}"
    aria-disabled="true"
  >
    ${icon}
  </button>`;
}

/** A download button that works without scripts; the form sends the query. */
function downloadForm(url: string, label: string): Html {
  const [path = "", query = ""] = url.split("?");
  const fields = [...new URLSearchParams(query)].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form action="${path}">
    ${fields}<button class="is-first">${ARROW}${label}</button>
  </form>`;
}

function until(expiresAt: string | null, text: string, language: Language): Html | string {
  if (expiresAt === null) return "";
  const time = html`<time datetime="${expiresAt}">${dayOf(expiresAt, language)}</time>`;
  return html`<span>${interpolate(text, { day: time })}</span>`;
}

const THUMBNAILS = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M3.5 3h13v14h-13zM8 3v14M3.5 7.5H8M3.5 12.5H8" />
</svg>`;
const MAGNIFIER = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M12.5 12.5 17 17" />
</svg>`;
const MINUS = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4.5 10h11" /></svg>`;
const PLUS = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M4.5 10h11M10 4.5v11" />
</svg>`;
const PRINTER = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6z" />
</svg>`;
const ARROW = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />
</svg>`;

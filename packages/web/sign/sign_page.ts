import type { Ceremony } from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
import { directionOf, formatMessage, type Language } from "@paraph/core/values";

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
} from "../kit/mod.ts";
import { COMMON_TEXTS } from "../ui/common_texts.ts";
import { adoptForm } from "./adopt_form.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignTexts } from "./browser/texts/en.ts";
import { declineDialog, delegatedTemplate, delegateDialog, markDialog } from "./dialogs.ts";
import { signScriptTexts } from "./script_texts.ts";

/** The contents of a recipient's page before its script has loaded the rest. */
export interface SignPageView {
  /** The title of the request. It and all that follows is text, not HTML. */
  readonly name: string;
  readonly sender: string;
  /** The sender's message to the recipients. */
  readonly message: string | null;
  readonly recipientName: string;
  /** Whether the recipient approves instead of signing. */
  readonly isApproval: boolean;
  /** Whether the recipient has fields for a signature or initials. */
  readonly hasMark: boolean;
  /** The consent text, in the language of the request. */
  readonly consent: Pick<Ceremony["consent"], "text" | "language">;
  readonly pageCount: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** URLs relative to the page. */
  readonly address: string;
  /** All signers and approvers; empty until this recipient has finished. */
  readonly recipients: Ceremony["recipients"];
  /** Who provides the device of a signature in person; `null` for others. */
  readonly host: string | null;
  /** Whether the recipient may name another person in their place. */
  readonly mayDelegate: boolean;
  /** Whether the certificate can be downloaded. */
  readonly hasCertificate: boolean;
  /** The URL that the page opens after signing; `null` for the page that confirms it. */
  readonly redirectUrl: string | null;
  readonly branding: Branding;
  /** The origins whose pages may frame it; absent for a page that is not framed. */
  readonly framedBy?: ReadonlyArray<string>;
}

/** The page of a recipient who can sign now. */
export function signPage(view: SignPageView, language: Language, files: PageFiles): PageResponse {
  const texts = SIGN_TEXTS[language];
  const { name, sender, recipientName, address, branding, isApproval } = view;
  const { skip, lead } = isApproval ? texts.approve : texts.sign;
  const head = html`${signScriptTexts(language)}
    <script type="module" src="${files.script}"></script>
    ${preload(`${address}/ceremony`)}
    ${files.modules.map((module) => html`<link rel="modulepreload" href="${module}" />`)}`;
  const body = html`<body class="signing">
    <a class="skip" href="#panel">${skip}</a>
    <header class="bar">
      ${brandMark(branding, files)}
      <div class="heading">
        <h1 dir="auto">${name}</h1>
        <p class="asks">${interpolate(lead, { sender: bdi(sender) })}</p>
        <p class="facts">
          <span class="from">${interpolate(texts.sender, { sender: bdi(sender) })}</span
          ><span class="addressee"
            >${interpolate(texts.recipient, { recipient: bdi(recipientName) })}</span
          >${until(view.expiresAt, texts, language)}
        </p>
      </div>
      <p id="position" class="position">
        ${formatMessage(language, COMMON_TEXTS[language].pages, { count: view.pageCount })}
      </p>
      <a class="button is-small" href="${address}/document.pdf" target="_blank" rel="noopener"
        >${texts.openPdf}</a
      >
    </header>
    <main
      id="ceremony"
      data-ceremony="${address}/ceremony"
      data-document="${address}/document.pdf"
      data-fonts="${address}/fonts"
      data-open="${address}/open"
      data-finish="${address}/finish"
      data-decline="${address}/decline"
      data-delegate="${address}/delegate"
      data-redirect="${view.redirectUrl ?? ""}"
      data-origins="${(view.framedBy ?? []).join(" ")}"
      data-worker="${files.worker}"
      data-library="${files.library}"
    >
      <section id="document" aria-label="${texts.document}" tabindex="-1">
        <noscript
          ><div class="card">
            <h2>${texts.noScript.title}</h2>
            <p>
              ${interpolate(texts.noScript.text, {
                document: html`<a href="${address}/document.pdf">${texts.noScript.document}</a>`,
              })}
            </p>
          </div></noscript
        >
        <div id="pages" class="needs-script" aria-busy="true">
          <div class="sheet is-blank"></div>
        </div>
      </section>
      ${panel(view, texts)}
    </main>
    ${brandFooter(branding)}
    <div id="status" class="is-silent needs-script">
      <span id="status-text" role="status"></span
      ><button type="button" id="status-action" hidden></button>
    </div>
    ${markDialog(texts)} ${declineDialog(view, texts)}
    ${view.mayDelegate ? html`${delegateDialog(view, texts)} ${delegatedTemplate(view, language)}` : ""}
  </body>`;
  const frame = framedBy(view);
  return pageFrame({
    status: 200,
    title: name,
    language,
    files,
    policy: POLICY,
    branding,
    head,
    body,
    ...frame,
  });
}

/** The origins whose pages may frame a page. */
export function framedBy({ framedBy: origins }: Pick<SignPageView, "framedBy">) {
  return origins === undefined ? {} : { framedBy: origins };
}

/** The panel with the recipient's tasks. */
function panel(view: SignPageView, texts: SignTexts): Html {
  const { sender, message, isApproval, hasMark, consent, mayDelegate } = view;
  const { title, lead } = isApproval ? texts.approve : texts.sign;
  return html`<section
    id="panel"
    class="panel needs-script"
    aria-labelledby="panel-title"
    tabindex="-1"
  >
    <div class="panel-body">
      <h2 id="panel-title">${title}</h2>
      <p class="lead">${interpolate(lead, { sender: bdi(sender) })}</p>
      ${message === null ? "" : html`<blockquote class="message" dir="auto">${message}</blockquote>`}
      <div id="mark-home" ${hasMark ? "" : html` hidden`}>
        ${adoptForm(texts)}
        <p><button type="button" id="mark-place" hidden></button></p>
      </div>
      <section id="review" class="review" aria-labelledby="review-title" hidden>
        <h3 id="review-title">${texts.fields.title}</h3>
        <ol id="review-list"></ol>
      </section>
      <section class="consent">
        <p class="tick">
          <input type="checkbox" id="consent" aria-describedby="consent-error" />
          <label for="consent">${texts.consent.label}</label>
        </p>
        <p class="problem" id="consent-error"></p>
        <details>
          <summary>${texts.consent.details}</summary>
          ${disclosure(consent)}
        </details>
      </section>
    </div>
    <div class="foot">
      <p id="problem" class="problem" role="alert"></p>
      <div class="actions">
        <p class="progress">
          <span id="progress" role="status"></span>
          <progress id="progress-bar" value="0" max="1" aria-labelledby="progress"></progress>
        </p>
        <button type="button" id="primary" class="is-first" aria-disabled="true">
          ${texts.primary.start}
        </button>
      </div>
      <p class="or">
        <button type="button" id="decline" class="is-quiet" aria-disabled="true">
          ${texts.decline.button}
        </button>
        ${
          mayDelegate
            ? html`<button type="button" id="delegate" class="is-quiet" aria-disabled="true">
                ${texts.delegate.button}
              </button>`
            : ""
        }
      </p>
    </div>
  </section>`;
}

/** The consent text, in its own language. Line breaks around it would be visible. */
function disclosure({ text, language }: SignPageView["consent"]): Html {
  const dir = directionOf(language);
  return html`<p class="disclosure" tabindex="0" lang="${language}" dir="${dir}">${text}</p>`;
}

const POLICY = [
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types paraph",
];

/** Isolates the direction of a name from the text around it. */
function bdi(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** Preloads what the script requests first. */
function preload(url: string): Html {
  return html`<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}" />`;
}

function until(expiresAt: string, texts: SignTexts, language: Language): Html {
  const time = html`<time datetime="${expiresAt}">${dayOf(expiresAt, language)}</time>`;
  return html`<span>${interpolate(texts.until, { day: time })}</span>`;
}

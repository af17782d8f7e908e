import { formatMessage, type Language } from "@paraph/core/values";

import {
  brandFooter,
  brandHeader,
  html,
  type Html,
  interpolate,
  pageFrame,
  type PageFiles,
  type PageResponse,
} from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignTexts } from "./browser/texts/en.ts";
import { DONE_EMBLEM } from "./done_emblem.ts";
import { evidenceLinks } from "./evidence_links.ts";
import { signScriptTexts } from "./script_texts.ts";
import { framedBy, type SignPageView } from "./sign_page.ts";
import { signerProgress } from "./signer_progress.ts";

/**
 * The page of a recipient who has finished. It waits for the other recipients, then offers the sealed
 * copy.
 *
 * @param files The URLs of scripts and styles.
 */
export function donePage(
  view: SignPageView,
  state: "finished" | "completed",
  language: Language,
  files: PageFiles,
): PageResponse {
  const { name, recipientName, address, sender, branding } = view;
  const texts = SIGN_TEXTS[language];
  const title = formatMessage(language, texts.done.title, { recipient: recipientName });
  const head = html`${signScriptTexts(language)}
    <script type="module" src="${files.script}"></script>`;
  const body = html`<body class="neutral done">
    ${brandHeader(branding, files)}
    <main id="done" data-state="${state}" data-ceremony="${address}/ceremony">
      ${DONE_EMBLEM}
      <h1 id="done-title" tabindex="-1">${title}</h1>
      <p class="document-name" dir="auto">${name}</p>
      <div role="status" class="done-state">
        <p class="when-finished">
          ${view.isApproval ? texts.done.approved : texts.done.signed} ${texts.done.waiting}
        </p>
        <p class="when-completed">${texts.done.completed}</p>
      </div>
      <p class="done-actions when-completed">
        <a class="button is-first" href="${address}/signed.pdf" download
          >${ARROW}${texts.done.download}</a
        >
      </p>
      <p class="done-actions when-finished">
        <a class="button" href="${address}/document.pdf" target="_blank" rel="noopener"
          >${texts.done.read}</a
        >
      </p>
      ${handBack(view, texts)} ${continueLink(view, texts)}
      <div class="when-completed">
        ${evidenceLinks({ address, hasCertificate: true, hasSignedDocument: true }, language)}
      </div>
      ${signerProgress(view, texts)} ${askLine(texts.done.ask, { sender, branding }, language)}
    </main>
    ${brandFooter(branding)}
  </body>`;
  return pageFrame({
    status: 200,
    title: formatMessage(language, texts.done.pageTitle, { document: name }),
    language,
    files,
    policy: POLICY,
    branding,
    head,
    body,
    ...framedBy(view),
  });
}

/** Asks for the device of a host. */
function handBack({ host }: SignPageView, { inPerson }: SignTexts): Html | string {
  if (host === null) return "";
  return html`<p class="hand-back">
    ${interpolate(inPerson.all, { host: html`<bdi>${host}</bdi>` })}
  </p>`;
}

/** The link to the page after signing. */
function continueLink({ redirectUrl }: SignPageView, { done }: SignTexts): Html | string {
  if (redirectUrl === null) return "";
  return html`<p class="done-actions">
    <a class="button" href="${redirectUrl}" rel="noopener noreferrer">${done.next}</a>
  </p>`;
}

const POLICY = [
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

const ARROW = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <path d="M10 3v9.5M6 9l4 4 4-4M4 16.5h12" />
</svg>`;

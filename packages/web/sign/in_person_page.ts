import type { InPersonQuestion } from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
import { formatMessage, type Language } from "@paraph/core/values";

import {
  brandFooter,
  brandHeader,
  html,
  interpolate,
  pageFrame,
  type PageFiles,
  type PageResponse,
} from "../kit/mod.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import { signScriptTexts } from "./script_texts.ts";
import { framedBy } from "./sign_page.ts";

/** Who is asked for their name, and where. */
export interface InPersonView extends InPersonQuestion {
  /** The URL of the page, relative to the page. */
  readonly address: string;
  readonly branding: Branding;
  /** The origins whose pages may frame it. */
  readonly framedBy: ReadonlyArray<string>;
}

/** The page that hands the device of a host to a recipient, who confirms their name there. */
export function inPersonPage(
  view: InPersonView,
  language: Language,
  files: PageFiles,
): PageResponse {
  const { sender, recipient, host, isApproval, address, branding } = view;
  const { inPerson: texts, noScript } = SIGN_TEXTS[language];
  const title = formatMessage(language, texts.title, { recipient });
  const names = {
    sender: html`<bdi>${sender}</bdi>`,
    recipient: html`<bdi>${recipient}</bdi>`,
    host: html`<bdi>${host}</bdi>`,
  };
  const head = html`${signScriptTexts(language)}
    <script type="module" src="${files.script}"></script>`;
  const body = html`<body class="neutral done gate">
    ${brandHeader(branding, files)}
    <main id="in-person" data-confirm="${address}/confirm">
      <h1>${title}</h1>
      <p>${interpolate(isApproval ? texts.approvalLead : texts.lead, names)}</p>
      <noscript><p>${noScript.title}</p></noscript>
      <p class="done-actions needs-script">
        <button type="button" id="in-person-confirm" class="is-first">
          <span>${interpolate(texts.confirm, names)}</span>
        </button>
      </p>
      <p class="problem" id="in-person-problem" role="alert"></p>
      <p class="ask">${interpolate(texts.notYou, names)}</p>
    </main>
    ${brandFooter(branding)}
  </body>`;
  const frame = { status: 200, title, language, files, policy: POLICY, branding, head, body };
  return pageFrame({ ...frame, ...framedBy(view) });
}

const POLICY = [
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

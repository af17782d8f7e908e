import type { NextSigner } from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
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
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import { signScriptTexts } from "./script_texts.ts";
import { framedBy } from "./sign_page.ts";
import { signerProgress } from "./signer_progress.ts";

/** Who signs next, and where. */
export interface HandOnView extends NextSigner {
  /** The URL of the page, relative to the page. */
  readonly address: string;
  readonly branding: Branding;
  /** The origins whose pages may frame it. */
  readonly framedBy: ReadonlyArray<string>;
}

/** The page that hands the device of a host to the next signer, or back to the host after all have signed. */
export function handOnPage(view: HandOnView, language: Language, files: PageFiles): PageResponse {
  const { host, next, address, branding } = view;
  const texts = SIGN_TEXTS[language];
  const { inPerson, noScript } = texts;
  const [first] = next;
  const title =
    first === undefined
      ? inPerson.allSigned
      : formatMessage(language, inPerson.title, { recipient: first.name });
  const head = html`${signScriptTexts(language)}
    <script type="module" src="${files.script}"></script>`;
  const task =
    first === undefined
      ? html`<p>${interpolate(inPerson.all, { host: html`<bdi>${host}</bdi>` })}</p>`
      : html`<p>${leadOf(view, first, inPerson)}</p>
          <noscript><p>${noScript.title}</p></noscript>
          ${next.map((signer, index) => confirmButton(signer, index, inPerson))}
          <p class="problem" id="hand-on-problem" role="alert"></p>
          <p class="ask">
            ${interpolate(inPerson.notYou, {
              recipient: html`<bdi>${first.name}</bdi>`,
              host: html`<bdi>${host}</bdi>`,
            })}
          </p>`;
  const body = html`<body class="neutral done gate">
    ${brandHeader(branding, files)}
    <main id="hand-on" data-hand-on="${address}/hand-on">
      <h1 id="hand-on-title" tabindex="-1">${title}</h1>
      ${task} ${signerProgress(view, texts)}
    </main>
    ${brandFooter(branding)}
  </body>`;
  const frame = { status: 200, title, language, files, policy: POLICY, branding, head, body };
  return pageFrame({ ...frame, ...framedBy(view) });
}

type InPersonTexts = (typeof SIGN_TEXTS)["en"]["inPerson"];
type Signer = HandOnView["next"][number];

function leadOf({ sender, host }: HandOnView, signer: Signer, texts: InPersonTexts): Html {
  return interpolate(signer.isApproval ? texts.approvalLead : texts.lead, {
    sender: html`<bdi>${sender}</bdi>`,
    recipient: html`<bdi>${signer.name}</bdi>`,
    host: html`<bdi>${host}</bdi>`,
  });
}

/** The button of a signer whose turn it is; that of the first is primary. */
function confirmButton({ id, name }: Signer, index: number, texts: InPersonTexts): Html {
  return html`<p class="done-actions needs-script">
    <button type="button" data-recipient="${id}" class="${index === 0 ? "is-first" : "is-other"}">
      <span>${interpolate(texts.confirm, { recipient: html`<bdi>${name}</bdi>` })}</span>
    </button>
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

import type { AuthenticationGate } from "@paraph/core/builtin_provider";
import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import {
  brandFooter,
  brandHeader,
  html,
  interpolate,
  pageFrame,
  type PageFiles,
  type PageResponse,
} from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import { signScriptTexts } from "./script_texts.ts";
import { framedBy } from "./sign_page.ts";

/** What a recipient must enter, and where. */
export interface GateView extends AuthenticationGate {
  /** The URL of the page, relative to the page. */
  readonly address: string;
  readonly branding: Branding;
  /** The origins whose pages may frame it; absent for a page that is not framed. */
  readonly framedBy?: ReadonlyArray<string>;
}

/** The page of a recipient who must enter a code before they see the document. */
export function gatePage(view: GateView, language: Language, files: PageFiles): PageResponse {
  const { method, sender, sentTo, address, branding } = view;
  const isSent = method !== "access_code";
  const { gate: texts, noScript, done } = SIGN_TEXTS[language];
  const { lead, label } = {
    email_code: { lead: texts.emailLead, label: texts.emailCode },
    sms_code: { lead: texts.smsLead, label: texts.smsCode },
    access_code: { lead: texts.accessLead, label: texts.accessCode },
  }[method];
  const target = html`<bdi>${sentTo}</bdi>`;
  const values = { sender: html`<bdi>${sender}</bdi>`, email: target, phone: target };
  const head = html`${signScriptTexts(language)}
    <script type="module" src="${files.script}"></script>`;
  const body = html`<body class="neutral done gate">
    ${brandHeader(branding, files)}
    <main
      id="gate"
      data-method="${method}"
      data-code="${address}/code"
      data-verify="${address}/verify"
    >
      <h1>${texts.title}</h1>
      <p>${interpolate(lead, values)}</p>
      <noscript><p>${noScript.title}</p></noscript>
      <form id="gate-form" class="needs-script" novalidate>
        <p id="gate-status" role="status"></p>
        <div id="gate-entry" ${isSent ? html` hidden` : ""}>
          <label for="gate-code">${label}</label>
          <input
            id="gate-code"
            type="text"
            maxlength="64"
            autocomplete="one-time-code"
            autocapitalize="none"
            spellcheck="false"
            inputmode="${isSent ? "numeric" : "text"}"
            aria-describedby="gate-problem"
          />
          <button type="submit" id="gate-continue" class="is-first">${texts.enter}</button>
        </div>
        <p class="problem" id="gate-problem" role="alert"></p>
        ${
          isSent
            ? html`<button type="button" id="gate-send" class="is-first">${texts.send}</button>`
            : ""
        }
      </form>
      ${askLine(done.ask, view, language)}
    </main>
    ${brandFooter(branding)}
  </body>`;
  const frame = { status: 200, title: texts.title, language, files, policy: POLICY, head, body };
  return pageFrame({ ...frame, branding, ...framedBy(view) });
}

const POLICY = [
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "trusted-types 'none'",
];

import type { Language } from "@paraph/core/values";

import { html, type Html } from "../kit/mod.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignPageView } from "./sign_page.ts";

/** The links to the evidence of a request that has ended: the certificate, if it exists, and the audit trail. */
export function evidenceLinks({ address, hasCertificate }: SignPageView, language: Language): Html {
  const texts = SIGN_TEXTS[language].evidence;
  const certificate = hasCertificate
    ? html`<li><a href="${address}/certificate.pdf" download>${texts.certificate}</a></li>`
    : "";
  return html`<ul class="evidence">
    ${certificate}
    <li><a href="${address}/audit.json" download>${texts.audit}</a></li>
  </ul>`;
}

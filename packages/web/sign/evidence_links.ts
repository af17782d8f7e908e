import { html, type Html } from "../kit/mod.ts";
import { TEXTS } from "./browser/texts.ts";
import type { SignPageView } from "./sign_page.ts";

/** The links to the evidence of a request that has ended: the certificate, if it exists, and the audit trail. */
export function evidenceLinks({ address, hasCertificate }: SignPageView): Html {
  const certificate = hasCertificate
    ? html`<li><a href="${address}/certificate.pdf" download>${TEXTS.evidence.certificate}</a></li>`
    : "";
  return html`<ul class="evidence">
    ${certificate}
    <li><a href="${address}/audit.json" download>${TEXTS.evidence.audit}</a></li>
  </ul>`;
}

import type { Language } from "@paraph/core/values";

import { html, type Html } from "../kit/mod.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignPageView } from "./sign_page.ts";

/**
 * The links to the evidence of a request that has ended: the certificate, if it exists, the audit trail, and a file
 * with the signed document and its certificate.
 */
export function evidenceLinks(
  {
    address,
    hasCertificate,
    hasSignedDocument,
  }: Pick<SignPageView, "address" | "hasCertificate"> & { readonly hasSignedDocument: boolean },
  language: Language,
): Html {
  const texts = SIGN_TEXTS[language].evidence;
  const certificate = hasCertificate
    ? html`<li><a href="${address}/certificate.pdf" download>${texts.certificate}</a></li>`
    : "";
  const combined = hasSignedDocument
    ? html`<li>
        <a href="${address}/signed.pdf?include=certificate" download>${texts.combined}</a>
      </li>`
    : "";
  return html`<ul class="evidence">
    ${certificate} ${combined}
    <li><a href="${address}/audit.json" download>${texts.audit}</a></li>
  </ul>`;
}

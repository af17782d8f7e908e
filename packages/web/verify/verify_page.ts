import type { Language } from "@paraph/core/values";

import {
  brandFooter,
  brandHeader,
  html,
  type Html,
  pageFrame,
  type PageLook,
  type PageResponse,
} from "../kit/mod.ts";
import { requestSection } from "./request_section.ts";
import { BAD, GOOD, resultSection } from "./result_section.ts";
import { VERIFY_TEXTS } from "./texts/catalogue.ts";
import type { VerifyTexts } from "./texts/en.ts";
import type { VerifyView } from "./verify_view.ts";

/**
 * The page that checks files, and shows the request of a certificate. It has no scripts: the form sends the file.
 *
 * @param look The URLs of its style and icon.
 */
export function verifyPage(view: VerifyView, language: Language, look: PageLook): PageResponse {
  const texts = VERIFY_TEXTS[language];
  const { request, result } = view;
  const branding = request?.branding ?? {};
  const body = html`<body class="neutral verify">
    ${brandHeader(branding, look)}
    <main>
      ${
        result === undefined
          ? introduction(view, texts)
          : resultSection(result, view, { texts, language, root: look.root })
      }
      ${
        request === undefined
          ? ""
          : html`${result === undefined ? "" : requestHeading(request.name, texts)}
            ${requestSection(request, texts, language)}`
      }
      ${fileForm(view, texts)}
    </main>
    ${brandFooter(branding)}
  </body>`;
  return pageFrame({
    status: result === undefined ? 200 : STATUS[result.kind],
    title: titleOf(view, texts),
    language,
    files: look,
    policy: POLICY,
    branding,
    body,
  });
}

const STATUS = {
  valid: 200,
  changed: 200,
  untrusted: 200,
  unsigned: 200,
  notPdf: 200,
  tooComplex: 200,
  missing: 400,
  tooLarge: 413,
  busy: 429,
} as const;

function titleOf({ request, result }: VerifyView, texts: VerifyTexts): string {
  if (result !== undefined) return texts.results[result.kind].title;
  return request === undefined ? texts.start.title : texts.outcomes[request.outcome].title;
}

function introduction(view: VerifyView, texts: VerifyTexts): Html {
  const { request } = view;
  if (request === undefined)
    return html`${PAPER}
      <h1>${texts.start.title}</h1>
      <p>${texts.start.lead}</p>`;
  return html`${request.outcome === "completed" ? GOOD : BAD}
    <h1>${texts.outcomes[request.outcome].title}</h1>
    <p class="document-name" dir="auto">${request.name}</p>
    <p>${texts.request.compare}</p>`;
}

function requestHeading(name: string, texts: VerifyTexts): Html {
  return html`<h2>${texts.request.title}</h2>
    <p class="document-name" dir="auto">${name}</p>`;
}

function fileForm({ request, result }: VerifyView, { form }: VerifyTexts): Html {
  const heading =
    request === undefined && result === undefined
      ? ""
      : html`<h2>${form.title}</h2>
          ${request === undefined ? "" : html`<p>${form.lead}</p>`}`;
  return html`<form method="post" enctype="multipart/form-data">
    ${heading}
    <label for="file">${form.file}</label>
    <input
      type="file"
      id="file"
      name="file"
      accept="application/pdf,.pdf"
      aria-describedby="privacy"
      required
    />
    <p class="privacy" id="privacy">${form.privacy}</p>
    <button class="is-first">${form.check}</button>
  </form>`;
}

/** A sheet of paper with a tick. */
const PAPER = html`<svg class="emblem" viewBox="0 0 48 48" aria-hidden="true">
  <path d="M12 5h16l9 9v29H12zM28 5v9h9" />
  <path d="m18 29 5 5 9-10" />
</svg>`;

const POLICY = ["img-src 'self'", "font-src 'self'", "form-action 'self'", "trusted-types 'none'"];

import type { Language } from "@paraph/core/values";

import {
  embedPage,
  type EmbedPageView,
  html,
  type PageFiles,
  type PageResponse,
  scriptTexts,
} from "../kit/mod.ts";
import { COMMON_TEXTS } from "../ui/common_texts.ts";
import { FORM_TEXTS } from "./browser/texts/catalogue.ts";

/** Returns the page of a form. */
export function formPage(
  view: EmbedPageView,
  language: Language,
  files: PageFiles,
  root: string,
): PageResponse {
  const { page: texts, script: form } = FORM_TEXTS[language];
  const { title = texts.untitled } = view;
  return embedPage(
    view,
    { language, files, root },
    {
      id: "form-page",
      className: "filling",
      title,
      texts,
      scriptTexts: scriptTexts({ form, common: COMMON_TEXTS[language] }),
      heading: html`<h1 id="form-title" dir="auto">${title}</h1>`,
      placeholder: html`<div class="skeleton needs-script" role="img" aria-label="${texts.loading}">
        <div></div>
        <div></div>
      </div>`,
    },
  );
}

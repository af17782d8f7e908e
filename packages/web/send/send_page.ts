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
import { SEND_TEXTS } from "./browser/texts/catalogue.ts";

/** Returns the page on which a document is prepared and sent for signature. */
export function sendPage(
  view: EmbedPageView,
  language: Language,
  files: PageFiles,
  root: string,
): PageResponse {
  const { page: texts, script: send } = SEND_TEXTS[language];
  const { title = texts.title } = view;
  return embedPage(
    view,
    { language, files, root },
    {
      id: "send-page",
      className: "sending",
      title,
      texts,
      scriptTexts: scriptTexts({ send, common: COMMON_TEXTS[language] }),
      heading: html`<h1 id="send-title">${title}</h1>
        <p class="facts" id="document-name" dir="auto"></p>`,
      placeholder: html`<div
        class="sheet is-blank needs-script"
        role="img"
        aria-label="${texts.loading}"
      ></div>`,
    },
  );
}

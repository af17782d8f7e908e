import type { Language } from "@paraph/core/values";

import {
  embedPage,
  type EmbedPageView,
  html,
  type Html,
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
  return pageOf(view, language, files, root, "");
}

/** Returns the same page for a session of the console. */
export function consoleSendPage(language: Language, files: PageFiles, root: string): PageResponse {
  const { back } = SEND_TEXTS[language].script.console;
  const link = html`<p class="back"><a href="${root}/console#/signatures">${back}</a></p>`;
  return pageOf({ sessionId: "", branding: {} }, language, files, root, link);
}

function pageOf(
  view: EmbedPageView,
  language: Language,
  files: PageFiles,
  root: string,
  back: Html | string,
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
      heading: html`${back}
        <h1 id="send-title">${title}</h1>
        <p class="facts" id="document-name" dir="auto"></p>`,
      placeholder: html`<div
        class="sheet is-blank needs-script"
        role="img"
        aria-label="${texts.loading}"
      ></div>`,
    },
  );
}

import { formatMessage, type MessageText, type MessageValues } from "@paraph/core/values";

import { COMMON_ENGLISH, type CommonTexts } from "./common_english.ts";

/** The text of a message in the language of the page. */
export function format(message: MessageText, values: MessageValues): string {
  return formatMessage(document.documentElement.lang, message, values);
}

/** The texts of this page in its language as JSON: the server puts them into the head of the page. */
export function pageTextsJson(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="texts"]')?.content ?? "{}";
}

const { common = COMMON_ENGLISH }: { readonly common?: CommonTexts } = JSON.parse(pageTextsJson());

/** The texts that several pages share. Pages that exist only in English have none in their head. */
export const COMMON_TEXTS = common;

import { dateLocaleOf, type Language } from "@paraph/core/values";

import { html, type Html } from "./html.ts";

/** The texts that the script of a page shows, for the head of the page. */
export function scriptTexts(texts: object): Html {
  return html`<meta name="texts" content="${JSON.stringify(texts)}" />`;
}

/** A time as a day in UTC, such as 24 December 2026. */
export function dayOf(time: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocaleOf(language), {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(new Date(time));
}

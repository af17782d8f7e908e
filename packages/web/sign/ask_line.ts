import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { html, type Html, interpolate } from "../kit/mod.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";

/**
 * Whom to ask, and the email address for it if the branding has one.
 *
 * @param sentence A sentence with the placeholder `{sender}`.
 */
export function askLine(
  sentence: string,
  { sender, branding }: { readonly sender: string; readonly branding: Branding },
  language: Language,
): Html {
  const { replyTo } = branding;
  const { write } = SIGN_TEXTS[language].done;
  const link =
    replyTo === undefined
      ? ""
      : html` <a href="mailto:${replyTo}"
          >${interpolate(write, { email: html`<bdi>${replyTo}</bdi>` })}</a
        >`;
  return html`<p class="ask">
    ${interpolate(sentence, { sender: html`<bdi>${sender}</bdi>` })}${link}
  </p>`;
}

import { html, type Html } from "../kit/mod.ts";
import { personStatus } from "./browser/person_status.ts";
import type { SignTexts } from "./browser/texts/en.ts";
import type { SignPageView } from "./sign_page.ts";

/** Who has finished, and who is still to sign. */
export function signerProgress(
  { recipients }: Pick<SignPageView, "recipients">,
  { done, statuses }: SignTexts,
): Html {
  return html`<section class="people" aria-labelledby="people-title">
    <h2 id="people-title">${done.people}</h2>
    <ul>
      ${recipients.map(
        ({ name, designation, status }) =>
          html`<li data-status="${status}">
            <span dir="auto">${name}</span>
            <span class="person-status">${personStatus(statuses, designation, status)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

import { html, type Html, interpolate } from "../kit/mod.ts";
import type { SignTexts } from "./browser/texts/en.ts";

/** The dialog to adopt a signature. */
export function markDialog({ mark }: SignTexts): Html {
  return html`<dialog id="mark-dialog" aria-labelledby="mark-title">
    <form method="dialog">
      <div id="mark-away"></div>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>${mark.cancel}</button>
        <button type="submit" id="mark-use" class="is-first">${mark.apply}</button>
      </div>
    </form>
  </dialog>`;
}

/** The dialog to choose an option. */
export function optionsDialog({ options }: SignTexts): Html {
  return html`<dialog id="options-dialog" aria-labelledby="options-title">
    <form method="dialog">
      <h2 id="options-title">${options.title}</h2>
      <div id="options" role="radiogroup" aria-labelledby="options-title"></div>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>${options.cancel}</button>
        <button type="submit" id="options-use" class="is-first">${options.choose}</button>
      </div>
    </form>
  </dialog>`;
}

/**
 * The dialog to name another person.
 *
 * @param sender The sender, who is notified.
 */
export function delegateDialog(sender: string, { delegate }: SignTexts): Html {
  const field = (name: string, label: string, type: string, length: number) => html`
    <label for="delegate-${name}">${label}</label>
    <input
      id="delegate-${name}"
      type="${type}"
      maxlength="${length}"
      autocomplete="off"
      dir="auto"
      aria-describedby="delegate-error"
    />
  `;
  return html`<dialog id="delegate-dialog" aria-labelledby="delegate-title">
    <form method="dialog" novalidate>
      <h2 id="delegate-title">${delegate.title}</h2>
      <p>${interpolate(delegate.text, { sender: html`<bdi>${sender}</bdi>` })}</p>
      ${field("first-name", delegate.firstName, "text", 100)}
      ${field("last-name", delegate.lastName, "text", 100)}
      ${field("email", delegate.email, "email", 255)}
      <label for="delegate-reason">${delegate.reason}</label>
      <textarea
        id="delegate-reason"
        rows="3"
        maxlength="500"
        dir="auto"
        aria-describedby="delegate-error"
      ></textarea>
      <p class="problem" id="delegate-error" role="alert"></p>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>${delegate.back}</button>
        <button type="submit" id="delegate-confirm" class="is-first">${delegate.confirm}</button>
      </div>
    </form>
  </dialog>`;
}

/**
 * The dialog to decline with a reason.
 *
 * @param sender The sender, who is notified.
 */
export function declineDialog(sender: string, { decline }: SignTexts): Html {
  return html`<dialog id="decline-dialog" aria-labelledby="decline-title">
    <form method="dialog" novalidate>
      <h2 id="decline-title">${decline.title}</h2>
      <p>${interpolate(decline.text, { sender: html`<bdi>${sender}</bdi>` })}</p>
      <label for="reason">${decline.reason}</label>
      <textarea
        id="reason"
        rows="3"
        maxlength="500"
        required
        dir="auto"
        aria-describedby="reason-error"
      ></textarea>
      <p class="problem" id="reason-error" role="alert"></p>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>${decline.back}</button>
        <button type="submit" id="decline-confirm" class="is-danger">${decline.confirm}</button>
      </div>
    </form>
  </dialog>`;
}

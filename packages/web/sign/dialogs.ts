import { html, type Html } from "../kit/mod.ts";

/** The dialog to adopt a signature. */
export function markDialog(): Html {
  return html`<dialog id="mark-dialog" aria-labelledby="mark-title">
    <form method="dialog">
      <div id="mark-away"></div>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>Cancel</button>
        <button type="submit" id="mark-use" class="is-first">Use it</button>
      </div>
    </form>
  </dialog>`;
}

/** The dialog to choose an option. */
export function optionsDialog(): Html {
  return html`<dialog id="options-dialog" aria-labelledby="options-title">
    <form method="dialog">
      <h2 id="options-title">Choose one</h2>
      <div id="options" role="radiogroup" aria-labelledby="options-title"></div>
      <div class="dialog-actions">
        <button type="button" class="is-quiet" data-close>Cancel</button>
        <button type="submit" id="options-use" class="is-first">Choose</button>
      </div>
    </form>
  </dialog>`;
}

/**
 * The dialog to decline with a reason.
 *
 * @param sender The sender, who is notified.
 */
export function declineDialog(sender: string): Html {
  return html`<dialog id="decline-dialog" aria-labelledby="decline-title">
    <form method="dialog" novalidate>
      <h2 id="decline-title">Decline this document?</h2>
      <p>
        <bdi>${sender}</bdi> is notified with your reason, and the document can no longer be signed.
        This cannot be undone.
      </p>
      <label for="reason">Reason</label>
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
        <button type="button" class="is-quiet" data-close>Go back</button>
        <button type="submit" id="decline-confirm" class="is-danger">Decline</button>
      </div>
    </form>
  </dialog>`;
}

import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { html, type Html, interpolate } from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";
import type { SignTexts } from "./browser/texts/en.ts";
import { DONE_EMBLEM } from "./done_emblem.ts";

/** Who asks for it, and whether the recipient approves instead of signing. */
interface Purpose {
  readonly sender: string;
  readonly isApproval: boolean;
}

/** The dialog to adopt a signature. */
export function markDialog({ mark }: SignTexts): Html {
  return html`<dialog id="mark-dialog" aria-labelledby="mark-title">
    <form method="dialog">
      <div id="mark-away"></div>
      <p class="tick" id="mark-all" hidden>
        <input type="checkbox" id="mark-everywhere" />
        <label for="mark-everywhere" id="mark-all-label"></label>
      </p>
      <div class="dialog-actions">
        <button type="button" id="mark-remove" class="is-quiet is-apart" hidden>
          ${mark.remove}
        </button>
        <button type="button" class="is-quiet" data-close>${mark.cancel}</button>
        <button type="submit" id="mark-use" class="is-first">${mark.apply}</button>
      </div>
    </form>
  </dialog>`;
}

/**
 * The dialog to name another person.
 *
 * @param purpose The sender is notified.
 */
export function delegateDialog({ sender, isApproval }: Purpose, { delegate }: SignTexts): Html {
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
      <p>
        ${interpolate(isApproval ? delegate.approval : delegate.text, { sender: html`<bdi>${sender}</bdi>` })}
      </p>
      ${field("first-name", delegate.firstName, "text", 100)}
      ${field("last-name", delegate.lastName, "text", 100)}
      ${field("email", delegate.email, "email", 255)}
      <label for="delegate-reason">${delegate.reason}</label>
      <textarea
        id="delegate-reason"
        rows="2"
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
 * What the page shows after a delegation. The script fills in the person: the link does not work any more, so
 * that the server has no page for it.
 */
export function delegatedTemplate(
  view: { readonly name: string; readonly sender: string; readonly branding: Branding },
  language: Language,
): Html {
  const { done } = SIGN_TEXTS[language];
  return html`<template id="delegated">
    <main>
      ${DONE_EMBLEM}
      <h1 tabindex="-1"></h1>
      <p class="document-name" dir="auto">${view.name}</p>
      <p></p>
      ${askLine(done.ask, view, language)}
    </main>
  </template>`;
}

/**
 * The dialog to decline with a reason.
 *
 * @param purpose The sender is notified.
 */
export function declineDialog({ sender, isApproval }: Purpose, { decline }: SignTexts): Html {
  return html`<dialog id="decline-dialog" aria-labelledby="decline-title">
    <form method="dialog" novalidate>
      <h2 id="decline-title">${decline.title}</h2>
      <p>
        ${interpolate(isApproval ? decline.approval : decline.text, { sender: html`<bdi>${sender}</bdi>` })}
      </p>
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

import type { OutboxEmail } from "@paraph/core/emails";

import { html, interpolate, pageFrame, type PageLook, type PageResponse } from "../kit/mod.ts";
import { POLICY } from "./policy.ts";
import { TEXTS } from "./texts.ts";
import { timeOf } from "./time_of.ts";

/** The contents of the inbox. */
interface InboxView {
  /** Newest first. */
  readonly emails: ReadonlyArray<OutboxEmail>;
  /** Whether older emails are left out. */
  readonly isLimited: boolean;
  /** The path of an email's page; without an id, of the inbox. */
  readonly pathOf: (id?: string) => string;
}

/** Returns the list of emails. */
export function inboxPage({ emails, isLimited, pathOf }: InboxView, files: PageLook): PageResponse {
  const items = emails.map(
    ({ id, to, letter, createdAt }) =>
      html`<li class="card">
        <a href="${pathOf(id)}" dir="auto">${letter.subject}</a>
        <p class="facts">
          <span>${interpolate(TEXTS.to, { recipient: html`<bdi>${to.email}</bdi>` })}</span
          >${timeOf(createdAt)}
        </p>
      </li>`,
  );
  const list = html`<ol class="emails" aria-label="${TEXTS.list}">
      ${items}
    </ol>
    ${isLimited ? html`<p class="hint">${TEXTS.limited(emails.length)}</p>` : ""}`;
  const empty = html`<div class="card empty">
    <h2>${TEXTS.empty.title}</h2>
    <p>${TEXTS.empty.advice}</p>
  </div>`;
  const body = html`<body>
    <header class="bar">
      <div class="heading">
        <h1>${TEXTS.inbox}</h1>
        <p class="hint">${TEXTS.facts}</p>
      </div>
      <a class="button" href="${pathOf()}">${TEXTS.refresh}</a>
    </header>
    <main>${emails.length === 0 ? empty : list}</main>
  </body>`;
  return pageFrame({ status: 200, title: TEXTS.inbox, files, policy: POLICY, body });
}

import { letterText, type OutboxEmail } from "@paraph/core/emails";

import { html, type Html, pageFrame, type PageLook, type PageResponse } from "../kit/mod.ts";
import { POLICY } from "./policy.ts";
import { TEXTS } from "./texts.ts";
import { timeOf } from "./time_of.ts";

/** An email, and where the pages are. */
interface EmailView {
  readonly email: OutboxEmail;
  /** The path of an email's page; without an id, of the inbox. */
  readonly pathOf: (id?: string) => string;
}

/** Returns the page of an email. Its HTML version is in a sandboxed frame. */
export function emailPage({ email, pathOf }: EmailView, files: PageLook): PageResponse {
  const { id, from, to, letter, brand, createdAt } = email;
  const recipient = to.name === null ? to.email : `${to.name} <${to.email}>`;
  const path = pathOf(id);
  const body = html`<body>
    <header class="bar">
      <div class="heading">
        <p class="hint"><a href="${pathOf()}">${TEXTS.back}</a></p>
        <h1 dir="auto">${letter.subject}</h1>
      </div>
      <a class="button" href="${path}/email.eml">${TEXTS.download}</a>
    </header>
    <main>
      <dl class="card envelope">
        <dt>${TEXTS.from}</dt>
        <dd dir="auto">${from}</dd>
        <dt>${TEXTS.recipient}</dt>
        <dd dir="auto">${recipient}</dd>
        <dt>${TEXTS.sent}</dt>
        <dd>${timeOf(createdAt)}</dd>
      </dl>
      <section class="card" aria-labelledby="html">
        <h2 id="html">${TEXTS.html}</h2>
        <iframe
          class="paper"
          src="${path}/email.html"
          title="${TEXTS.html}"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      </section>
      <section class="card" aria-labelledby="text">
        <h2 id="text">${TEXTS.text}</h2>
        <p class="text" dir="auto">${withLinks(letterText(letter, brand))}</p>
      </section>
    </main>
  </body>`;
  return pageFrame({ status: 200, title: letter.subject, files, policy: POLICY, body });
}

/** A URL in a text, without punctuation after it. */
const URL_IN_TEXT = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/u;

/** Makes the URLs of a text links. */
function withLinks(text: string): Html {
  // A separator with a group: every second part is a URL.
  const parts = text
    .split(URL_IN_TEXT)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank">${part}</a>`,
    );
  return html`${parts}`;
}

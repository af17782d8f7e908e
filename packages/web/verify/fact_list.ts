import { dateLocaleOf, type Language, type Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { html, type Html } from "../kit/mod.ts";

/** A labelled value. */
export interface Fact {
  readonly label: string;
  readonly value: string | Html;
  /** Whether it is a hash or an id. */
  readonly isCode?: boolean;
}

/** A list of labelled values. */
export function factList(facts: ReadonlyArray<Fact>): Html {
  return html`<dl class="list">
    ${facts.map(
      ({ label, value, isCode = false }) =>
        html`<div>
          <dt>${label}</dt>
          <dd dir="auto" class="${isCode ? "code" : ""}">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** A time in UTC, such as 24 December 2026 at 15:04:05 UTC. */
export function momentOf(time: Timestamp, language: Language): Html {
  const text = new Intl.DateTimeFormat(dateLocaleOf(language), {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: "UTC",
  }).format(DateTime.toDateUtc(time));
  return html`<time datetime="${DateTime.formatIso(time)}">${text} UTC</time>`;
}

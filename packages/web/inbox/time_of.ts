import type { Timestamp } from "@paraph/core/values";
import { DateTime } from "effect";

import { html, type Html } from "../kit/mod.ts";

const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** A time to the second, in UTC. */
export function timeOf(time: Timestamp): Html {
  const text = `${TIME.format(DateTime.toDateUtc(time))} UTC`;
  return html`<time datetime="${DateTime.formatIso(time)}">${text}</time>`;
}

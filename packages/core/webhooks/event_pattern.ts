import { Schema } from "effect";

import { EventType, PING } from "./outgoing_event.ts";

/** What a webhook may ask for: events by name, by family, or all. */
export const EventPattern = Schema.Literals([
  ...EventType.literals,
  "render.*",
  "document.*",
  "signature.*",
  "*",
]);
export type EventPattern = typeof EventPattern.Type;

/** What a webhook is sent that asks for nothing else. */
export const DEFAULT_PATTERNS: ReadonlyArray<EventPattern> = ["render.succeeded", "render.failed"];

/**
 * Every pattern that matches an event: whoever has one of them is sent it.
 *
 * @example
 * ```ts
 * import { patternsOf } from "@paraph/core/webhooks";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(patternsOf("signature.sent"), ["signature.sent", "signature.*", "*"]);
 * ```
 */
export function patternsOf(type: EventType): ReadonlyArray<string> {
  const [family = ""] = type.split(".", 1);
  return [type, `${family}.*`, "*"];
}

/** The type of what is delivered: an event, or the test of an endpoint. */
export const DeliveredType = Schema.Literals([...EventType.literals, PING]);
export type DeliveredType = typeof DeliveredType.Type;

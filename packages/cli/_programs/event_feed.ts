import type { OutgoingEvent } from "@paraph/core/webhooks";
import { Console, DateTime, Effect, Option, Schedule } from "effect";

import { given } from "../given.ts";
import { plainJson } from "../plain_text.ts";
import { type Column, printTable } from "../print.ts";
import { callApi, PROJECT } from "./client.ts";

/** Which events to print, and how. */
export interface WantedEvents {
  readonly after: Option.Option<string>;
  readonly limit: Option.Option<number>;
  readonly json: boolean;
}

/** How often the feed is asked. */
const EVERY = "1 second";

const COLUMNS: ReadonlyArray<Column<OutgoingEvent>> = [
  ["happenedAt", ({ timestamp }) => timestamp],
  "type",
  ["about", ({ data }) => data["renderId"] ?? data["id"]],
  "id",
];

const read = (query: { readonly after?: string; readonly limit?: number }) =>
  callApi(({ webhooks }) => webhooks.events({ query }), PROJECT);

/** Prints a page of events. */
export const listEvents = Effect.fnUntraced(function* ({ after, limit, json }: WantedEvents) {
  const { events, nextCursor, hasMore } = yield* read(given({ after, limit }));
  yield* printTable(events, COLUMNS, json);
  if (hasMore) yield* Console.error(`More: --after ${nextCursor}`);
});

/** Prints events as they happen, until it is stopped. A server that is away for a while is asked again. */
export const followEvents = Effect.fnUntraced(function* ({ after, json }: WantedEvents) {
  const cursor = { after: Option.getOrElse(after, () => "") };
  if (cursor.after === "") cursor.after = DateTime.formatIso(yield* DateTime.now);
  const step = Effect.gen(function* () {
    const { events, nextCursor, hasMore } = yield* read({ after: cursor.after, limit: 100 });
    for (const event of events) yield* Console.log(json ? plainJson(event) : line(event));
    if (nextCursor !== null) cursor.after = nextCursor;
    return hasMore;
  });
  const poll = Effect.repeat(step, { while: (hasMore) => hasMore });
  // A key or an address that is wrong is told at once.
  yield* poll;
  return yield* poll.pipe(
    Effect.catchTag("call_failed", ({ message }) => Console.error(`paraph: ${message}`)),
    Effect.repeat(Schedule.spaced(EVERY)),
  );
});

function line({ timestamp, type, data, id }: OutgoingEvent): string {
  const about = String(data["renderId"] ?? data["id"]);
  return [DateTime.formatIso(timestamp), type, about, id].join("\t");
}

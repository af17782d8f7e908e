import { newWebhookSecret, signedHeaders } from "@paraph/core/webhooks";
import { Console, DateTime, Effect, Layer, Option, Schedule } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import { FetchHttpClient, HttpBody, HttpClient } from "effect/http";

import { presentFlags } from "../flags.ts";
import { inputNames } from "../input_names.ts";
import { CallFailed } from "../terminal/failure.ts";
import { plainJson } from "../terminal/plain_text.ts";
import { type Column, printNextPageHint, printTable } from "../terminal/print.ts";
import { callServer, type Resources } from "./client.ts";

type Event = Effect.Success<ReturnType<Resources["events"]["list"]>>["events"][number];

const readPage = (query: { readonly after?: string; readonly limit?: number }) =>
  callServer(
    "project",
    ({ events }) => events.list(query),
    inputNames({ after: "--after", limit: "--limit" }),
  );

const POLL_INTERVAL = "1 second";

/**
 * Handles events in order as they happen, until it is interrupted. Fails if the first page cannot be read, as
 * with a wrong key; a later failure is printed and the page read again.
 */
const follow = Effect.fnUntraced(function* <E, R>(
  after: string,
  handle: (event: Event) => Effect.Effect<void, E, R>,
) {
  let cursor = after;
  const readNext = Effect.gen(function* () {
    const { events, nextCursor, hasMore } = yield* readPage({ after: cursor, limit: 100 });
    for (const event of events) {
      yield* handle(event);
      cursor = event.id;
    }
    cursor = nextCursor ?? cursor;
    return hasMore;
  });
  const poll = Effect.repeat(readNext, { while: (hasMore) => hasMore });
  yield* poll;
  return yield* poll.pipe(
    Effect.catchIf(
      (failure) => failure instanceof CallFailed,
      ({ message }) => Console.error(`paraph: ${message}`),
    ),
    Effect.repeat(Schedule.spaced(POLL_INTERVAL)),
  );
});

const nowIso = Effect.map(DateTime.now, DateTime.formatIso);

/** Which events to print, and how. */
export interface EventListOptions {
  /** An event id or a time. */
  readonly after: Option.Option<string>;
  readonly limit: Option.Option<number>;
  readonly json: boolean;
}

const COLUMNS: ReadonlyArray<Column<Event>> = [
  ["happenedAt", ({ timestamp }) => timestamp],
  "type",
  ["about", subjectOf],
  "id",
];

function subjectOf({ data }: Event): unknown {
  return data["renderId"] ?? data["id"];
}

/** Prints a page of events. */
export const listEvents = Effect.fnUntraced(function* ({ after, limit, json }: EventListOptions) {
  const page = yield* readPage(presentFlags({ after, limit }));
  yield* printTable(page.events, COLUMNS, json);
  yield* printNextPageHint(page, "--after");
});

/** Prints events as they happen, until it is stopped. */
export const followEvents = Effect.fnUntraced(function* ({ after, json }: EventListOptions) {
  const start = Option.isSome(after) && after.value !== "" ? after.value : yield* nowIso;
  return yield* follow(start, (event) => {
    const { timestamp, type, id } = event;
    return Console.log(
      json ? plainJson(event) : [timestamp, type, String(subjectOf(event)), id].join("\t"),
    );
  });
});

/** Where to forward events. */
export interface ForwardOptions {
  readonly url: string;
  /** Signs events; a new one by default. */
  readonly secret: string | undefined;
  /** An event id or a time; by default now. */
  readonly after: string | undefined;
}

/** The time limit of the receiver, which may be stopped in a debugger. */
const RECEIVER_TIMEOUT = "15 seconds";

/** Forwards every event in order, once, until it is stopped. */
export const forwardEvents = Effect.fnUntraced(
  function* ({ url, secret: newSecret, after }: ForwardOptions) {
    const secret = newSecret ?? (yield* newWebhookSecret);
    const start = after ?? (yield* nowIso);
    // A wrong key or URL fails before anything is printed.
    yield* readPage({ after: start, limit: 1 });
    yield* Console.log(`Forwarding events to ${url}, signed with ${secret}`);
    return yield* follow(start, (event) => forward(event, url, secret));
  },
  Effect.provide(
    Layer.mergeAll(
      FetchHttpClient.layer,
      Mac.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto)),
    ),
  ),
);

/** Sends an event as a webhook does, and prints the receiver's response. */
const forward = Effect.fnUntraced(function* (event: Event, url: string, secret: string) {
  const text = JSON.stringify(event);
  const now = yield* DateTime.now;
  const headers = yield* signedHeaders({ id: event.id, text, secrets: [secret] }, now);
  const outcome = yield* HttpClient.post(url, {
    headers,
    body: HttpBody.text(text, "application/json"),
  }).pipe(
    Effect.map(({ status }) => String(status)),
    Effect.timeout(RECEIVER_TIMEOUT),
    Effect.catchTags({
      TimeoutError: () => Effect.succeed("no response in time"),
      HttpClientError: () => Effect.succeed("cannot be reached"),
    }),
  );
  yield* Console.log(`${DateTime.formatIso(now)}  ${event.type}  ${event.id}  ${outcome}`);
});

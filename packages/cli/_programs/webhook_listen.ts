import {
  newWebhookSecret,
  eventText,
  type OutgoingEvent,
  signedHeaders,
} from "@paraph/core/webhooks";
import { Console, DateTime, Effect, Layer, Schedule } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import { FetchHttpClient, HttpBody, HttpClient } from "effect/http";

import { callApi, PROJECT } from "./client.ts";

/** What is forwarded, to whom. */
export interface Listening {
  readonly url: string;
  /** Signs what is forwarded; a new one is drawn without it. */
  readonly secret: string | undefined;
  /** Where in the feed to begin: behind this event, or at this moment; now without it. */
  readonly after: string | undefined;
}

/** How often the feed is asked. */
const EVERY = "1 second";

/** A receiver under development may be stopped in a debugger, but not for ever. */
const PATIENCE = "15 seconds";

/** Reads the feed and forwards every event in order, once, until it is stopped. */
export const listen = Effect.fnUntraced(
  function* ({ url, secret, after }: Listening) {
    const signing = secret ?? (yield* newWebhookSecret);
    const read = (start: string) =>
      callApi(({ webhooks }) => webhooks.events({ query: { after: start, limit: 100 } }), PROJECT);

    const start = after ?? DateTime.formatIso(yield* DateTime.now);
    // A key or an address that is wrong is told at once.
    yield* read(start);
    yield* Console.log(`Forwarding events to ${url}, signed with ${signing}`);

    const cursor = { after: start };
    const step = Effect.gen(function* () {
      const { events, nextCursor, hasMore } = yield* read(cursor.after);
      for (const event of events) {
        yield* forward(event, url, signing);
        cursor.after = event.id;
      }
      if (nextCursor !== null) cursor.after = nextCursor;
      return hasMore;
    });
    const poll = Effect.repeat(step, { while: (hasMore) => hasMore });
    return yield* poll.pipe(
      Effect.catchTag("call_failed", ({ message }) => Console.error(`paraph: ${message}`)),
      Effect.repeat(Schedule.spaced(EVERY)),
    );
  },
  Effect.provide(
    Layer.mergeAll(
      FetchHttpClient.layer,
      Mac.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto)),
    ),
  ),
);

/** Sends an event as a webhook would, and tells what the receiver made of it. */
const forward = Effect.fnUntraced(function* (event: OutgoingEvent, url: string, secret: string) {
  const text = eventText(event);
  const now = yield* DateTime.now;
  const headers = yield* signedHeaders({ id: event.id, text, secrets: [secret] }, now);
  const sent = HttpClient.post(url, { headers, body: HttpBody.text(text, "application/json") });
  const outcome = yield* sent.pipe(
    Effect.map(({ status }) => String(status)),
    Effect.timeout(PATIENCE),
    Effect.catchTags({
      TimeoutError: () => Effect.succeed("no answer in time"),
      HttpClientError: () => Effect.succeed("cannot be reached"),
    }),
  );
  yield* Console.log(`${DateTime.formatIso(now)}  ${event.type}  ${event.id}  ${outcome}`);
});

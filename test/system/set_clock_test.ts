import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { ok, receiver } from "../../packages/testing/webhook_receiver.ts";
import { makeDataDir } from "../support/deployment.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";

const HOUR = 3_600_000;

/** A server whose clock can be set. */
const serverWithClock = Effect.gen(function* () {
  const offset = path.join(yield* makeDataDir, "offset");
  const write = (millis: number) => Effect.sync(() => fs.writeFileSync(offset, String(millis)));
  yield* write(0);
  const preload = pathToFileURL(path.join(import.meta.dirname, "set_clock.mjs")).href;
  const { call } = yield* startKillable({
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_OFFSET_FILE: offset,
    RATE_LIMIT: "off",
  });
  /** Sets the clock, and waits until it is set. */
  const set = Effect.fnUntraced(function* (millis: number) {
    yield* write(millis);
    const appliedOffset = Effect.sync(() => fs.readFileSync(`${offset}.set`, "utf8"));
    yield* awaiting(appliedOffset, (text) => text === String(millis));
  });
  return { call, set };
});

type Call = Effect.Success<typeof serverWithClock>["call"];

/** Renders one document and waits for it, and several others; returns their ids. */
const submit = Effect.fnUntraced(function* (call: Call, count: number) {
  const render = (sync: boolean) =>
    call("POST", "/v1/templates/letter/render", { data: { name: "Ada" }, options: { sync } });
  const syncResponse = yield* render(true);
  assert.strictEqual(syncResponse.status, 200, syncResponse.text);
  const others = yield* Effect.all(Array.from({ length: count }, () => render(false)));
  return [syncResponse, ...others].map((response) => String(fieldsOf(response)["id"]));
});

/** Every item of a list, three at a time. */
const everyOf = Effect.fnUntraced(function* (call: Call, list: string, parameter: string) {
  const all: Array<Record<string, unknown>> = [];
  let cursor = "";
  for (;;) {
    const page = fieldsOf(yield* call("GET", `/v1/${list}?limit=3${cursor}`));
    const items = page[list];
    if (Array.isArray(items)) all.push(...items);
    if (page["hasMore"] !== true) return all;
    cursor = `&${parameter}=${encodeURIComponent(String(page["nextCursor"]))}`;
  }
});

describe("a server whose clock is set back and forward by an hour, and corrected", () => {
  it.live("continues without loss, hidden events or changes of order", () =>
    Effect.gen(function* () {
      const { call, set } = yield* serverWithClock;
      yield* publishLetter(call);
      const webhookReceiver = yield* receiver(ok);
      yield* call("POST", "/v1/webhooks", { url: webhookReceiver.url, events: ["*"] });

      const before = yield* submit(call, 4);
      const share = fieldsOf(yield* call("POST", `/v1/renders/${before[0]}/shares`, {}));
      yield* set(-HOUR);
      const meanwhile = yield* submit(call, 4);
      const { status } = yield* call("GET", `/share/${String(share["shareToken"])}`);
      assert.strictEqual(status, 200);
      yield* set(0);
      const after = yield* submit(call, 4);
      yield* set(HOUR);
      const early = yield* submit(call, 0);
      // Work that is pending when a clock is set back waits until the clock has caught up.
      const queues = Effect.map(call("GET", "/metrics"), ({ text }) => text);
      yield* awaiting(queues, (text) => !/paraph_queue_jobs\{.*\} [1-9]/.test(text));
      yield* set(0);
      const all = [...before, ...meanwhile, ...after, ...early, ...(yield* submit(call, 4))];

      yield* awaiting(everyOf(call, "renders", "cursor"), (current) =>
        current.every((render) => render["status"] === "succeeded"),
      );
      const renders = yield* everyOf(call, "renders", "cursor");
      assert.sameMembers(
        renders.map((render) => String(render["id"])),
        all,
      );
      for (const { durationMs } of renders) assert.isAtLeast(Number(durationMs), 0);

      // In their real order, even if the clock was set back.
      const events = yield* awaiting(
        everyOf(call, "events", "after"),
        (current) =>
          current.filter(({ type }) => type === "render.succeeded").length === all.length,
      );
      const queuedEvents = events.filter(({ type }) => type === "render.queued");
      assert.deepStrictEqual(
        queuedEvents.map(({ data }) => String(fieldsOf({ json: data })["id"])),
        all,
      );
      // Some of them twice: a delivery whose lease expired by the clock is repeated.
      const receivedIds = Effect.sync(
        () => new Set(webhookReceiver.received.map(({ headers }) => String(headers["webhook-id"]))),
      );
      const deliveredIds = yield* awaiting(receivedIds, ({ size }) => size >= events.length);
      assert.sameMembers(
        [...deliveredIds],
        events.map(({ id }) => String(id)),
      );
    }).pipe(Effect.scoped),
  );
});

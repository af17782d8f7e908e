import { type EngagementSummary, ReaderEventType } from "@paraph/core/engagement";
import { Console, Effect, Option, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printJson, printRecord, printTable } from "../print.ts";
import { ofRender } from "./render_id.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const get = Command.make(
  "get",
  { render: ofRender, json },
  Effect.fnUntraced(function* ({ render, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id: render } };
    const summary = yield* callApi(({ engagement }) => engagement.summary(request), PROJECT);
    yield* json ? printJson(summary) : printSummary(summary);
  }),
).pipe(described("Show what happened to the document of a render", "project"));

/** How often each thing happened, and under it what happened last. */
const printSummary = Effect.fnUntraced(function* ({
  counts,
  linkOpens,
  total,
  recent,
}: EngagementSummary) {
  yield* printRecord({ ...counts, linkOpens, total }, false);
  if (recent.length === 0) return;
  yield* Console.log("");
  yield* printTable(
    recent,
    [
      "createdAt",
      ["event", ({ eventType }) => eventType],
      ["by", ({ actorKind }) => actorKind],
      "shareId",
      ["address", ({ sourceIp }) => sourceIp],
      "userAgent",
    ],
    false,
  );
});

const record = Command.make(
  "record",
  {
    render: ofRender,
    eventType: Argument.Literals("event", ReaderEventType.literals).pipe(
      Argument.withDescription("What happened"),
    ),
    metadata: Flag.String("metadata").pipe(
      Flag.withDescription('What is to be kept with it: a JSON object, such as {"seat":7}'),
      Flag.withMetavar("json"),
      Flag.withSchema(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))),
      Flag.optional,
    ),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ render, eventType, metadata, idempotencyKey: headers, json }) {
    const { callApi, PROJECT } = yield* api;
    const more = Option.isSome(metadata) ? { metadata: metadata.value } : {};
    const request = { params: { id: render }, headers, payload: { eventType, ...more } };
    const recorded = callApi(({ engagement }) => engagement.record(request), PROJECT);
    yield* printRecord(yield* recorded, json);
  }),
).pipe(
  described("Record an event of your own; the same within 5 minutes is none", "project"),
  Command.withExamples([{ command: "paraph engagement record 0198c0de-… printed" }]),
);

/** `paraph engagement`: what happened to documents. */
export const engagement = Command.make("engagement").pipe(
  described("Follow what happens to documents", "project"),
  Command.withSubcommands([get, record]),
);

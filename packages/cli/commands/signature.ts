import type { SignatureRequest } from "@paraph/core/signatures";
import { Console, Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { json, printRecord, printTable } from "../print.ts";
import { signatureSend } from "./signature_send.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));
const id = Argument.String("id").pipe(Argument.withDescription("The signature request's id"));

const list = Command.make(
  "list",
  {
    render: Flag.String("render").pipe(
      Flag.withDescription("Only those of this render"),
      Flag.optional,
    ),
    cursor: Flag.String("cursor").pipe(
      Flag.withDescription("Where to go on: the nextCursor of the page before"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ render, cursor, json }) {
    const { callApi, PROJECT } = yield* api;
    const query = {
      ...Option.match(render, { onNone: () => ({}), onSome: (renderId) => ({ renderId }) }),
      ...Option.match(cursor, { onNone: () => ({}), onSome: (cursor) => ({ cursor }) }),
    };
    const page = yield* callApi(({ signatures }) => signatures.list({ query }), PROJECT);
    yield* printTable(page.signatures, ["id", "status", "name", "createdAt", "completedAt"], json);
    if (page.hasMore) yield* Console.error(`More: --cursor ${page.nextCursor}`);
  }),
).pipe(Command.withDescription("List signature requests, newest first"));

const get = Command.make(
  "get",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id } };
    const found = yield* callApi(({ signatures }) => signatures.get(request), PROJECT);
    yield* json ? printRecord(found, json) : printSignature(found);
  }),
).pipe(Command.withDescription("Show a signature request and how far its recipients are"));

/** A request, and under it its recipients. */
function printSignature({ recipients, ...request }: SignatureRequest) {
  const columns = [
    "order",
    "designation",
    "firstName",
    "lastName",
    "email",
    "signedAt",
    "declinedAt",
  ] as const;
  return printRecord(request, false).pipe(
    Effect.andThen(Console.log("")),
    Effect.andThen(printTable(recipients, columns, false)),
  );
}

const cancel = Command.make(
  "cancel",
  {
    id,
    reason: Flag.String("reason").pipe(
      Flag.withDescription("Why; recipients are told"),
      Flag.optional,
    ),
    json,
  },
  Effect.fnUntraced(function* ({ id, reason, json }) {
    const { callApi, PROJECT } = yield* api;
    const payload = Option.match(reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) });
    const request = { params: { id }, payload };
    const cancelled = callApi(({ signatures }) => signatures.cancel(request), PROJECT);
    yield* printRecord(yield* cancelled, json);
  }),
).pipe(Command.withDescription("Cancel a signature request that has not ended"));

const download = Command.make(
  "download",
  {
    id,
    certificate: Flag.Boolean("certificate").pipe(
      Flag.withDescription("The certificate of completion instead of the document"),
      Flag.withDefault(false),
    ),
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withDescription("Where to write the PDF"),
    ),
  },
  Effect.fnUntraced(function* ({ id, certificate, output }) {
    const { callApi, PROJECT, writeStream } = yield* api;
    const request = { params: { id } };
    const bytes = yield* callApi(
      ({ signatures }) =>
        certificate ? signatures.certificate(request) : signatures.download(request),
      PROJECT,
    );
    yield* writeStream(output, bytes);
    yield* Console.error(`Wrote ${output}`);
  }),
).pipe(Command.withDescription("Save the signed PDF, or its certificate"));

/** `paraph signature`: the signature requests of the project whose key the environment holds. */
export const signature = Command.make("signature").pipe(
  Command.withDescription("Signature requests of a project (PARAPH_URL, PARAPH_API_KEY)"),
  Command.withSubcommands([signatureSend, list, get, cancel, download]),
);

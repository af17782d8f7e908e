import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { given } from "../given.ts";
import { output, writeOutput } from "../output_file.ts";
import { paging, sayMore } from "../paging.ts";
import { json, printRecord, printTable } from "../print.ts";
import { printSignature, signatureId as id } from "./signature_request.ts";
import { signatureSend } from "./signature_send.ts";
import { signatureWait } from "./signature_wait.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const list = Command.make(
  "list",
  {
    render: Flag.String("render").pipe(
      Flag.withDescription("Only those of this render"),
      Flag.optional,
    ),
    ...paging,
    json,
  },
  Effect.fnUntraced(function* ({ render: renderId, json, ...page }) {
    const { callApi, PROJECT } = yield* api;
    const query = given({ renderId, ...page });
    const found = yield* callApi(({ signatures }) => signatures.list({ query }), PROJECT);
    yield* printTable(found.signatures, ["id", "status", "name", "createdAt", "completedAt"], json);
    yield* sayMore(found);
  }),
).pipe(described("List signature requests, newest first", "project"));

const get = Command.make(
  "get",
  { id, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id } };
    const found = yield* callApi(({ signatures }) => signatures.get(request), PROJECT);
    yield* printSignature(found, json);
  }),
).pipe(described("Show a signature request and how far its recipients are", "project"));

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
    const request = { params: { id }, payload: given({ reason }) };
    const cancelled = callApi(({ signatures }) => signatures.cancel(request), PROJECT);
    yield* printRecord(yield* cancelled, json);
  }),
).pipe(described("Cancel a signature request that has not ended", "project"));

const download = Command.make(
  "download",
  {
    id,
    certificate: Flag.Boolean("certificate").pipe(
      Flag.withDescription("The certificate of completion instead of the document"),
      Flag.withDefault(false),
    ),
    output,
  },
  Effect.fnUntraced(function* ({ id, certificate, output }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id } };
    const bytes = callApi(
      ({ signatures }) =>
        certificate ? signatures.certificate(request) : signatures.download(request),
      PROJECT,
    );
    const notYet = { conflict: `\`paraph signature wait ${id}\` waits until everybody has signed` };
    yield* writeOutput(output, yield* withHints(notYet)(bytes));
  }),
).pipe(described("Save the signed PDF, or its certificate", "project"));

/** `paraph signature`: the signature requests of the project whose key the environment holds. */
export const signature = Command.make("signature").pipe(
  described("Send documents out to be signed", "project"),
  Command.withSubcommands([signatureSend, list, get, signatureWait, cancel, download]),
);

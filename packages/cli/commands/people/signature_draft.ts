import { Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import {
  fileFlag,
  idempotencyKey,
  optionalText,
  paging,
  presentFlags,
  textArgument,
} from "../../flags.ts";
import { type FieldNames, inFile } from "../../input_names.ts";
import { readJsonObject } from "../../json_file.ts";
import { asBody, listCommand, recordCommand, table } from "../server_command.ts";
import { caller, printSignature } from "./signature_output.ts";

const id = textArgument("id", "The draft's id");

const request = fileFlag(
  "file",
  "The body of POST /v1/signatures as JSON, complete or not; - for standard input",
);

const create = recordCommand(
  "create",
  {
    description: "Store an incomplete signature request for a render",
    caller,
    flags: {
      render: textArgument("render-id", "The render; it must have succeeded"),
      file: request,
      idempotencyKey,
    },
    fields: ({ file }): FieldNames => ({
      request: inFile("--file", file),
      "request.renderId": "<render-id>",
    }),
  },
  Effect.fnUntraced(function* ({ signatureDrafts }: Resources, { render, file, ...flags }) {
    const body: Readonly<Record<string, unknown>> = yield* readJsonObject(file, "--file");
    return yield* signatureDrafts.create(
      asBody({ request: { ...body, renderId: render } }),
      flags.idempotencyKey,
    );
  }),
);

const list = listCommand(
  "list",
  {
    description: "List drafts, newest first",
    caller,
    flags: {
      renderId: optionalText("render", "Only drafts for this render"),
      status: Flag.Literals("status", ["open", "sent"]).pipe(
        Flag.withDescription("Only drafts with this status"),
        Flag.optional,
      ),
      ...paging,
    },
  },
  ({ signatureDrafts }, query) => signatureDrafts.list(presentFlags(query)),
  ({ drafts }) =>
    table(drafts, [
      "id",
      ["name", ({ request: { name } }) => (typeof name === "string" ? name : "")],
      "renderId",
      "revision",
      "signatureId",
      "updatedAt",
    ]),
);

const get = recordCommand(
  "get",
  { description: "Show a draft", caller, flags: { id } },
  ({ signatureDrafts }, { id }) => signatureDrafts.get(id),
);

const update = recordCommand(
  "update",
  {
    description: "Replace the request of a draft",
    caller,
    flags: {
      id,
      file: request,
      revision: Flag.Int("revision").pipe(
        Flag.withDescription("Fail if the draft was changed since this revision"),
        Flag.optional,
      ),
    },
    fields: ({ file }): FieldNames => ({ request: inFile("--file", file), revision: "--revision" }),
  },
  Effect.fnUntraced(function* ({ signatureDrafts }: Resources, { id, file, revision }) {
    const body: Readonly<Record<string, unknown>> = yield* readJsonObject(file, "--file");
    // The file of `create` needs no render: the draft keeps its own.
    const { renderId } = yield* signatureDrafts.get(id);
    return yield* signatureDrafts.update(
      id,
      asBody({ request: { renderId, ...body }, ...presentFlags({ revision }) }),
    );
  }),
);

const send = recordCommand(
  "send",
  {
    description: "Send a draft for signature, once",
    caller,
    flags: {
      id,
      file: Flag.optional(
        fileFlag("file", "The access codes, as { accessCodes } in JSON; - for standard input"),
      ),
    },
    fields: ({ file }): FieldNames =>
      Option.isSome(file) ? { accessCodes: inFile("--file", file.value) } : {},
  },
  Effect.fnUntraced(function* ({ signatureDrafts }: Resources, { id: draftId, file }) {
    const secrets = Option.isNone(file) ? {} : yield* readJsonObject(file.value, "--file");
    return yield* signatureDrafts.send(draftId, asBody(secrets));
  }),
  printSignature,
);

const remove = recordCommand(
  "delete",
  { description: "Delete a draft", caller, flags: { id } },
  ({ signatureDrafts }, { id }) => signatureDrafts.remove(id),
);

/** `paraph signature draft`: drafts of signature requests. */
export const draft = Command.make("draft").pipe(
  describe("Prepare signature requests and send them later", caller),
  Command.withSubcommands([create, list, get, update, send, remove]),
);

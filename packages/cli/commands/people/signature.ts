import { isTerminal, type NewRecipient } from "@paraph/core/signatures";
import { Console, Effect, Option } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import {
  fileFlag,
  idempotencyKey,
  json,
  optionalText,
  output,
  paging,
  presentFlags,
  switchFlag,
  textArgument,
  timeout,
} from "../../flags.ts";
import { readJsonObject } from "../../json_file.ts";
import { CallFailed, withHints } from "../../terminal/failure.ts";
import { printJson, printRecord, printTable } from "../../terminal/print.ts";
import { waitFor } from "../../terminal/progress.ts";
import {
  callServer,
  downloadTo,
  listCommand,
  recordCommand,
  table,
  unchecked,
} from "../server_command.ts";
import { noDocumentYet } from "./share.ts";

type SignatureRequest = Effect.Success<ReturnType<Resources["signatures"]["get"]>>;

const caller = "project";
const id = textArgument("id", "The signature request's id");

/** Prints a signature request, and below it its recipients. */
const printSignature = Effect.fnUntraced(function* ({ recipients, ...request }: SignatureRequest) {
  yield* printRecord(request, false);
  yield* Console.log("");
  yield* printTable(
    recipients,
    [
      "order",
      ["as", ({ designation }) => designation],
      ["name", ({ firstName, lastName }) => `${firstName} ${lastName}`],
      "email",
      "status",
      ["email status", ({ delivery }) => delivery?.status ?? ""],
      "signedAt",
      "declinedAt",
    ],
    false,
  );
});

/** A repeatable flag with the name and email address of a person. */
const people = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0));

const send = recordCommand(
  "send",
  {
    description: "Send a render for signature",
    caller,
    flags: {
      render: textArgument("render-id", "The render; it must have succeeded"),
      signers: people("signer", 'Who signs, such as "Ada Lovelace <ada@example.com>"; repeatable'),
      approvers: people("approver", "Who approves, after the signers; repeatable"),
      copies: people("cc", "Who receives the finished document; repeatable"),
      anchors: Flag.String("anchor").pipe(
        Flag.withDescription(
          "The anchor text where the signer of the same number signs; repeatable",
        ),
        Flag.atLeast(0),
      ),
      offsetX: Flag.Finite("offset-x").pipe(
        Flag.withDescription("Moves signature fields right of their anchor texts, in points"),
        Flag.optional,
      ),
      offsetY: Flag.Finite("offset-y").pipe(
        Flag.withDescription("Moves signature fields up from their anchor texts, in points"),
        Flag.optional,
      ),
      name: optionalText("name", "The name that recipients see"),
      expirationHours: Flag.Int("expires-in").pipe(
        Flag.withDescription("How many hours recipients have; by default 168"),
        Flag.optional,
      ),
      file: fileFlag(
        "file",
        "The body of POST /v1/signatures as JSON: recipients, fields and so on; - for standard input",
      ).pipe(Flag.optional),
      idempotencyKey,
    },
    hints: ({ render }) => noDocumentYet(render),
  },
  Effect.fnUntraced(function* ({ signatures }: Resources, { render, ...flags }) {
    const file: Readonly<Record<string, unknown>> = Option.isSome(flags.file)
      ? yield* readJsonObject(flags.file.value)
      : {};
    const recipients = [
      ...flags.signers.map((text) => toRecipient(text, "Signer")),
      ...flags.approvers.map((text) => toRecipient(text, "Approver")),
      ...flags.copies.map((text) => toRecipient(text, "CC")),
    ];
    const offsets = presentFlags({ offsetX: flags.offsetX, offsetY: flags.offsetY });
    const anchorTags = flags.anchors.map((anchorString, recipientIndex) => ({
      anchorString,
      recipientIndex,
      type: "signature",
      ...offsets,
    }));
    const body = {
      ...file,
      renderId: render,
      ...(recipients.length === 0 ? {} : { recipients }),
      ...(anchorTags.length === 0 ? {} : { anchorTags }),
      ...presentFlags({ name: flags.name, expirationHours: flags.expirationHours }),
    };
    return yield* signatures.create(unchecked(body), flags.idempotencyKey);
  }),
  printSignature,
).pipe(
  Command.withExamples([
    {
      command:
        'paraph signature send 0198c0de-… --signer "Ada Lovelace <ada@example.com>" --anchor "Sign here"',
    },
    {
      command:
        'paraph signature send 0198c0de-… --signer "Ada Lovelace <ada@example.com>" --anchor "Signature of the Client" --offset-y 30',
      description: "Place the signature on the line above its caption",
    },
  ]),
);

/** Parses `name <address>`; the last word is the last name. The server validates the address. */
function toRecipient(text: string, designation: "Signer" | "Approver" | "CC"): NewRecipient {
  const [, name = "", address = text.trim()] = /^\s*(.*?)\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const words = (name === "" ? (address.split("@")[0] ?? "") : name).split(/\s+/);
  const lastName = words.length > 1 ? words.at(-1) : undefined;
  const firstName = lastName === undefined ? words.join(" ") : words.slice(0, -1).join(" ");
  return {
    firstName,
    email: address,
    designation,
    ...(lastName === undefined ? {} : { lastName }),
  };
}

const list = listCommand(
  "list",
  {
    description: "List signature requests, newest first",
    caller,
    flags: { renderId: optionalText("render", "Only requests for this render"), ...paging },
  },
  ({ signatures }, query) => signatures.list(presentFlags(query)),
  ({ signatures }) => table(signatures, ["id", "status", "name", "createdAt", "completedAt"]),
);

const get = recordCommand(
  "get",
  {
    description: "Show a signature request and the progress of its recipients",
    caller,
    flags: { id },
  },
  ({ signatures }, { id }) => signatures.get(id),
  printSignature,
);

const wait = Command.make(
  "wait",
  { id, timeout, json },
  Effect.fnUntraced(function* ({ id, timeout, json }) {
    const ended = yield* callServer(caller, ({ signatures }) =>
      waitFor({
        read: signatures.get(id),
        hasEnded: ({ status }) => isTerminal(status),
        status: ({ status, recipients }) => {
          const signers = recipients.filter(({ designation }) => designation !== "CC");
          const done = signers.filter(({ signedAt }) => signedAt !== undefined);
          return `signature request ${id} is ${status}, ${done.length} of ${signers.length} have signed`;
        },
        resumeCommand: `paraph signature wait ${id}`,
        timeout,
      }),
    );
    yield* json ? printJson(ended) : printSignature(ended);
    const { status, errorMessage } = ended;
    if (status === "completed") return undefined;
    return yield* CallFailed.of(status, errorMessage ?? "Not all recipients have signed");
  }),
).pipe(describe("Wait until all have signed; exit with 1 when it ends otherwise", caller));

const cancel = recordCommand(
  "cancel",
  {
    description: "Cancel a signature request that has not ended",
    caller,
    flags: { id, reason: optionalText("reason", "Why; recipients see it") },
  },
  ({ signatures }, { id, reason }) => signatures.cancel(id, presentFlags({ reason })),
);

const download = Command.make(
  "download",
  {
    id,
    certificate: switchFlag("certificate", "The certificate of completion instead of the document"),
    output,
  },
  Effect.fnUntraced(function* ({ id, certificate, output }) {
    yield* downloadTo(output, caller, ({ signatures }, options) =>
      certificate ? signatures.certificate(id, options) : signatures.download(id, options),
    ).pipe(withHints({ conflict: `\`paraph signature wait ${id}\` waits until all have signed` }));
  }),
).pipe(describe("Save the signed PDF, or its certificate", caller));

/** `paraph signature`: the signature requests of a project. */
export const signature = Command.make("signature").pipe(
  describe("Send documents for signature", caller),
  Command.withSubcommands([send, list, get, wait, cancel, download]),
);

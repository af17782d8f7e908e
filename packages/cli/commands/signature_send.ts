import { CreateSignature, type NewRecipient } from "@paraph/core/signatures";
import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json } from "../print.ts";
import { fileFlag, readJson, requestBody } from "../request_file.ts";
import { notReady } from "./render_id.ts";
import { printSignature } from "./signature_request.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

/** People given by name and address, as often as the flag is given. */
const people = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0));

/** `paraph signature send`: sends a render to whoever is to sign it. */
export const signatureSend = Command.make(
  "send",
  {
    render: Argument.String("render-id").pipe(
      Argument.withDescription("The render; it must have succeeded"),
    ),
    signers: people("signer", 'Who signs, such as "Ada Lovelace <ada@example.com>"; repeatable'),
    approvers: people("approver", "Who approves, after the signers; repeatable"),
    copies: people("cc", "Who is sent the finished document; repeatable"),
    anchors: Flag.String("anchor").pipe(
      Flag.withDescription("The text at which the signer of the same number signs; repeatable"),
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
    name: Flag.String("name").pipe(
      Flag.withDescription("What recipients see it called"),
      Flag.optional,
    ),
    hours: Flag.Int("expires-in").pipe(
      Flag.withDescription("How many hours recipients have: 168 unless given"),
      Flag.optional,
    ),
    file: fileFlag("file").pipe(
      Flag.withDescription(
        "The body of POST /v1/signatures as JSON: recipients, fields and so on; - for standard input",
      ),
      Flag.optional,
    ),
    key: idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ render, signers, approvers, copies, anchors, ...rest }) {
    const { callApi, PROJECT } = yield* api;
    const file = yield* Option.match(rest.file, {
      onNone: () => Effect.succeed({}),
      onSome: readJson,
    });
    const recipients = [
      ...signers.map((text) => person(text, "Signer")),
      ...approvers.map((text) => person(text, "Approver")),
      ...copies.map((text) => person(text, "CC")),
    ];
    const offsets = given({ offsetX: rest.offsetX, offsetY: rest.offsetY });
    const anchorTags = anchors.map((anchorString, recipientIndex) => ({
      ...({ anchorString, recipientIndex, type: "signature" } as const),
      ...offsets,
    }));
    const body = {
      ...file,
      renderId: render,
      ...(recipients.length === 0 ? {} : { recipients }),
      ...(anchorTags.length === 0 ? {} : { anchorTags }),
      ...given({ name: rest.name, expirationHours: rest.hours }),
    };
    const payload = yield* requestBody(CreateSignature, body);
    const request = { payload, headers: rest.key };
    const sent = callApi(({ signatures }) => signatures.create(request), PROJECT, body);
    yield* printSignature(yield* withHints(notReady(render))(sent), rest.json);
  }),
).pipe(
  described("Send a render out to be signed", "project"),
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

/** A name and an address: the last word is the last name. What is no address is told by the rules. */
function person(text: string, designation: "Signer" | "Approver" | "CC"): NewRecipient {
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

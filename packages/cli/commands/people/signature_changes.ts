import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { optionalText, presentFlags } from "../../flags.ts";
import type { FieldNames } from "../../input_names.ts";
import { asBody, recordCommand } from "../server_command.ts";
import { caller, id, printSignature } from "./signature_output.ts";

const recipient = Flag.String("recipient").pipe(
  Flag.withDescription("The recipient, by id or email address"),
);

/** The id of a recipient by their id or email address, if just one has it. */
const recipientIdOf = Effect.fnUntraced(function* (
  { signatures }: Resources,
  id: string,
  text: string,
) {
  const { recipients } = yield* signatures.get(id);
  const matches = recipients.filter(
    (each) => each.id === text || each.email.toLowerCase() === text.toLowerCase(),
  );
  // The server responds that there is no such recipient.
  return matches.length === 1 ? matches[0]!.id : text;
});

/** `paraph signature extend` */
export const extend = recordCommand(
  "extend",
  {
    description: "Change when a signature request expires",
    caller,
    flags: {
      id,
      expiresAt: Flag.String("until").pipe(
        Flag.withDescription("The new end, in ISO 8601 such as 2026-05-04T18:00:00Z"),
      ),
    },
    fields: (): FieldNames => ({ expiresAt: "--until" }),
  },
  ({ signatures }, { id, expiresAt }) => signatures.update(id, asBody({ expiresAt })),
  printSignature,
);

/** `paraph signature remind` */
export const remind = recordCommand(
  "remind",
  {
    description: "Remind the recipients whose turn it is, each at most once an hour",
    caller,
    flags: { id },
  },
  ({ signatures }, { id }) => signatures.remind(id),
);

/** `paraph signature resend` */
export const resend = recordCommand(
  "resend",
  { description: "Send a recipient another invitation", caller, flags: { id, recipient } },
  (paraph: Resources, { id, recipient }) =>
    Effect.flatMap(recipientIdOf(paraph, id, recipient), (recipientId) =>
      paraph.signatures.resend(id, recipientId),
    ),
  printSignature,
);

/** `paraph signature in-person` */
export const inPerson = recordCommand(
  "in-person",
  {
    description: "Print a URL for a device that is handed from signer to signer; it opens once",
    caller,
    flags: {
      id,
      host: Flag.String("host").pipe(
        Flag.withDescription("The name of the person who provides the device"),
      ),
      returnUrl: optionalText("return-url", "The page that opens after all have signed (https)"),
    },
    fields: (): FieldNames => ({ "host.name": "--host" }),
  },
  ({ signatures }, { id, host, ...options }) =>
    signatures.inPerson(id, { host: { name: host }, ...presentFlags(options) }),
).pipe(
  Command.withExamples([
    { command: 'paraph signature in-person 0198c0de-… --host "Grace Hopper"' },
  ]),
);

/** `paraph signature correct` */
export const correct = recordCommand(
  "correct",
  {
    description: "Correct the name or email address of a recipient; their old links stop working",
    caller,
    flags: {
      id,
      recipient,
      firstName: optionalText("first-name", "The corrected first name"),
      lastName: optionalText("last-name", "The corrected last name"),
      email: optionalText("email", "The corrected email address"),
      reason: Flag.String("reason").pipe(Flag.withDescription("Why; for the audit trail")),
    },
  },
  (paraph: Resources, { id, recipient, reason, ...contact }) =>
    Effect.flatMap(recipientIdOf(paraph, id, recipient), (recipientId) =>
      paraph.signatures.updateRecipient(id, recipientId, { ...presentFlags(contact), reason }),
    ),
  printSignature,
);

import { ReaderEventType } from "@paraph/core/engagement";
import { ShareStatus } from "@paraph/core/shares";
import { Console, Effect, Option, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import { idempotencyKey, optionalText, paging, presentFlags, textArgument } from "../../flags.ts";
import { printRecord, printTable } from "../../terminal/print.ts";
import { listCommand, recordCommand, table } from "../server_command.ts";

const caller = "project";
const render = textArgument("render-id", "The render's id");

/** `--message`: the sender's words to the recipient. */
export const message = optionalText("message", "A message for the recipient");

/** `--expires-at`: when a link expires. */
export const expiresAt = optionalText(
  "expires-at",
  "When the link expires, such as 2027-01-31T18:00:00Z; by default never",
).pipe(Flag.withMetavar("time"));

/** What to do when a render has no document yet. */
export const noDocumentYet = (render: string) => ({
  conflict: `\`paraph render wait ${render}\` waits until it has succeeded`,
});

const create = recordCommand(
  "create",
  {
    description: "Share a render by a link",
    caller,
    flags: {
      render,
      email: optionalText("email", "Email the link to this address"),
      message,
      expiresAt,
      idempotencyKey,
    },
    fields: () => ({ recipientEmail: "--email" }),
    hints: ({ render }) => noDocumentYet(render),
  },
  ({ shares }, { render, email, idempotencyKey, ...terms }) =>
    shares.create(
      render,
      {
        ...(Option.isSome(email) ? { channel: "email", recipientEmail: email.value } : {}),
        ...presentFlags(terms),
      },
      idempotencyKey,
    ),
).pipe(
  Command.withExamples([
    { command: "paraph share create 0198c0de-… --expires-at 2027-01-31T18:00:00Z" },
    { command: 'paraph share create 0198c0de-… --email ada@example.com --message "Have a look"' },
  ]),
);

/** `paraph share`: links to documents. */
export const share = Command.make("share").pipe(
  describe("Share documents by links", caller),
  Command.withSubcommands([
    create,
    listCommand(
      "list",
      {
        description: "List the shares of a render, or of all renders, newest first",
        caller,
        flags: {
          render: Argument.optional(render),
          status: Flag.Literals("status", ShareStatus.literals).pipe(
            Flag.withDescription("Only shares of all renders with this status"),
            Flag.optional,
          ),
          recipientEmail: optionalText(
            "recipient",
            "Only shares of all renders with this recipient",
          ),
          ...paging,
        },
      },
      Effect.fnUntraced(function* ({ shares }: Resources, { render, ...query }) {
        return Option.isSome(render)
          ? yield* shares.list(render.value)
          : yield* shares.listOfProject(presentFlags(query));
      }),
      ({ shares }) =>
        table(shares, [
          "id",
          ["recipient", ({ recipientEmail }) => recipientEmail],
          ["clicks", ({ clickCount }) => clickCount],
          ["status", ({ revokedAt }) => (revokedAt === null ? "active" : "revoked")],
          "expiresAt",
          "shareUrl",
        ]),
    ),
    listCommand(
      "events",
      {
        description: "List what happened through a share, newest first",
        caller,
        flags: { share: textArgument("share-id", "The share's id"), ...paging },
      },
      ({ shares }, { share, ...query }) => shares.events(share, presentFlags(query)),
      ({ events }) => table(events, EVENT_COLUMNS),
    ),
    recordCommand(
      "revoke",
      {
        description: "Revoke a share; its link stops working",
        caller,
        flags: { render, share: textArgument("share-id", "The share's id") },
      },
      ({ shares }, { render, share }) => shares.revoke(render, share),
    ),
  ]),
);

const getEngagement = recordCommand(
  "get",
  { description: "Show what happened to the document of a render", caller, flags: { render } },
  ({ engagement }, { render }) => engagement.get(render),
  Effect.fnUntraced(function* ({ counts, linkOpens, total, recent }: EngagementSummary) {
    yield* printRecord({ ...counts, linkOpens, total }, false);
    if (recent.length === 0) return;
    yield* Console.log("");
    yield* printTable(recent, EVENT_COLUMNS, false);
  }),
);

type EngagementEvents = EngagementSummary["recent"];

const EVENT_COLUMNS = [
  "createdAt",
  ["event", ({ eventType }: EngagementEvents[number]) => eventType],
  ["by", ({ actorKind }: EngagementEvents[number]) => actorKind],
  "shareId",
  ["address", ({ sourceIp }: EngagementEvents[number]) => sourceIp],
  "userAgent",
] as const;

type EngagementSummary = Effect.Success<ReturnType<Resources["engagement"]["get"]>>;

const recordEngagement = recordCommand(
  "record",
  {
    description: "Record an event of your own; duplicates within 5 minutes are ignored",
    caller,
    flags: {
      render,
      eventType: Argument.Literals("event", ReaderEventType.literals).pipe(
        Argument.withDescription("What happened"),
      ),
      metadata: Flag.String("metadata").pipe(
        Flag.withDescription('Data to store with it: a JSON object, such as {"seat":7}'),
        Flag.withMetavar("json"),
        Flag.withSchema(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))),
        Flag.optional,
      ),
      idempotencyKey,
    },
  },
  ({ engagement }, { render, eventType, metadata, idempotencyKey }) =>
    engagement.record(render, { eventType, ...presentFlags({ metadata }) }, idempotencyKey),
).pipe(Command.withExamples([{ command: "paraph engagement record 0198c0de-… printed" }]));

/** `paraph engagement`: what happened to documents. */
export const engagement = Command.make("engagement").pipe(
  describe("Follow what happens to documents", caller),
  Command.withSubcommands([getEngagement, recordEngagement]),
);

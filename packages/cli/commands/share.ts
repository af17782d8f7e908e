import { CreateShare } from "@paraph/core/shares";
import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord, printTable } from "../print.ts";
import { requestBody } from "../request_file.ts";
import { notReady, ofRender } from "./render_id.ts";
import { expiresAt, message } from "./share_terms.ts";

const api = Effect.promise(() => import("../_programs/client.ts"));

const create = Command.make(
  "create",
  {
    render: ofRender,
    email: Flag.String("email").pipe(
      Flag.withDescription("Mail the link to this address"),
      Flag.optional,
    ),
    message,
    expiresAt,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ render, email, idempotencyKey: headers, json, ...terms }) {
    const { callApi, PROJECT } = yield* api;
    const payload = yield* requestBody(CreateShare, {
      ...(Option.isSome(email) ? { channel: "email", recipientEmail: email.value } : {}),
      ...given(terms),
    });
    const request = { params: { id: render }, headers, payload };
    const created = callApi(({ shares }) => shares.create(request), PROJECT);
    yield* printRecord(yield* withHints(notReady(render))(created), json);
  }),
).pipe(
  described("Share a render with a guest by a link", "project"),
  Command.withExamples([
    { command: "paraph share create 0198c0de-… --expires-at 2027-01-31T18:00:00Z" },
    { command: 'paraph share create 0198c0de-… --email ada@example.com --message "Have a look"' },
  ]),
);

const list = Command.make(
  "list",
  { render: ofRender, json },
  Effect.fnUntraced(function* ({ render, json }) {
    const { callApi, PROJECT } = yield* api;
    const request = { params: { id: render } };
    const { shares } = yield* callApi(({ shares }) => shares.list(request), PROJECT);
    yield* printTable(
      shares,
      [
        "id",
        ["recipient", ({ recipientEmail }) => recipientEmail],
        ["clicks", ({ clickCount }) => clickCount],
        ["status", ({ revokedAt }) => (revokedAt === null ? "active" : "revoked")],
        "expiresAt",
        "shareUrl",
      ],
      json,
    );
  }),
).pipe(described("List the shares of a render, newest first, revoked ones too", "project"));

const revoke = Command.make(
  "revoke",
  {
    render: ofRender,
    share: Argument.String("share-id").pipe(Argument.withDescription("The share's id")),
    json,
  },
  Effect.fnUntraced(function* ({ render, share, json }) {
    const { callApi, PROJECT } = yield* api;
    const params = { id: render, shareId: share };
    const revoked = callApi(({ shares }) => shares.revoke({ params }), PROJECT);
    yield* printRecord(yield* revoked, json);
  }),
).pipe(described("Revoke a share: its link leads nowhere any more", "project"));

/** `paraph share`: links for guests. */
export const share = Command.make("share").pipe(
  described("Share documents with guests by links", "project"),
  Command.withSubcommands([create, list, revoke]),
);

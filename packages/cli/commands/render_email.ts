import { EmailRender } from "@paraph/core/shares";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { withHints } from "../call_failed.ts";
import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json, printRecord } from "../print.ts";
import { requestBody } from "../request_file.ts";
import { notReady, renderId } from "./render_id.ts";
import { expiresAt, message } from "./share_terms.ts";

/** `paraph render email`: a link to a render, by mail. */
export const renderEmail = Command.make(
  "email",
  {
    id: renderId,
    to: Flag.String("to").pipe(Flag.withDescription("Whom to mail it to: an address")),
    recipientName: Flag.String("name").pipe(
      Flag.withDescription("What to call them"),
      Flag.optional,
    ),
    message,
    expiresAt,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ id, to, idempotencyKey: headers, json, ...rest }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const payload = yield* requestBody(EmailRender, { to, ...given(rest) });
    const request = { params: { id }, headers, payload };
    const sent = callApi(({ shares }) => shares.email(request), PROJECT);
    yield* printRecord(yield* withHints(notReady(id))(sent), json);
  }),
).pipe(
  described("Mail a link to a render, and wait until the mail is sent", "project"),
  Command.withExamples([{ command: "paraph render email 0198c0de-… --to ada@example.com" }]),
);

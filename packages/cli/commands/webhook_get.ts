import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord } from "../print.ts";
import { webhookId } from "./webhook_flags.ts";

/** `paraph webhook get`: where events are sent, and which. */
export const webhookGet = Command.make(
  "get",
  { id: webhookId, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const found = callApi(({ webhooks }) => webhooks.get({ params: { id } }), PROJECT);
    yield* printRecord(yield* found, json);
  }),
).pipe(described("Show a webhook", "project"));

import { isTerminal } from "@paraph/core/signatures";
import { Effect } from "effect";
import { Command } from "effect/cli";

import { CallFailed } from "../call_failed.ts";
import { described } from "../described.ts";
import { json } from "../print.ts";
import { timeout, waitFor } from "../waiting.ts";
import { printSignature, signatureId } from "./signature_request.ts";

/** `paraph signature wait`: until a signature request has ended. */
export const signatureWait = Command.make(
  "wait",
  { id: signatureId, timeout, json },
  Effect.fnUntraced(function* ({ id, timeout, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const ended = yield* waitFor({
      read: callApi(({ signatures }) => signatures.get({ params: { id } }), PROJECT),
      hasEnded: ({ status }) => isTerminal(status),
      standing: ({ status, recipients }) => {
        const asked = recipients.filter(({ designation }) => designation !== "CC");
        const done = asked.filter(({ signedAt }) => signedAt !== undefined);
        return `signature request ${id} is ${status}, ${done.length} of ${asked.length} have signed`;
      },
      again: `paraph signature wait ${id}`,
      timeout,
    });
    yield* printSignature(ended, json);
    const { status, errorMessage } = ended;
    const failure = CallFailed.of(status, errorMessage ?? "Not everybody has signed");
    return yield* status === "completed" ? Effect.void : Effect.fail(failure);
  }),
).pipe(described("Wait until everybody has signed; exit with 1 when it ends otherwise", "project"));

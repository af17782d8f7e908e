import { EmailBounces } from "@paraph/core/emails";
import type { InvalidRequest } from "@paraph/core/values";
import { Effect } from "effect";

import { bodyBytes } from "../_wire/body/body_bytes.ts";
import { jsonOf } from "../_wire/body/json_body.ts";
import { handlersOf } from "../_wire/body/payload.ts";
import { NotReady } from "../_wire/errors/failures.ts";
import { Api } from "../api.ts";

/** Handlers of {@linkcode MailHooksApi}. */
export const mailHooksHandlers = handlersOf(
  Api,
  "mailHooks",
  Effect.fnUntraced(function* (handlers) {
    const bounces = yield* EmailBounces;
    return handlers.handleRaw(
      "bounce",
      Effect.fnUntraced(function* ({ request }) {
        yield* bounces.authenticate(request.headers["authorization"]);
        const body = new Uint8Array(yield* bodyBytes(request));
        yield* bounces
          .receive(body, request.headers["content-type"] ?? "")
          .pipe(
            Effect.catchTags({
              invalid_request: (error) => invalidReport(body, error),
              unverified_bounce: ({ message }) => Effect.fail(new NotReady({ message })),
            }),
          );
        return { received: true } as const;
      }),
    );
  }),
);

/** Reports invalid JSON of a body that begins as JSON. Messages of mail servers are not JSON. */
function invalidReport(body: Uint8Array, error: InvalidRequest) {
  const [first = ""] = new TextDecoder().decode(body.subarray(0, 100)).trimStart();
  const isJson = first === "{" || first === "[";
  return isJson ? Effect.andThen(jsonOf(body), Effect.fail(error)) : Effect.fail(error);
}

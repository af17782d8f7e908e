import { EmailBounces } from "@paraph/core/emails";
import { Effect } from "effect";

import { bodyBytes } from "../_wire/body/body_bytes.ts";
import { handlersOf } from "../_wire/body/payload.ts";
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
        yield* bounces.receive(body, request.headers["content-type"] ?? "");
        return { received: true } as const;
      }),
    );
  }),
);

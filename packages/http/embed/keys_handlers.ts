import { TokenSigner } from "@paraph/core/embed";
import { Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import { handlerGroup } from "../_wire/request/handler_group.ts";
import { Api } from "../api.ts";

/** The public keys of session tokens. */
export const embedKeysHandlers = handlerGroup(
  Api,
  "embedKeys",
  Effect.fnUntraced(function* (handlers) {
    const { publicKeys } = yield* TokenSigner;
    const headers = { "cache-control": "public, max-age=300" };
    const response = HttpServerResponse.jsonUnsafe({ keys: publicKeys }, { headers });
    return handlers.handleAll({ list: () => Effect.succeed(response) });
  }),
);

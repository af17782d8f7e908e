import { Gone } from "@paraph/core/shares";
import type { NotFound } from "@paraph/core/values";
import { Effect } from "effect";
import type { HttpServerResponse } from "effect/http";

import type { SharePages } from "../share_page/mod.ts";

/** Answers with a page that tells nothing of any document where a link leads nowhere. */
export function neutralWith({ neutral }: SharePages["Service"]) {
  return <R>(
    response: Effect.Effect<HttpServerResponse.HttpServerResponse, NotFound | Gone, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
    Effect.catchTags(response, {
      not_found: () => Effect.succeed(neutral("unknown")),
      gone: (gone) => Effect.succeed(neutral(gone === Gone.expired ? "expired" : "revoked")),
    });
}

/** Adds those pages to an operation of OpenAPI. */
export function neutralResponses(operation: Record<string, unknown>): Record<string, unknown> {
  const content = { "text/html": { schema: { type: "string" } } };
  const more = {
    404: { description: "A page: the link leads nowhere", content },
    410: { description: "A page: the link was revoked or has expired", content },
  };
  return { ...operation, responses: Object.assign(more, operation["responses"]) };
}

import { Gone } from "@paraph/core/shares";
import { NotFound } from "@paraph/core/values";
import type { SharePages } from "@paraph/web/share";
import { Effect } from "effect";
import type { HttpServerResponse } from "effect/http";

type Refusal = NotFound | Gone;

/** Answers with a page that tells nothing of any document where a link leads nowhere. */
export function neutralWith({ neutral }: SharePages["Service"]) {
  return <E, R>(response: Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal | E, R>) =>
    Effect.catchIf(response, isRefusal, (refusal) => {
      if (refusal._tag === "not_found") return Effect.succeed(neutral("unknown"));
      return Effect.succeed(neutral(refusal === Gone.expired ? "expired" : "revoked"));
    });
}

function isRefusal(error: unknown): error is Refusal {
  return error instanceof NotFound || error instanceof Gone;
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

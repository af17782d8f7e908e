import { acceptedLanguage } from "@paraph/core/values";
import { Effect } from "effect";
import { HttpServerRequest } from "effect/http";

/** The language of a page for the visitor, by their `Accept-Language`. */
export const visitorLanguage = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  acceptedLanguage(headers["accept-language"]),
);

import { verbatimJson } from "@paraph/core/values";
import { HttpServerResponse } from "effect/http";

/** A 200 of JSON with what was kept verbatim in it. */
export function verbatimAnswer(body: object): HttpServerResponse.HttpServerResponse {
  return HttpServerResponse.text(verbatimJson(body), { contentType: "application/json" });
}

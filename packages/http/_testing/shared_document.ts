import { RenderId } from "@paraph/core/values";
import { Effect, Schema } from "effect";

import { submitInvoice } from "./api_client.ts";
import { ApiServer } from "./api_server.ts";
import { fieldsOf } from "./body.ts";
import { send } from "./http_client.ts";
import { succeedRender } from "./succeeded_render.ts";

/** The bytes of shared documents. */
export const DOCUMENT = Buffer.from("%PDF-1.7\n0123456789\n%%EOF\n");

const Summary = Schema.Struct({
  counts: Schema.Record(Schema.String, Schema.Int),
  linkOpens: Schema.Int,
  total: Schema.Int,
  recent: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
});

let counter = 0;

/** Sends a request with the key of the first project and JSON. */
export const call = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const { port, key } = yield* ApiServer;
  return yield* send(port, {
    method,
    path,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
});

/** Sends a request as a viewer without a key. */
export const visit = Effect.fnUntraced(function* (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { method = "GET", json }: { readonly method?: string; readonly json?: unknown } = {},
) {
  const { port } = yield* ApiServer;
  const agent = { "user-agent": "Mozilla/5.0 Reader", ...headers };
  return yield* send(port, {
    method,
    path,
    headers: agent,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
});

/** A succeeded render, with functions to share it and to read its engagement. */
export const sharedDocument = Effect.gen(function* () {
  const { id } = yield* submitInvoice(`shared-${counter++}`);
  const sha256 = yield* succeedRender(RenderId.make(id), DOCUMENT);
  const base = `/v1/renders/${id}`;
  const share = Effect.fnUntraced(function* (options: unknown = {}) {
    const response = fieldsOf(yield* call("POST", `${base}/shares`, options));
    const token = String(response["shareToken"]);
    return { id: String(response["id"]), token, page: `/share/${token}` };
  });
  const summary = Effect.gen(function* () {
    const { json } = yield* call("GET", `${base}/engagement`);
    return yield* Schema.decodeUnknownEffect(Summary)(json);
  });
  const count = (type: string) => Effect.map(summary, ({ counts }) => counts[type]);
  return { id, base, etag: `"${sha256}"`, share, summary, count };
});

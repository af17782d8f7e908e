import { Slug } from "@paraph/core/values";
import { Effect } from "effect";
import { HttpClient, HttpClientRequest } from "effect/http";
import { HttpApiClient } from "effect/http-api";

import { Api } from "../api.ts";
import { ApiServer } from "./api_server.ts";

/** The typed client with the key of the first project. */
export const apiClient = Effect.gen(function* () {
  const { port, key } = yield* ApiServer;
  return yield* HttpApiClient.make(Api, {
    baseUrl: `http://127.0.0.1:${port}`,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(key)),
  });
});

/** A manifest with a required text, an optional amount and a table of items. */
export const INVOICE = {
  variables: [
    { key: "customer.name", label: "Customer", dataType: "text", required: true },
    { key: "total", label: "Total", dataType: "currency", required: false },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [{ key: "title", label: "Title", dataType: "text", required: false }],
    },
  ],
} as const;

/** Valid data for {@linkcode INVOICE}. */
export const INVOICE_DATA = { customer: { name: "Ada" }, total: 12.5, items: [{ title: "Pen" }] };

/** Publishes {@linkcode INVOICE} under a slug. */
export const publishInvoice = Effect.fnUntraced(function* (slug: string) {
  const client = yield* apiClient;
  const payload = { name: "Invoice", manifest: INVOICE };
  const params = { slug: Slug.make(slug) };
  return yield* client.templates.publish({ params, headers: {}, payload });
});

/** Publishes a template and submits a render of it. */
export const submitInvoice = Effect.fnUntraced(function* (slug: string) {
  yield* publishInvoice(slug);
  const client = yield* apiClient;
  return yield* client.renders.submit({
    params: { slug },
    headers: {},
    payload: { data: INVOICE_DATA, options: { filename: "Größe/1" } },
  });
});

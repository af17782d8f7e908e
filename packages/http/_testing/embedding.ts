import { Effect } from "effect";

import { ApiServer, PARTNER_ORIGIN } from "./api_server.ts";
import { codeOf, fieldsOf } from "./body.ts";
import { type RawResponse, send } from "./http_client.ts";

/** Whom sessions of tests are for. */
export const WHO = { tenant: { externalId: "tenant-1" }, actor: { externalId: "actor-1" } };

/** A caller with a bearer: every request is JSON both ways. */
export const callAs = Effect.fnUntraced(function* (
  bearer: string,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Effect.fn.Return<RawResponse, never, ApiServer> {
  const { port } = yield* ApiServer;
  const authorization = bearer === "" ? {} : { authorization: `Bearer ${bearer}` };
  const sent = { method, path, headers: { ...authorization, ...headers } };
  const body = typeof json === "string" ? json : JSON.stringify(json);
  return yield* send(port, json === undefined ? sent : { ...sent, body });
});

/** The same with the key of the tenant. */
export const callPartner = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  headers?: Readonly<Record<string, string>>,
) {
  const { embedKey } = yield* ApiServer;
  return yield* callAs(embedKey, method, path, json, headers);
});

/** A caller with a session, from a page of the integrator. */
export interface OpenedSession {
  readonly id: string;
  readonly token: string;
  readonly renewToken: string;
  readonly iframeUrl: string;
  readonly call: (
    method: string,
    path: string,
    json?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Effect.Effect<RawResponse, never, ApiServer>;
}

/** What a session is opened or gone on with, as a caller. */
export function sessionOf(response: RawResponse): OpenedSession {
  const opened = fieldsOf(response);
  const token = String(opened["session_token"]);
  return {
    token,
    id: String(opened["session_id"]),
    renewToken: String(opened["renew_token"]),
    iframeUrl: String(opened["iframe_url"]),
    call: (method, path, json, headers = {}) =>
      callAs(token, method, path, json, { origin: PARTNER_ORIGIN, ...headers }),
  };
}

/** Opens a session of the tenant. */
export const openSession = Effect.fnUntraced(function* (wanted: object = {}) {
  return sessionOf(yield* callPartner("POST", "/v1/embed/sessions", { ...WHO, ...wanted }));
});

/** A layout that can be drawn: it greets a customer. */
export const GREETING = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [
    [
      {
        name: "greeting",
        type: "text",
        content: "Dear {customer.name},",
        position: { x: 20, y: 30 },
        width: 120,
        height: 10,
        readOnly: true,
      },
    ],
  ],
};

/** The same in words of one's own. */
export const greeting = (content: string) => ({
  ...GREETING,
  schemas: GREETING.schemas.map((page) => page.map((field) => ({ ...field, content }))),
});

/** One that nothing can draw. */
export const UNDRAWABLE = {
  ...GREETING,
  schemas: GREETING.schemas.map((page) => page.map((field) => ({ ...field, type: "hologram" }))),
};

/** A summary of a response: the status, and the code of an error. */
export const outcome = (response: RawResponse) => [response.status, codeOf(response)];

/** Creates a draft with the key of the tenant; returns its id and slug. */
export const beginTemplate = Effect.fnUntraced(function* (
  name: string,
  layout: unknown = GREETING,
) {
  const path = "/v1/embed/builder/templates";
  const { documentTemplate } = fieldsOf(
    yield* callPartner("POST", path, { documentTemplate: { name, layout } }),
  );
  const { _id: id } = fieldsOf({ json: documentTemplate });
  const { slug } = fieldsOf(yield* callPartner("GET", `${path}/${String(id)}`));
  return { id: String(id), slug: String(slug) };
});

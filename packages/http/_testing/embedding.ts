import { Effect } from "effect";

import { ApiServer, INTEGRATOR_ORIGIN } from "./api_server.ts";
import { codeOf, fieldsOf } from "./body.ts";
import { type RawResponse, send } from "./http_client.ts";

/** The tenant and actor of sessions in tests. */
export const SESSION_OWNER = {
  tenant: { externalId: "tenant-1" },
  actor: { externalId: "actor-1" },
};

/** Sends a request with a bearer token and JSON. */
export const callAs = Effect.fnUntraced(function* (
  bearer: string,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Effect.fn.Return<RawResponse, never, ApiServer> {
  const { port } = yield* ApiServer;
  const authorization = bearer === "" ? {} : { authorization: `Bearer ${bearer}` };
  const request = { method, path, headers: { ...authorization, ...headers } };
  const body = typeof json === "string" ? json : JSON.stringify(json);
  return yield* send(port, json === undefined ? request : { ...request, body });
});

/** Sends a request with the key of the integrator. */
export const callAsIntegrator = Effect.fnUntraced(function* (
  method: string,
  path: string,
  json?: unknown,
  headers?: Readonly<Record<string, string>>,
) {
  const { embedKey } = yield* ApiServer;
  return yield* callAs(embedKey, method, path, json, headers);
});

/** A session with a function that sends requests from a page of the integrator. */
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

/** The session of a response that opened or renewed it. */
export function sessionOf(response: RawResponse): OpenedSession {
  const session = fieldsOf(response);
  const token = String(session["session_token"]);
  return {
    token,
    id: String(session["session_id"]),
    renewToken: String(session["renew_token"]),
    iframeUrl: String(session["iframe_url"]),
    call: (method, path, json, headers = {}) =>
      callAs(token, method, path, json, { origin: INTEGRATOR_ORIGIN, ...headers }),
  };
}

/** Opens a session of the integrator. */
export const openSession = Effect.fnUntraced(function* (options: object = {}) {
  return sessionOf(
    yield* callAsIntegrator("POST", "/v1/embed/sessions", { ...SESSION_OWNER, ...options }),
  );
});

/** A valid layout, which greets a customer. */
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

/** The same layout with other content. */
export const greeting = (content: string) => ({
  ...GREETING,
  schemas: GREETING.schemas.map((page) => page.map((field) => ({ ...field, content }))),
});

/** A layout that cannot be rendered. */
export const UNRENDERABLE = {
  ...GREETING,
  schemas: GREETING.schemas.map((page) => page.map((field) => ({ ...field, type: "hologram" }))),
};

/** A summary of a response: the status, and the code of an error. */
export const outcome = (response: RawResponse) => [response.status, codeOf(response)];

/** Creates a draft with the key of the integrator; returns its id and slug. */
export const createDraft = Effect.fnUntraced(function* (name: string, layout: unknown = GREETING) {
  const path = "/v1/embed/builder/templates";
  const { documentTemplate } = fieldsOf(
    yield* callAsIntegrator("POST", path, { documentTemplate: { name, layout } }),
  );
  const { _id: id } = fieldsOf({ json: documentTemplate });
  const { slug } = fieldsOf(yield* callAsIntegrator("GET", `${path}/${String(id)}`));
  return { id: String(id), slug: String(slug) };
});

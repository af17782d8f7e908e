import { assert, describe, layer } from "@effect/vitest";
import { Admin } from "@paraph/core/admin";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Context, Effect, Layer, Schema } from "effect";
import { HttpApi } from "effect/http-api";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import {
  ADMIN_KEY,
  apiServer,
  ApiServer,
  INTEGRATOR_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { codeForPath } from "../../packages/http/_testing/body.ts";
import {
  createDraft,
  callAsIntegrator,
  openSession,
} from "../../packages/http/_testing/embedding.ts";
import { type RawResponse, send } from "../../packages/http/_testing/http_client.ts";
import { Api } from "../../packages/http/api.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

/** Every endpoint, except for the one with a secret of its own. */
const ENDPOINTS: Array<{ readonly method: string; readonly path: string }> = [];
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => {
    if (path !== "/v1/hooks/mail/bounce") ENDPOINTS.push({ method, path });
  },
});

type Access =
  | "admin"
  | "account"
  | "embed"
  | "partner"
  | "session"
  | "builder"
  | "project"
  | "history"
  | "open";

/** An endpoint by its identity. */
interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** The credential of an endpoint according to the interface. */
function accessOf({ method, path }: Endpoint): Access {
  if (!path.startsWith("/v1/") || path.startsWith("/v1/hooks/")) return "open";
  if (path.startsWith("/v1/admin/")) return "admin";
  if (/^\/v1\/(projects|audit|members)(\/|$)/.test(path)) return "account";
  if (/^\/v1\/renders\/:id\/(events|engagement)$/.test(path)) return "history";
  return path.startsWith("/v1/embed/") ? embedAccessOf(method, path) : "project";
}

function embedAccessOf(method: string, path: string): Access {
  if (path.endsWith("/download")) return "embed";
  if (/^\/v1\/embed\/(session|renders\/:id|(form-\w+|send)\/:sessionId(\/\w+)?)$/.test(path))
    return "session";
  const isList = method === "GET" && path === "/v1/embed/builder/templates";
  return path.startsWith("/v1/embed/builder/") && !isList ? "builder" : "partner";
}

/** The endpoints that each credential opens; all others refuse it. */
const OPENS: Record<string, ReadonlyArray<Access>> = {
  missing: [],
  "an empty header": [],
  "no key": [],
  "another scheme": [],
  malformed: [],
  "too long": [],
  unknown: [],
  "of another environment": [],
  "a revoked project key": [],
  "a revoked account key": [],
  "a key of a deleted project": [],
  "a rotated key": [],
  "a key of a suspended integrator": ["project", "history"],
  "a key of an integrator that may not embed": ["project", "history"],
  "a project key": ["project", "history", "embed"],
  "a partner's key": ["project", "history", "embed", "partner", "builder"],
  "a session's token": ["session", "builder"],
  "the token of a session that has ended": [],
  "an account key": ["account"],
  "the admin key": ["admin"],
};

/** The refusal of a credential. */
function refusalOf(access: Access, credential: string): readonly [number, string] {
  if (access === "history" && credential === "a key of a deleted project")
    return [403, "forbidden"];
  if (!["embed", "partner", "builder", "session"].includes(access)) return [401, "unauthorized"];
  const isSuspended = credential === "a key of a suspended integrator";
  if (isSuspended && access !== "session") return [403, "partner_suspended"];
  if (access === "builder") return [401, "missing_or_invalid_authorization"];
  const noBearer = ["missing", "an empty header", "no key", "another scheme"].includes(credential);
  return [401, noBearer ? "missing_authorization" : "invalid_credentials"];
}

/** The message of a refusal: it depends only on the header and the prefix of the key. */
function messagePattern(access: Access, credential: string): RegExp {
  switch (credential) {
    case "missing":
    case "an empty header":
      return /The Authorization header is missing\. Send /;
    case "no key":
      return /The Authorization header has no credential\. Send /;
    case "another scheme":
      return /The Authorization header does not use the Bearer scheme\. Send /;
  }
  if (access === "session") return /./;
  if (access === "admin") return / key was sent\. Send the admin key |"The admin key is not valid"/;
  const isAccount = access === "account";
  if (credential === "an account key" || credential === "a revoked account key") {
    return isAccount ? UNKNOWN : /"An account key was sent\. Send a project key/;
  }
  if (PROJECT_KEYS.has(credential)) {
    if (isAccount) return /"A project key was sent\. Send an account key/;
    if (credential === "of another environment") return /"The key belongs to the live environment/;
    if (credential === "a project key" || credential.endsWith("may not embed")) return /./;
    return UNKNOWN;
  }
  return credential.includes("session") ? /./ : UNKNOWN;
}

const UNKNOWN = /"The API key is unknown or revoked"/;

/** Credentials with the prefix of a project key. */
const PROJECT_KEYS = new Set([
  "malformed",
  "unknown",
  "of another environment",
  "a revoked project key",
  "a key of a deleted project",
  "a rotated key",
  "a key of a suspended integrator",
  "a key of an integrator that may not embed",
  "a project key",
  "a partner's key",
]);

/** The header of each credential, and a project's rows that another project requests. */
class Credentials extends Context.Service<
  Credentials,
  {
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly render: string;
    readonly keyId: string;
    readonly session: string;
    readonly draft: string;
  }
>()("@paraph/test/Credentials") {}

const credentials = Layer.effect(
  Credentials,
  Effect.gen(function* () {
    const { key, accountKey, embedKey, project: projectId } = yield* ApiServer;
    const [keys, projects, admin] = [yield* Keys, yield* Projects, yield* Admin];
    const ownKey = yield* keys.create({ kind: "project", projectId }, "Kept");

    const revokedKey = yield* keys.create({ kind: "project", projectId });
    yield* keys.revoke({ kind: "project", projectId }, revokedKey.id);
    const { id: accountId } = yield* projects.openAccount("Credentials");
    const revokedAccountKey = yield* keys.create({ kind: "account", accountId });
    yield* keys.revoke({ kind: "account", accountId }, revokedAccountKey.id);
    const deletedProject = yield* projects.create(accountId, "Doomed");
    const deletedProjectKey = yield* keys.create({ kind: "project", projectId: deletedProject.id });
    yield* projects.remove(accountId, deletedProject.id);

    const rotatedIntegrator = yield* admin.provision({ externalOrgId: "rotated" });
    yield* admin.provision({ externalOrgId: "rotated", rotateKey: true });
    const suspendedIntegrator = yield* admin.provision({ externalOrgId: "suspended" });
    yield* admin.change({ externalOrgId: "suspended", suspended: true });
    const off = yield* admin.provision({ externalOrgId: "off", embedEnabled: false });

    const { id: draft } = yield* createDraft("Theirs");
    const [session, endedSession] = [yield* openSession(), yield* openSession()];
    yield* callAsIntegrator("DELETE", `/v1/embed/sessions/${endedSession.id}`);

    const { id: render } = yield* submitInvoice("theirs");
    const bearer = (text: string | null) => `Bearer ${text}`;
    return {
      render,
      draft,
      session: session.id,
      keyId: ownKey.id,
      headers: {
        missing: undefined,
        "an empty header": "",
        "no key": "Bearer ",
        "another scheme": `Basic ${key}`,
        malformed: bearer(key.slice(0, -1)),
        "too long": bearer("a".repeat(8e3)),
        unknown: bearer(`svc_test_${"A".repeat(43)}`),
        "of another environment": bearer(key.replace("svc_test_", "svc_live_")),
        "a revoked project key": bearer(revokedKey.key),
        "a revoked account key": bearer(revokedAccountKey.key),
        "a key of a deleted project": bearer(deletedProjectKey.key),
        "a rotated key": bearer(rotatedIntegrator.apiKey),
        "a key of a suspended integrator": bearer(suspendedIntegrator.apiKey),
        "a key of an integrator that may not embed": bearer(off.apiKey),
        "a project key": bearer(key),
        "a partner's key": bearer(embedKey),
        "a session's token": bearer(session.token),
        "the token of a session that has ended": bearer(endedSession.token),
        "an account key": bearer(accountKey),
        "the admin key": bearer(ADMIN_KEY),
      },
    };
  }),
);

/** A path with unknown ids. */
const withUnknownIds = (path: string) =>
  path
    .replace(":slug", "nobodys")
    .replace(/:token\(.*?\)/, "a".repeat(43))
    .replaceAll(/\(.*?\)/g, "")
    .replace(/:\w+/g, UNKNOWN_ID);

/**
 * Sends a request with a credential and an invalid body, since the credential is checked first. Tokens, which
 * have dots, come from a page of their integrator.
 */
const ask = Effect.fnUntraced(function* (
  { method, path }: Endpoint,
  authorization: string | undefined,
) {
  const { port } = yield* ApiServer;
  const isToken = authorization?.includes(".") === true && path.startsWith("/v1/");
  const origin = isToken ? { origin: INTEGRATOR_ORIGIN } : {};
  const headers = authorization === undefined ? {} : { authorization, ...origin };
  return yield* send(port, { method, path, headers, ...(method === "GET" ? {} : { body: "{" }) });
});

const KeyList = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ id: Schema.String, revokedAt: Schema.NullOr(Schema.String) })),
});

/** The parts of a response that do not vary between requests. */
const stableParts = ({ status, text, headers }: RawResponse) => {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
};

const credentialServer = credentials.pipe(Layer.provideMerge(apiServer));

layer(credentialServer, { excludeTestServices: true, timeout: "2 minutes" })(
  "credentials",
  (it) => {
    describe.each(Object.entries(OPENS))("%s", (credential, opens) => {
      for (const endpoint of ENDPOINTS) {
        const access = accessOf(endpoint);
        const path = withUnknownIds(endpoint.path);
        const isOpen = access === "open" || opens.includes(access);
        it.effect(`${isOpen ? "opens" : "does not open"} ${endpoint.method} ${endpoint.path}`, () =>
          Effect.gen(function* () {
            const { headers } = yield* Credentials;
            const response = yield* ask({ ...endpoint, path }, headers[credential]);
            if (isOpen) {
              assert.notInclude([401, 403, 500], response.status, response.text);
              return;
            }
            const [status, code] = refusalOf(access, credential);
            assert.strictEqual(response.status, status);
            assert.strictEqual<string | undefined>(
              codeForPath(path, response, endpoint.method),
              code,
            );
            if (response.status === 401) {
              assert.match(response.text, messagePattern(access, credential));
              assert.strictEqual(response.headers["www-authenticate"], "Bearer");
            }
          }),
        );
      }
    });

    it.effect.prop(
      "no forged credential is accepted",
      { text: Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{0,200}$/)), at: Schema.Natural },
      ({ text, at }) =>
        Effect.gen(function* () {
          const protectedEndpoints = ENDPOINTS.filter((endpoint) => accessOf(endpoint) !== "open");
          const endpoint = protectedEndpoints[at % protectedEndpoints.length] ?? assert.fail();
          const path = withUnknownIds(endpoint.path);
          for (const authorization of [text, `Bearer ${text}`, `Bearer svc_test_${text}`]) {
            const { status } = yield* ask({ ...endpoint, path }, authorization);
            assert.strictEqual(status, 401, authorization);
          }
        }),
      { arbitrary: { runs: 100 } },
    );
  },
);

layer(credentialServer, { excludeTestServices: true })("a row of another account", (it) => {
  /** For each endpoint with an id: an id that does not exist, and one of another account. */
  for (const { method, path } of ENDPOINTS) {
    const access = accessOf({ method, path });
    const isNamed = /:(id|slug|keyId|shareId)/.test(path);
    // Publishing under another project's slug creates a template in this project.
    if (
      access === "open" ||
      access === "session" ||
      !isNamed ||
      (method === "PUT" && path === "/v1/templates/:slug")
    ) {
      continue;
    }
    it.effect(`gets the same response as an unknown id: ${method} ${path}`, () =>
      Effect.gen(function* () {
        const { project, otherKey, otherEmbedKey: partner, otherAccountKey } = yield* ApiServer;
        const { render, keyId, session, draft } = yield* Credentials;
        const keys = { account: otherAccountKey, partner, builder: partner } as const;
        const ids = { account: project, partner: session, builder: draft } as const;
        const isOdd = access === "account" || access === "partner" || access === "builder";
        const authorization = `Bearer ${isOdd ? keys[access] : otherKey}`;
        const id = isOdd ? ids[access] : render;
        const theirs = path.replace(":slug", "theirs").replace(":id", id).replace(":keyId", keyId);
        const response = yield* ask({ method, path: theirs }, authorization);
        assert.strictEqual(response.status, 404);
        for (const name of [UNKNOWN_ID, "no-id", "%00", "' OR true --"].map(encodeURI)) {
          const unknownPath = path.replaceAll(/:\w+/g, name.replaceAll("'", "%27"));
          const unknownResponse = yield* ask({ method, path: unknownPath }, authorization);
          assert.deepStrictEqual(stableParts(unknownResponse), stableParts(response), name);
        }
      }),
    );
  }

  it.effect("does not change", () =>
    Effect.gen(function* () {
      const { project, accountKey, otherKey, key } = yield* ApiServer;
      const { render, keyId } = yield* Credentials;
      const [own, account] = [`Bearer ${key}`, `Bearer ${accountKey}`];
      const get = (path: string, authorization: string) =>
        ask({ method: "GET", path }, authorization);
      assert.strictEqual((yield* get("/v1/templates/theirs", own)).status, 200);
      assert.strictEqual((yield* get(`/v1/renders/${render}`, own)).status, 200);
      assert.strictEqual((yield* get(`/v1/projects/${project}`, account)).status, 200);
      const { keys } = yield* Schema.decodeUnknownEffect(KeyList)(
        (yield* get(`/v1/projects/${project}/keys`, account)).json,
      );
      assert.isNull(keys.find(({ id }) => id === keyId)?.revokedAt);
      assert.strictEqual((yield* get("/v1/templates/theirs", `Bearer ${otherKey}`)).status, 404);
    }),
  );
});

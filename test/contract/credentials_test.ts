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
  PARTNER_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { codeAt } from "../../packages/http/_testing/body.ts";
import { createDraft, callPartner, openSession } from "../../packages/http/_testing/embedding.ts";
import { type RawResponse, send } from "../../packages/http/_testing/http_client.ts";
import { Api } from "../../packages/http/api.ts";

const NOBODY = "01900000-0000-7000-8000-000000000000";

/** Every endpoint. */
const ENDPOINTS: Array<{ readonly method: string; readonly path: string }> = [];
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => ENDPOINTS.push({ method, path }),
});

type Door =
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
function doorOf({ method, path }: Endpoint): Door {
  if (!path.startsWith("/v1/") || path.startsWith("/v1/hooks/")) return "open";
  if (path.startsWith("/v1/admin/")) return "admin";
  if (/^\/v1\/(projects|audit)(\/|$)/.test(path)) return "account";
  if (/^\/v1\/renders\/:id\/(events|engagement)$/.test(path)) return "history";
  return path.startsWith("/v1/embed/") ? embedDoorOf(method, path) : "project";
}

function embedDoorOf(method: string, path: string): Door {
  if (path.endsWith("/download")) return "embed";
  if (/^\/v1\/embed\/(session|renders\/:id|form-\w+\/:sessionId)$/.test(path)) return "session";
  const isList = method === "GET" && path === "/v1/embed/builder/templates";
  return path.startsWith("/v1/embed/builder/") && !isList ? "builder" : "partner";
}

/** The endpoints that each credential opens; all others refuse it. */
const OPENS: Record<string, ReadonlyArray<Door>> = {
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
  "a key of a suspended tenant": ["project", "history"],
  "a key of a tenant that may not embed": ["project", "history"],
  "a project key": ["project", "history", "embed"],
  "a partner's key": ["project", "history", "embed", "partner", "builder"],
  "a session's token": ["session", "builder"],
  "the token of a session that has ended": [],
  "an account key": ["account"],
  "the admin key": ["admin"],
};

/** The refusal of a credential. */
function refusalAt(door: Door, credential: string): readonly [number, string] {
  if (door === "history" && credential === "a key of a deleted project") return [403, "forbidden"];
  if (!["embed", "partner", "builder", "session"].includes(door)) return [401, "unauthorized"];
  const isSuspended = credential === "a key of a suspended tenant";
  if (isSuspended && door !== "session") return [403, "partner_suspended"];
  if (door === "builder") return [401, "missing_or_invalid_authorization"];
  const noBearer = ["missing", "an empty header", "no key", "another scheme"].includes(credential);
  return [401, noBearer ? "missing_authorization" : "invalid_credentials"];
}

/** The message of a refusal: it depends only on the header and the prefix of the key. */
function messageAt(door: Door, credential: string): RegExp {
  switch (credential) {
    case "missing":
    case "an empty header":
      return /The Authorization header is missing\. Send /;
    case "no key":
      return /The Authorization header has no credential\. Send /;
    case "another scheme":
      return /The Authorization header does not use the Bearer scheme\. Send /;
  }
  if (door === "session") return /./;
  if (door === "admin") return / key was sent\. Send the admin key |"The admin key is not valid"/;
  const isAccount = door === "account";
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
  "a key of a suspended tenant",
  "a key of a tenant that may not embed",
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

    const revoked = yield* keys.create({ kind: "project", projectId });
    yield* keys.revoke({ kind: "project", projectId }, revoked.id);
    const { id: accountId } = yield* projects.openAccount("Credentials");
    const revokedAccount = yield* keys.create({ kind: "account", accountId });
    yield* keys.revoke({ kind: "account", accountId }, revokedAccount.id);
    const doomed = yield* projects.create(accountId, "Doomed");
    const deleted = yield* keys.create({ kind: "project", projectId: doomed.id });
    yield* projects.remove(accountId, doomed.id);

    const rotated = yield* admin.provision({ externalOrgId: "rotated" });
    yield* admin.provision({ externalOrgId: "rotated", rotateKey: true });
    const suspended = yield* admin.provision({ externalOrgId: "suspended" });
    yield* admin.change({ externalOrgId: "suspended", suspended: true });
    const off = yield* admin.provision({ externalOrgId: "off", embedEnabled: false });

    const { id: draft } = yield* createDraft("Theirs");
    const [session, ended] = [yield* openSession(), yield* openSession()];
    yield* callPartner("DELETE", `/v1/embed/sessions/${ended.id}`);

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
        "a revoked project key": bearer(revoked.key),
        "a revoked account key": bearer(revokedAccount.key),
        "a key of a deleted project": bearer(deleted.key),
        "a rotated key": bearer(rotated.apiKey),
        "a key of a suspended tenant": bearer(suspended.apiKey),
        "a key of a tenant that may not embed": bearer(off.apiKey),
        "a project key": bearer(key),
        "a partner's key": bearer(embedKey),
        "a session's token": bearer(session.token),
        "the token of a session that has ended": bearer(ended.token),
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
    .replace(/:\w+/g, NOBODY);

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
  const origin = isToken ? { origin: PARTNER_ORIGIN } : {};
  const headers = authorization === undefined ? {} : { authorization, ...origin };
  return yield* send(port, { method, path, headers, ...(method === "GET" ? {} : { body: "{" }) });
});

const KeyList = Schema.Struct({
  keys: Schema.Array(Schema.Struct({ id: Schema.String, revokedAt: Schema.NullOr(Schema.String) })),
});

/** The parts of a response that do not vary between requests. */
const lasting = ({ status, text, headers }: RawResponse) => {
  const { "x-request-id": _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
};

const prepared = credentials.pipe(Layer.provideMerge(apiServer));

layer(prepared, { excludeTestServices: true, timeout: "2 minutes" })("credentials", (it) => {
  describe.each(Object.entries(OPENS))("%s", (credential, opens) => {
    for (const endpoint of ENDPOINTS) {
      const door = doorOf(endpoint);
      const path = withUnknownIds(endpoint.path);
      const isOpen = door === "open" || opens.includes(door);
      it.effect(`${isOpen ? "opens" : "does not open"} ${endpoint.method} ${endpoint.path}`, () =>
        Effect.gen(function* () {
          const { headers } = yield* Credentials;
          const response = yield* ask({ ...endpoint, path }, headers[credential]);
          if (isOpen) {
            assert.notInclude([401, 403, 500], response.status, response.text);
            return;
          }
          const [status, code] = refusalAt(door, credential);
          assert.strictEqual(response.status, status);
          assert.strictEqual<string | undefined>(codeAt(path, response, endpoint.method), code);
          if (response.status === 401) {
            assert.match(response.text, messageAt(door, credential));
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
        const closed = ENDPOINTS.filter((endpoint) => doorOf(endpoint) !== "open");
        const endpoint = closed[at % closed.length] ?? assert.fail();
        const path = withUnknownIds(endpoint.path);
        for (const authorization of [text, `Bearer ${text}`, `Bearer svc_test_${text}`]) {
          const { status } = yield* ask({ ...endpoint, path }, authorization);
          assert.strictEqual(status, 401, authorization);
        }
      }),
    { arbitrary: { runs: 100 } },
  );
});

layer(prepared, { excludeTestServices: true })("a row of another account", (it) => {
  /** For each endpoint with an id: an id that does not exist, and one of another account. */
  for (const { method, path } of ENDPOINTS) {
    const door = doorOf({ method, path });
    const isNamed = /:(id|slug|keyId|shareId)/.test(path);
    // Publishing under another project's slug creates a template in this project.
    if (
      door === "open" ||
      door === "session" ||
      !isNamed ||
      (method === "PUT" && path === "/v1/templates/:slug")
    ) {
      continue;
    }
    it.effect(`gets the same response as an unknown id: ${method} ${path}`, () =>
      Effect.gen(function* () {
        const { project, otherKey, otherEmbedKey: partner, strangerKey } = yield* ApiServer;
        const { render, keyId, session, draft } = yield* Credentials;
        const keys = { account: strangerKey, partner, builder: partner } as const;
        const ids = { account: project, partner: session, builder: draft } as const;
        const isOdd = door === "account" || door === "partner" || door === "builder";
        const authorization = `Bearer ${isOdd ? keys[door] : otherKey}`;
        const id = isOdd ? ids[door] : render;
        const theirs = path.replace(":slug", "theirs").replace(":id", id).replace(":keyId", keyId);
        const answer = yield* ask({ method, path: theirs }, authorization);
        assert.strictEqual(answer.status, 404);
        for (const name of [NOBODY, "no-id", "%00", "' OR true --"].map(encodeURI)) {
          const nobodys = path.replaceAll(/:\w+/g, name.replaceAll("'", "%27"));
          const same = yield* ask({ method, path: nobodys }, authorization);
          assert.deepStrictEqual(lasting(same), lasting(answer), name);
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

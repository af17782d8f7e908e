import { assert, layer } from "@effect/vitest";
import { AuditLog } from "@paraph/core/audit";
import { Keys } from "@paraph/core/keys";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { apiServerWith, ApiServer, BASE_URL } from "../_testing/api_server.ts";
import { codeOf, fieldsOf } from "../_testing/body.ts";
import {
  ask,
  cookieOf,
  openConsoleSession,
  OWN_PAGE,
  signInWith,
} from "../_testing/console_visit.ts";
import { callAs } from "../_testing/embedding.ts";
import type { RawResponse } from "../_testing/http_client.ts";

const FOREIGN_PAGES = [
  { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
  { origin: "https://other.paraph.test", "sec-fetch-site": "same-site" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: `${BASE_URL}.evil.test`, "sec-fetch-site": "cross-site" },
];

const linkFor = Effect.fnUntraced(function* (key: string) {
  const response = yield* callAs(key, "POST", "/console/links");
  assert.strictEqual(response.status, 201, response.text);
  const url = new URL(String(fieldsOf(response)["url"]));
  assert.strictEqual(`${url.origin}${url.pathname}`, `${BASE_URL}/console`);
  return new URLSearchParams(url.hash.slice(1)).get("link") ?? assert.fail("The URL has no link");
});

const outcome = (response: RawResponse) => [response.status, codeOf(response)];
const REFUSED: ReturnType<typeof outcome> = [401, "unauthorized"];

layer(apiServerWith({ rateLimit: { requests: 400, seconds: 60 } }), { excludeTestServices: true })(
  "Sessions of the console",
  (it) => {
    it.effect("open with a link, which works once, and act with the rights of its key", () =>
      Effect.gen(function* () {
        const { key, project } = yield* ApiServer;
        const link = yield* linkFor(key);
        const response = yield* signInWith({ link });
        assert.strictEqual(response.status, 201);
        const attributes = response.headers["set-cookie"]?.[0] ?? "";
        assert.match(attributes, /^__Host-paraph_console=[\w-]{43}; Max-Age=604800; Path=\//u);
        assert.match(attributes, /; HttpOnly; Secure; SameSite=Strict$/u);
        assert.notInclude(attributes, "Domain");
        assert.strictEqual(response.headers["cache-control"], "no-store");
        assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);

        const { headers } = yield* openConsoleSession({ key });
        const templates = yield* ask("GET", "/v1/templates", headers);
        assert.strictEqual(templates.status, 200, templates.text);
        assert.deepEqual(outcome(yield* ask("GET", "/v1/projects", headers)), REFUSED);
        const { entries } = yield* (yield* AuditLog).list("all", {
          project,
          action: "console.signed_in",
        });
        assert.deepEqual(
          entries.map(({ details, actorKind }) => [actorKind, details]),
          [
            ["project_key", { key: "project", method: "key" }],
            ["project_key", { key: "project", method: "link" }],
          ],
        );
      }),
    );

    it.effect("of an account act on the project that a header names, if it is the account's", () =>
      Effect.gen(function* () {
        const { accountKey, project, otherAccountProject } = yield* ApiServer;
        const { headers } = yield* openConsoleSession({ key: accountKey });
        assert.strictEqual((yield* ask("GET", "/v1/projects", headers)).status, 200);
        const inProject = (id: string) =>
          ask(
            "PUT",
            "/v1/templates/of-a-session",
            { ...headers, "x-paraph-project": id },
            TEMPLATE,
          );
        assert.strictEqual((yield* inProject(project)).status, 201);
        const others = [otherAccountProject, "", "x", "__proto__", "%00"];
        for (const id of others) assert.deepEqual(outcome(yield* inProject(id)), REFUSED, id);
        // The header has no effect on a key.
        const stranger = yield* ask("GET", "/v1/templates", { "x-paraph-project": project });
        assert.deepEqual(outcome(stranger), REFUSED);
      }),
    );

    it.effect("act for their own project alone, also with another project in the header", () =>
      Effect.gen(function* () {
        const { key, otherKey, project } = yield* ApiServer;
        yield* callAs(key, "PUT", "/v1/templates/mine", TEMPLATE);
        const { headers } = yield* openConsoleSession({ key: otherKey });
        const asMine = { ...headers, "x-paraph-project": project };
        assert.strictEqual((yield* ask("GET", "/v1/templates/mine", asMine)).status, 404);
      }),
    );

    it.effect("are rejected from foreign pages, and without the request token", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { headers, cookie } = yield* openConsoleSession({ key });
        for (const page of FOREIGN_PAGES) {
          const text = JSON.stringify(page);
          const forged = { ...headers, ...page };
          assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", forged)), REFUSED, text);
          assert.deepEqual(
            outcome(yield* ask("DELETE", "/console/sessions", forged)),
            REFUSED,
            text,
          );
          const shown = yield* ask("GET", "/console/sessions", { ...page, cookie });
          assert.deepEqual(outcome(shown), [403, "forbidden"], text);
          assert.isUndefined(shown.headers["access-control-allow-origin"]);
          const login = yield* signInWith({ key }, page);
          assert.deepEqual(outcome(login), [403, "forbidden"], text);
          assert.isUndefined(login.headers["set-cookie"]);
        }
        const put = (extra: Readonly<Record<string, string>>) =>
          ask("PUT", "/v1/templates/forged", extra, TEMPLATE);
        assert.deepEqual(outcome(yield* put({ ...OWN_PAGE, cookie })), REFUSED);
        assert.deepEqual(outcome(yield* put({ ...headers, "x-csrf-token": "a" })), REFUSED);
        const { "x-csrf-token": token } = headers;
        assert.deepEqual(outcome(yield* put({ cookie, "x-csrf-token": token })), REFUSED);
        assert.strictEqual((yield* ask("GET", "/v1/templates/forged", headers)).status, 404);
        assert.strictEqual((yield* ask("GET", "/v1/templates", headers)).status, 200);
      }),
    );

    it.effect("never take a token that the client chose, and get a new one at every sign-in", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const chosen = `__Host-paraph_console=${"a".repeat(43)}`;
        const response = yield* signInWith({ key }, { ...OWN_PAGE, cookie: chosen });
        assert.strictEqual(response.status, 201);
        assert.notStrictEqual(cookieOf(response), chosen);
        const shown = yield* ask("GET", "/console/sessions", { ...OWN_PAGE, cookie: chosen });
        assert.deepEqual(shown.json, { session: null });

        const earlier = yield* openConsoleSession({ key });
        yield* signInWith({ key }, { ...OWN_PAGE, cookie: earlier.cookie });
        assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", earlier.headers)), REFUSED);
      }),
    );

    it.effect("end on sign-out, and at once when the key is revoked", () =>
      Effect.gen(function* () {
        const { key, project } = yield* ApiServer;
        const { headers } = yield* openConsoleSession({ key });
        const out = yield* ask("DELETE", "/console/sessions", headers);
        assert.strictEqual(out.status, 204);
        assert.match(out.headers["set-cookie"]?.[0] ?? "", /^__Host-paraph_console=; Max-Age=0;/u);
        assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", headers)), REFUSED);
        const { entries } = yield* (yield* AuditLog).list("all", {
          project,
          action: "console.signed_out",
        });
        assert.strictEqual(entries[0]?.actorKind, "console_session");

        const keys = yield* Keys;
        const owner = { kind: "project", projectId: project } as const;
        const temporary = yield* keys.create(owner);
        const session = yield* openConsoleSession({ key: temporary.key });
        const link = yield* linkFor(temporary.key);
        yield* keys.revoke(owner, temporary.id);
        assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", session.headers)), REFUSED);
        assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);
        assert.deepEqual(outcome(yield* signInWith({ key: temporary.key })), REFUSED);
      }),
    );

    it.effect(
      "end after 12 hours without a request, after 7 days in any case; links after 10 minutes",
      () =>
        Effect.gen(function* () {
          const { key } = yield* ApiServer;
          const sql = yield* SqlClient.SqlClient;
          const idle = yield* openConsoleSession({ key });
          yield* sql`
        UPDATE console_sessions
        SET created_at = now() - interval '13 hours', last_used_at = now() - interval '12 hours'`;
          assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", idle.headers)), REFUSED);

          const used = yield* openConsoleSession({ key });
          yield* sql`
        UPDATE console_sessions
        SET created_at = now() - interval '8 days', expires_at = now(), last_used_at = now()`;
          assert.deepEqual(outcome(yield* ask("GET", "/v1/templates", used.headers)), REFUSED);
          yield* openConsoleSession({ key });
          const [count] = yield* sql<{ readonly sessions: number }>`
        SELECT count(*)::int AS sessions FROM console_sessions`;
          assert.strictEqual(count?.sessions, 1, "expired sessions are removed");

          const link = yield* linkFor(key);
          yield* sql`
        UPDATE console_links
        SET created_at = now() - interval '10 minutes', expires_at = now()`;
          assert.deepEqual(outcome(yield* signInWith({ link })), REFUSED);
        }),
    );

    it.effect("are stored as hashes", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const { cookie } = yield* openConsoleSession({ key });
        const link = yield* linkFor(key);
        const sql = yield* SqlClient.SqlClient;
        const rows = yield* sql`
        SELECT console_sessions::text AS session, console_links::text AS link
        FROM console_sessions, console_links`;
        const text = JSON.stringify(rows);
        assert.notInclude(text, cookie.slice(cookie.indexOf("=") + 1));
        assert.notInclude(text, link);
      }),
    );

    it.effect("reject malformed bodies without a 500", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const invalid = [{}, { key, link: "x" }, { key: 1 }, { link: "x".repeat(201) }, [], "null"];
        for (const body of invalid) {
          const text = JSON.stringify(body);
          assert.deepEqual(outcome(yield* signInWith(body)), [400, "invalid_request"], text);
        }
        assert.deepEqual(outcome(yield* signInWith("{")), [400, "invalid_json"]);
        assert.deepEqual(outcome(yield* signInWith({ link: "a\u0000" })), [400, "invalid_request"]);
        for (const value of ["", "x", "svc_acct_x", "svc_test_x", "__proto__"]) {
          assert.deepEqual(outcome(yield* signInWith({ key: value })), REFUSED, value);
          assert.deepEqual(outcome(yield* signInWith({ link: value })), REFUSED, value);
          const cookie = `__Host-paraph_console=${value}`;
          const shown = yield* ask("GET", "/console/sessions", { ...OWN_PAGE, cookie });
          assert.deepEqual(shown.json, { session: null });
        }
        assert.deepEqual(outcome(yield* ask("PATCH", "/console/sessions")), [
          405,
          "method_not_allowed",
        ]);
        assert.deepEqual(outcome(yield* ask("POST", "/console/links")), REFUSED);
      }),
    );

    it.effect("limit guesses of links and keys", () =>
      Effect.gen(function* () {
        const guesses = yield* Effect.forEach(
          Array.from({ length: 420 }, (_, index) => index),
          (index) => signInWith({ link: `guess-${index}` }),
          { concurrency: 8 },
        );
        const last = guesses.at(-1) ?? assert.fail("There are no guesses");
        assert.deepEqual(outcome(last), [429, "rate_limited"]);
        assert.isDefined(last.headers["retry-after"]);
      }),
    );
  },
);

const TEMPLATE = { name: "T", manifest: { variables: [], loops: [] } };

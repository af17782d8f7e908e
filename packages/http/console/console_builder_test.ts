import { assert, layer } from "@effect/vitest";
import { AuditLog } from "@paraph/core/audit";
import { Effect } from "effect";

import { ADMIN_KEY, apiServer, ApiServer } from "../_testing/api_server.ts";
import { fieldsOf } from "../_testing/body.ts";
import { ask, openConsoleSession, OWN_PAGE, signedInMember } from "../_testing/console_visit.ts";
import { callAs, GREETING, greeting, outcome } from "../_testing/embedding.ts";

const TEMPLATES = "/v1/embed/builder/templates";
const PREVIEW = "/v1/embed/builder/preview";
const REFUSED: ReturnType<typeof outcome> = [401, "missing_or_invalid_authorization"];
const draftOf = (name: string, content = "Dear Ada,") => ({
  documentTemplate: { name, layout: greeting(content) },
});

/** Creates a template with a session, and returns its path. */
const createWith = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>) {
  const response = yield* ask("POST", TEMPLATES, headers, { ...draftOf("Letter"), publish: false });
  assert.strictEqual(response.status, 200, response.text);
  const { documentTemplate } = fieldsOf(response);
  return `${TEMPLATES}/${String(fieldsOf({ json: documentTemplate })["_id"])}`;
});

layer(apiServer, { excludeTestServices: true })("The builder in the console", (it) => {
  it.effect("designs and publishes the templates of a project that no integrator has", () =>
    Effect.gen(function* () {
      const { key, project } = yield* ApiServer;
      // With the key itself, the project may not embed.
      assert.strictEqual((yield* callAs(key, "POST", TEMPLATES, draftOf("Letter"))).status, 401);
      const { headers } = yield* openConsoleSession({ key });
      const path = yield* createWith(headers);
      const saved = yield* ask("PUT", path, headers, draftOf("Welcome", "Dear {customer.name},"));
      assert.strictEqual(saved.status, 200, saved.text);
      assert.strictEqual((yield* ask("POST", PREVIEW, headers, { layout: GREETING })).status, 200);
      const published = yield* ask("POST", `${path}/publish`, headers);
      assert.strictEqual(published.status, 200, published.text);
      const { slug } = fieldsOf(published);
      const shown = yield* ask("GET", `/v1/templates/${String(slug)}`, headers);
      assert.include(shown.text, '"currentVersionNumber":1');
      const back = yield* ask("POST", `${path}/rollback`, headers, { versionNumber: 1 });
      assert.strictEqual(fieldsOf(back)["currentVersionNumber"], 2);
      assert.strictEqual((yield* ask("DELETE", path, headers)).status, 200);
      const { entries } = yield* (yield* AuditLog).list("all", { project });
      const actors = entries.filter(({ action }) => action.startsWith("template."));
      assert.isNotEmpty(actors);
      for (const { actorKind } of actors) assert.strictEqual(actorKind, "console_session");
    }),
  );

  it.effect("opens the drafts of a template that was published with the API", () =>
    Effect.gen(function* () {
      const { key } = yield* ApiServer;
      const publication = { name: "Notice", layout: GREETING, manifest: MANIFEST };
      const { id } = fieldsOf(yield* callAs(key, "PUT", "/v1/templates/notice", publication));
      const { headers } = yield* openConsoleSession({ key });
      const opened = yield* ask("GET", `${TEMPLATES}/${String(id)}`, headers);
      assert.strictEqual(opened.status, 200, opened.text);
      assert.include(opened.text, "Dear {customer.name},");
    }),
  );

  it.effect("shows the language of the project of a key, which documents get by default", () =>
    Effect.gen(function* () {
      const { key, accountKey, project } = yield* ApiServer;
      const languageOf = Effect.fnUntraced(function* (credential: string) {
        const { cookie } = yield* openConsoleSession({ key: credential });
        const shown = yield* ask("GET", "/console/sessions", { ...OWN_PAGE, cookie });
        return fieldsOf({ json: fieldsOf(shown)["session"] })["projectLanguage"];
      });
      assert.strictEqual(yield* languageOf(key), "en");
      yield* callAs(accountKey, "PATCH", `/v1/projects/${project}`, { language: "it" });
      assert.strictEqual(yield* languageOf(key), "it");
      // An account has several projects, whose languages are in the API.
      assert.isNull(yield* languageOf(accountKey));
    }),
  );

  it.effect("gives members the rights of their role", () =>
    Effect.gen(function* () {
      const { accountKey, project } = yield* ApiServer;
      const asMember = Effect.fnUntraced(function* (role: string) {
        const { headers } = yield* signedInMember(accountKey, `${role}@builder.test`, role);
        return { ...headers, "x-paraph-project": project };
      });
      const editor = yield* asMember("editor");
      const path = yield* createWith(editor);
      const viewer = yield* asMember("viewer");
      for (const read of [path, `${path}/versions`])
        assert.strictEqual((yield* ask("GET", read, viewer)).status, 200, read);
      const changes = [
        ["POST", TEMPLATES, draftOf("Mine")],
        ["PUT", path, draftOf("Mine")],
        ["POST", `${path}/publish`, undefined],
        ["POST", `${path}/rollback`, { versionNumber: 1 }],
        ["POST", PREVIEW, { layout: GREETING }],
        ["DELETE", path, undefined],
      ] as const;
      for (const [method, url, json] of changes) {
        const response = yield* ask(method, url, viewer, json);
        assert.deepEqual(outcome(response), [403, "forbidden"], `${method} ${url}`);
      }
      assert.include((yield* ask("GET", path, viewer)).text, '"name":"Letter"');
      // Sessions for the pages of integrators need a project key.
      const session = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
      for (const headers of [editor, viewer])
        assert.strictEqual(
          (yield* ask("POST", "/v1/embed/sessions", headers, session)).status,
          401,
        );
      assert.strictEqual((yield* ask("DELETE", path, editor)).status, 200);
    }),
  );

  it.effect("is closed to other projects, other accounts, and pages of other origins", () =>
    Effect.gen(function* () {
      const { key, otherKey, otherAccountKey, accountKey, project } = yield* ApiServer;
      const { headers } = yield* openConsoleSession({ key });
      const path = yield* createWith(headers);
      const stranger = yield* openConsoleSession({ key: otherKey });
      const asMine = { ...stranger.headers, "x-paraph-project": project };
      for (const method of ["GET", "DELETE"])
        assert.strictEqual((yield* ask(method, path, asMine)).status, 404);
      const outsider = yield* openConsoleSession({ key: otherAccountKey });
      const forged = { ...outsider.headers, "x-paraph-project": project };
      assert.deepEqual(outcome(yield* ask("GET", path, forged)), REFUSED);
      const owner = yield* openConsoleSession({ key: accountKey });
      assert.deepEqual(outcome(yield* ask("GET", path, owner.headers)), REFUSED);
      const { "x-csrf-token": _token, ...untoken } = headers;
      for (const foreign of [
        untoken,
        { ...headers, "x-csrf-token": "wrong" },
        { ...headers, origin: "https://app.integrator.test", "sec-fetch-site": "cross-site" },
        { ...OWN_PAGE },
      ]) {
        assert.deepEqual(outcome(yield* ask("DELETE", path, foreign)), REFUSED);
      }
    }),
  );

  it.effect("is closed while the integrator is suspended, and open if it may not embed", () =>
    Effect.gen(function* () {
      const asOperator = (method: string, change: object) =>
        callAs(ADMIN_KEY, method, "/v1/admin/provision", { externalOrgId: "builder", ...change });
      const { apiKey } = fieldsOf(yield* asOperator("POST", {}));
      const { headers } = yield* openConsoleSession({ key: String(apiKey) });
      const path = yield* createWith(headers);
      yield* asOperator("PATCH", { suspended: true });
      assert.deepEqual(outcome(yield* ask("GET", path, headers)), [403, "partner_suspended"]);
      yield* asOperator("PATCH", { suspended: false, embedEnabled: false });
      assert.strictEqual((yield* ask("GET", path, headers)).status, 200);
      assert.strictEqual((yield* callAs(String(apiKey), "GET", path)).status, 401);
    }),
  );

  it.effect("has a page that no other page may frame", () =>
    Effect.gen(function* () {
      const page = yield* ask("GET", "/console/builder");
      assert.strictEqual(page.status, 200);
      assert.include(page.headers["content-security-policy"], "frame-ancestors 'none'");
      assert.strictEqual(page.headers["cache-control"], "no-store");
      assert.notInclude(page.headers["content-security-policy"], "script-src 'self' 'unsafe");
    }),
  );
});

const MANIFEST = {
  variables: [{ key: "customer.name", label: "Customer", dataType: "text" }],
  loops: [],
};

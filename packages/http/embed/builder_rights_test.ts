import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { faultyPaths, fieldsOf } from "../_testing/body.ts";
import {
  beginTemplate,
  greeting,
  outcome,
  UNDRAWABLE,
  callAs,
  callPartner,
  GREETING,
  openSession,
  type OpenedSession,
} from "../_testing/embedding.ts";

const TEMPLATES = "/v1/embed/builder/templates";
const PREVIEW = "/v1/embed/builder/preview";
const NOBODY = "01900000-0000-7000-8000-000000000000";

const Created = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
});

/** Begins a template as somebody in a session. */
const beginIn = Effect.fnUntraced(function* (session: OpenedSession, draft: object) {
  const answer = yield* session.call("POST", TEMPLATES, { documentTemplate: draft });
  assert.strictEqual(answer.status, 200, answer.text);
  const { documentTemplate, ...rest } = Schema.decodeUnknownSync(Created)(answer.json);
  return { id: String(documentTemplate["_id"]), documentTemplate, ...rest };
});

layer(apiServer, { excludeTestServices: true })("builder templates", (it) => {
  describe("the rights of a session", () => {
    /** What takes which right. */
    const steps = (path: string) =>
      [
        ["saveDraft", "POST", TEMPLATES, { documentTemplate: {} }],
        ["saveDraft", "PUT", path, { documentTemplate: { name: "Rights", layout: GREETING } }],
        ["rename", "PUT", path, { documentTemplate: { name: "Renamed", layout: GREETING } }],
        ["publish", "POST", `${path}/publish`, undefined],
        ["rollback", "POST", `${path}/rollback`, { versionNumber: 1 }],
        ["preview", "POST", PREVIEW, { layout: GREETING }],
        ["delete", "DELETE", path, undefined],
      ] as const;

    it.effect("are needed one by one", () =>
      Effect.gen(function* () {
        for (const right of ["saveDraft", "rename", "publish", "rollback", "preview", "delete"]) {
          const { id } = yield* beginTemplate("Rights");
          const scope = { templateExternalId: id };
          const { call } = yield* openSession({ scope, permissions: { [right]: false } });
          const lacksSaving = right === "saveDraft";
          const lacksPublishing = right === "publish" || lacksSaving;
          for (const [needed, method, path, body] of steps(`${TEMPLATES}/${id}`)) {
            const answer = yield* call(method, path, body);
            const isDenied =
              needed === right ||
              (lacksSaving && method === "PUT") ||
              // Going back publishes, and replaces the draft.
              (lacksPublishing && needed === "rollback");
            const expected: ReturnType<typeof outcome> = isDenied
              ? [403, "permission_denied"]
              : [200, undefined];
            assert.deepStrictEqual(outcome(answer), expected, `${method} ${path} without ${right}`);
          }
        }
      }),
    );

    it.effect("are told before the body is read, and after the template is found", () =>
      Effect.gen(function* () {
        const { id } = yield* beginTemplate("Order");
        const scope = { mode: "view", templateExternalId: id };
        const { call } = yield* openSession({ scope, permissions: { preview: false } });
        for (const [, method, path] of steps(`${TEMPLATES}/${id}`)) {
          const answer = yield* call(method, path, "{");
          assert.deepStrictEqual(outcome(answer), [403, "permission_denied"], `${method} ${path}`);
        }
        for (const [, method, path] of steps(`${TEMPLATES}/${NOBODY}`)) {
          if (path === TEMPLATES || path === PREVIEW) continue;
          const answer = yield* call(method, path, "{");
          assert.deepStrictEqual(outcome(answer), [404, "template_not_found"], `${method} ${path}`);
        }
        assert.strictEqual((yield* call("GET", `${TEMPLATES}/${id}`)).status, 200);
      }),
    );

    it.effect("reach its own template and those it began, and no others", () =>
      Effect.gen(function* () {
        const { otherEmbedKey } = yield* ApiServer;
        const { id } = yield* beginTemplate("Mine");
        const { id: other } = yield* beginTemplate("Other");
        const session = yield* openSession({ scope: { templateExternalId: id } });
        const neighbour = yield* openSession({ scope: { templateExternalId: other } });
        const begun = yield* beginIn(session, { name: "Begun" });
        const reaches = (caller: OpenedSession["call"], wanted: string) =>
          Effect.map(caller("GET", `${TEMPLATES}/${wanted}`), ({ status }) => status === 200);
        assert.isTrue(yield* reaches(session.call, id));
        assert.isTrue(yield* reaches(session.call, begun.id));
        assert.isFalse(yield* reaches(session.call, other));
        assert.isFalse(yield* reaches(neighbour.call, id));
        assert.isFalse(yield* reaches(neighbour.call, begun.id));
        const nobodys = yield* session.call("GET", `${TEMPLATES}/${NOBODY}`);
        for (const [method, path] of [
          ["GET", ""],
          ["PUT", ""],
          ["DELETE", ""],
          ["POST", "/publish"],
          ["GET", "/versions"],
          ["POST", "/rollback"],
        ] as const) {
          const body = method === "GET" ? undefined : "{";
          for (const theirs of [
            yield* session.call(method, `${TEMPLATES}/${other}${path}`, body),
            yield* session.call(method, `${TEMPLATES}/no-id${path}`, body),
            yield* callAs(otherEmbedKey, method, `${TEMPLATES}/${id}${path}`, body),
          ]) {
            assert.deepStrictEqual(outcome(theirs), [404, "template_not_found"]);
            assert.strictEqual(theirs.text, nobodys.text);
          }
        }
        // The partner reaches all of them.
        for (const any of [id, other, begun.id]) {
          assert.strictEqual((yield* callPartner("GET", `${TEMPLATES}/${any}`)).status, 200);
        }
      }),
    );

    it.effect("do not go beyond a catalog that forbids variables of its own", () =>
      Effect.gen(function* () {
        const name = { key: "name", label: "Name", dataType: "text", required: true };
        const catalog = {
          allowCustom: false,
          namespaces: [{ key: "customer", label: "Customer", variables: [name] }],
          loops: [],
        };
        const session = yield* openSession({ variableCatalog: catalog });
        const fits = yield* beginIn(session, { layout: greeting("{customer.name}") });
        assert.strictEqual(fits.currentVersionNumber, 1);
        const manifest = {
          variables: [
            { ...name, key: "customer.name" },
            { ...name, key: "stray" },
          ],
          loops: [],
        };
        const strays = yield* beginIn(session, { layout: { ...greeting("{stray}"), manifest } });
        assert.isNull(strays.currentVersionNumber);
        const refused = yield* session.call("POST", `${TEMPLATES}/${strays.id}/publish`);
        assert.deepStrictEqual(outcome(refused), [400, "invalid_request"]);
        assert.deepStrictEqual(faultyPaths(refused), ["layout.manifest.variables.1.key"]);
        // The partner itself is bound by no catalog of a session.
        const published = yield* callPartner("POST", `${TEMPLATES}/${strays.id}/publish`);
        assert.strictEqual(published.status, 200, published.text);
      }),
    );
  });

  describe("POST /v1/embed/builder/preview", () => {
    it.effect("draws a layout with data or without, and keeps nothing", () =>
      Effect.gen(function* () {
        const { call } = yield* openSession();
        const data = { customer: { name: "Ada" } };
        for (const answer of [
          yield* callPartner("POST", PREVIEW, { layout: GREETING, data, name: "Look" }),
          yield* callPartner("POST", PREVIEW, { layout: GREETING }),
          yield* call("POST", PREVIEW, { layout: GREETING, data }),
        ]) {
          assert.strictEqual(answer.status, 200, answer.text.slice(0, 300));
          assert.strictEqual(answer.headers["content-type"], "application/pdf");
          assert.strictEqual(answer.headers["cache-control"], "no-store");
          assert.match(answer.bytes.toString("latin1"), /^%PDF-1\.\d[^]*%%EOF\s*$/);
        }
        const renders = yield* callPartner("GET", "/v1/renders");
        assert.deepInclude(fieldsOf(renders), { renders: [] });
      }),
    );

    it.effect("says what cannot be drawn", () =>
      Effect.gen(function* () {
        const number = { key: "total", label: "Total", dataType: "number", required: true };
        const layout = { ...greeting("{total}"), manifest: { variables: [number], loops: [] } };
        for (const [body, code] of [
          ["{", "invalid_json"],
          ["{}", "invalid_request"],
          [JSON.stringify({ layout: UNDRAWABLE }), "invalid_request"],
          [JSON.stringify({ layout, data: { total: "many" } }), "invalid_input_data"],
        ] as const) {
          const refused = yield* callPartner("POST", PREVIEW, body);
          assert.deepStrictEqual(outcome(refused), [400, code], body);
        }
        const broken = yield* callPartner("POST", PREVIEW, { layout: UNDRAWABLE });
        for (const path of faultyPaths(broken)) assert.match(path, /^layout(\.|$)/);
      }),
    );
  });
});

import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../../_testing/api_server.ts";
import { issuePaths, fieldsOf } from "../../_testing/body.ts";
import {
  createDraft,
  greeting,
  outcome,
  UNRENDERABLE,
  callAs,
  callAsIntegrator,
  GREETING,
  openSession,
  type OpenedSession,
} from "../../_testing/embedding.ts";

const TEMPLATES = "/v1/embed/builder/templates";
const PREVIEW = "/v1/embed/builder/preview";
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

const CreatedTemplate = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
});

/** Creates a template in a session. */
const createIn = Effect.fnUntraced(function* (session: OpenedSession, draft: object) {
  const response = yield* session.call("POST", TEMPLATES, { documentTemplate: draft });
  assert.strictEqual(response.status, 200, response.text);
  const { documentTemplate, ...rest } = Schema.decodeUnknownSync(CreatedTemplate)(response.json);
  return { id: String(documentTemplate["_id"]), documentTemplate, ...rest };
});

layer(apiServer, { excludeTestServices: true })("builder templates", (it) => {
  describe("the rights of a session", () => {
    /** Requests with the permission that each needs. */
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

    it.effect("are required individually", () =>
      Effect.gen(function* () {
        for (const right of ["saveDraft", "rename", "publish", "rollback", "preview", "delete"]) {
          const { id } = yield* createDraft("Rights");
          const scope = { templateExternalId: id };
          const { call } = yield* openSession({ scope, permissions: { [right]: false } });
          const lacksSaving = right === "saveDraft";
          const lacksPublishing = right === "publish" || lacksSaving;
          for (const [requiredRight, method, path, body] of steps(`${TEMPLATES}/${id}`)) {
            const response = yield* call(method, path, body);
            const isDenied =
              requiredRight === right ||
              (lacksSaving && method === "PUT") ||
              // A rollback publishes and replaces the draft.
              (lacksPublishing && requiredRight === "rollback");
            const expected: ReturnType<typeof outcome> = isDenied
              ? [403, "permission_denied"]
              : [200, undefined];
            assert.deepStrictEqual(
              outcome(response),
              expected,
              `${method} ${path} without ${right}`,
            );
          }
        }
      }),
    );

    it.effect("are checked after the template is found and before the body is read", () =>
      Effect.gen(function* () {
        const { id } = yield* createDraft("Order");
        const scope = { mode: "view", templateExternalId: id };
        const { call } = yield* openSession({ scope, permissions: { preview: false } });
        for (const [, method, path] of steps(`${TEMPLATES}/${id}`)) {
          const response = yield* call(method, path, "{");
          assert.deepStrictEqual(
            outcome(response),
            [403, "permission_denied"],
            `${method} ${path}`,
          );
        }
        for (const [, method, path] of steps(`${TEMPLATES}/${UNKNOWN_ID}`)) {
          if (path === TEMPLATES || path === PREVIEW) continue;
          const response = yield* call(method, path, "{");
          assert.deepStrictEqual(
            outcome(response),
            [404, "template_not_found"],
            `${method} ${path}`,
          );
        }
        assert.strictEqual((yield* call("GET", `${TEMPLATES}/${id}`)).status, 200);
      }),
    );

    it.effect("include its template and those it created, but no others", () =>
      Effect.gen(function* () {
        const { otherEmbedKey } = yield* ApiServer;
        const { id } = yield* createDraft("Mine");
        const { id: other } = yield* createDraft("Other");
        const session = yield* openSession({ scope: { templateExternalId: id } });
        const otherSession = yield* openSession({ scope: { templateExternalId: other } });
        const template = yield* createIn(session, { name: "Begun" });
        const hasAccess = (caller: OpenedSession["call"], templateId: string) =>
          Effect.map(caller("GET", `${TEMPLATES}/${templateId}`), ({ status }) => status === 200);
        assert.isTrue(yield* hasAccess(session.call, id));
        assert.isTrue(yield* hasAccess(session.call, template.id));
        assert.isFalse(yield* hasAccess(session.call, other));
        assert.isFalse(yield* hasAccess(otherSession.call, id));
        assert.isFalse(yield* hasAccess(otherSession.call, template.id));
        const missing = yield* session.call("GET", `${TEMPLATES}/${UNKNOWN_ID}`);
        for (const [method, path] of [
          ["GET", ""],
          ["PUT", ""],
          ["DELETE", ""],
          ["POST", "/publish"],
          ["GET", "/versions"],
          ["POST", "/rollback"],
        ] as const) {
          const body = method === "GET" ? undefined : "{";
          for (const others of [
            yield* session.call(method, `${TEMPLATES}/${other}${path}`, body),
            yield* session.call(method, `${TEMPLATES}/no-id${path}`, body),
            yield* callAs(otherEmbedKey, method, `${TEMPLATES}/${id}${path}`, body),
          ]) {
            assert.deepStrictEqual(outcome(others), [404, "template_not_found"]);
            assert.strictEqual(others.text, missing.text);
          }
        }
        // The integrator has access to all of them.
        for (const any of [id, other, template.id]) {
          assert.strictEqual((yield* callAsIntegrator("GET", `${TEMPLATES}/${any}`)).status, 200);
        }
      }),
    );

    it.effect("are limited to the catalog if it forbids custom variables", () =>
      Effect.gen(function* () {
        const name = { key: "name", label: "Name", dataType: "text", required: true };
        const catalog = {
          allowCustom: false,
          namespaces: [{ key: "customer", label: "Customer", variables: [name] }],
          loops: [],
        };
        const session = yield* openSession({ variableCatalog: catalog });
        const fits = yield* createIn(session, { layout: greeting("{customer.name}") });
        assert.strictEqual(fits.currentVersionNumber, 1);
        const manifest = {
          variables: [
            { ...name, key: "customer.name" },
            { ...name, key: "stray" },
          ],
          loops: [],
        };
        const custom = yield* createIn(session, { layout: { ...greeting("{stray}"), manifest } });
        assert.isNull(custom.currentVersionNumber);
        const rejection = yield* session.call("POST", `${TEMPLATES}/${custom.id}/publish`);
        assert.deepStrictEqual(outcome(rejection), [400, "invalid_request"]);
        assert.deepStrictEqual(issuePaths(rejection), ["layout.manifest.variables.1.key"]);
        // The catalog of a session does not limit the integrator.
        const publication = yield* callAsIntegrator("POST", `${TEMPLATES}/${custom.id}/publish`);
        assert.strictEqual(publication.status, 200, publication.text);
      }),
    );
  });

  describe("POST /v1/embed/builder/preview", () => {
    it.effect("renders a layout with or without data, and stores nothing", () =>
      Effect.gen(function* () {
        const { call } = yield* openSession();
        const data = { customer: { name: "Ada" } };
        for (const response of [
          yield* callAsIntegrator("POST", PREVIEW, { layout: GREETING, data, name: "Look" }),
          yield* callAsIntegrator("POST", PREVIEW, { layout: GREETING }),
          yield* call("POST", PREVIEW, { layout: GREETING, data }),
        ]) {
          assert.strictEqual(response.status, 200, response.text.slice(0, 300));
          assert.strictEqual(response.headers["content-type"], "application/pdf");
          assert.strictEqual(response.headers["cache-control"], "no-store");
          assert.match(response.bytes.toString("latin1"), /^%PDF-1\.\d[^]*%%EOF\s*$/);
        }
        const renders = yield* callAsIntegrator("GET", "/v1/renders");
        assert.deepInclude(fieldsOf(renders), { renders: [] });
      }),
    );

    it.effect("lists the issues of a layout", () =>
      Effect.gen(function* () {
        const number = { key: "total", label: "Total", dataType: "number", required: true };
        const layout = { ...greeting("{total}"), manifest: { variables: [number], loops: [] } };
        for (const [body, code] of [
          ["{", "invalid_json"],
          ["{}", "invalid_request"],
          [JSON.stringify({ layout: UNRENDERABLE }), "invalid_request"],
          [JSON.stringify({ layout, data: { total: "many" } }), "invalid_input_data"],
        ] as const) {
          const rejection = yield* callAsIntegrator("POST", PREVIEW, body);
          assert.deepStrictEqual(outcome(rejection), [400, code], body);
        }
        const response = yield* callAsIntegrator("POST", PREVIEW, { layout: UNRENDERABLE });
        for (const path of issuePaths(response)) assert.match(path, /^layout(\.|$)/);
      }),
    );
  });
});

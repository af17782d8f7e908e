import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer } from "../../_testing/api_server.ts";
import { issuePaths, fieldsOf } from "../../_testing/body.ts";
import {
  callAs,
  callAsIntegrator,
  openSession,
  type OpenedSession,
  outcome,
  SESSION_OWNER,
} from "../../_testing/embedding.ts";

const SUBMIT = "/v1/embed/form-submit";
const PREVIEW = "/v1/embed/form-preview";
const RENDERS = "/v1/embed/renders";
const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
const CONCURRENT = 20;

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const MANIFEST = {
  variables: [
    { key: "customer.name", label: "Customer", dataType: "text", required: true },
    { key: "total", label: "Total", dataType: "number" },
    { key: "photo", label: "Photo", dataType: "image" },
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        { key: "title", label: "Title", dataType: "text" },
        { key: "price", label: "Price", dataType: "currency" },
      ],
    },
  ],
};
const DATA = {
  customer: { name: "Ada" },
  total: "3.5",
  photo: PIXEL,
  items: [{ title: "Pen", price: "1.50" }, { title: "Ink" }],
};

/** Publishes a form through the API and returns the id of its template. */
const publishForm = Effect.fnUntraced(function* (slug: string) {
  const body = { name: "Form", manifest: MANIFEST };
  return String(fieldsOf(yield* callAsIntegrator("PUT", `/v1/templates/${slug}`, body))["id"]);
});

/** Opens a session that fills in a form. */
const openForm = Effect.fnUntraced(function* (templateExternalId: string, overrides: object = {}) {
  return yield* openSession({ scope: { mode: "fill", templateExternalId }, ...overrides });
});

const submit = (
  session: OpenedSession,
  data: unknown = DATA,
  headers?: Readonly<Record<string, string>>,
) => session.call("POST", `${SUBMIT}/${session.id}`, { data }, headers);

const Page = Schema.Struct({
  renders: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
});
const list = Effect.fnUntraced(function* (query: string) {
  const { json } = yield* callAsIntegrator("GET", `${RENDERS}?${query}`);
  return yield* Schema.decodeUnknownEffect(Page)(json);
});

layer(apiServer, { excludeTestServices: true })("forms", (it) => {
  describe("POST /v1/embed/form-submit/{sessionId}", () => {
    it.effect("renders the submitted data, for the session and its integrator", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("handed-in");
        const tenant = { externalId: "tenant-of-form", displayName: "Tenant" };
        const session = yield* openForm(template, { tenant });
        const response = yield* submit(session);
        assert.strictEqual(response.status, 202, response.text);
        const summary = fieldsOf(response);
        assert.deepInclude(summary, {
          status: "queued",
          versionNumber: 1,
          downloadUrl: null,
          errorMessage: null,
        });
        const id = String(summary["id"]);
        const read = yield* session.call("GET", `${RENDERS}/${id}`);
        assert.deepInclude(fieldsOf(read), {
          ...summary,
          source: "form",
          templateId: template,
          templateSlug: "handed-in",
        });
        const { renders } = yield* list("tenant=tenant-of-form");
        assert.deepStrictEqual(renders, [
          { ...fieldsOf(read), sessionId: session.id, tenant, actor: SESSION_OWNER.actor },
        ]);
        const byKey = yield* callAsIntegrator("GET", `/v1/renders/${id}`);
        assert.deepStrictEqual(byKey.json, read.json);
      }),
    );

    it.effect("renders once per idempotency key", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("repeated");
        const tenant = { externalId: "repeating" };
        const session = yield* openForm(template, { tenant });
        const other = yield* openForm(template, { tenant });
        const headers = { "idempotency-key": "once" };
        const responses = yield* Effect.all(
          Array.from({ length: CONCURRENT }, () => submit(session, DATA, headers)),
          { concurrency: "unbounded" },
        );
        const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
        assert.deepStrictEqual(statuses, [...Array<number>(CONCURRENT - 1).fill(200), 202]);
        const ids = new Set(responses.map((response) => fieldsOf(response)["id"]));
        assert.strictEqual(ids.size, 1);
        assert.lengthOf((yield* list("tenant=repeating")).renders, 1);
        // Keys of other sessions are independent.
        const others = yield* submit(other, { customer: { name: "Bob" } }, headers);
        assert.strictEqual(others.status, 202, others.text);
        assert.isFalse(ids.has(fieldsOf(others)["id"]));
        const invalidKey = yield* submit(session, DATA, { "idempotency-key": "" });
        assert.deepStrictEqual(outcome(invalidKey), [400, "invalid_request"]);
      }),
    );

    it.effect("lists all issues of the data with their paths", () =>
      Effect.gen(function* () {
        const session = yield* openForm(yield* publishForm("problems"));
        const rejection = yield* submit(session, {
          total: "many",
          photo: "not an image",
          items: [{ price: "1.50" }, { price: "free" }],
        });
        assert.deepStrictEqual(outcome(rejection), [400, "invalid_input_data"]);
        assert.sameMembers(
          [...issuePaths(rejection)],
          ["customer.name", "total", "photo", "items.1.price"],
        );
      }),
    );

    it.effect("checks in the documented order", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("order");
        const session = yield* openForm(template);
        const scope = { templateExternalId: template };
        const edit = yield* openSession({ scope });
        const view = yield* openSession({ scope: { ...scope, mode: "view" } });
        const restrictedSession = yield* openForm(template, { permissions: { submitForm: false } });
        const sessionWithoutTemplate = yield* openForm(UNKNOWN_ID);
        const invalidKey = { "idempotency-key": "" };
        for (const [{ call }, path, body, status, code] of [
          [session, edit.id, "{", 404, "session_not_found"],
          [session, "no-id", "{", 404, "session_not_found"],
          [edit, edit.id, "{", 403, "wrong_mode"],
          [view, view.id, "{", 403, "wrong_mode"],
          [restrictedSession, restrictedSession.id, "{", 403, "permission_denied"],
          [sessionWithoutTemplate, sessionWithoutTemplate.id, "{", 404, "template_not_resolved"],
          [session, session.id, "{", 400, "invalid_request"],
        ] as const) {
          const response = yield* call("POST", `${SUBMIT}/${path}`, body, invalidKey);
          assert.deepStrictEqual(outcome(response), [status, code]);
        }
        for (const [body, code] of [
          ["{", "invalid_json"],
          ["{}", "invalid_request"],
          ['{"data":[]}', "invalid_request"],
          ['{"data":{}}', "invalid_input_data"],
        ] as const) {
          const response = yield* session.call("POST", `${SUBMIT}/${session.id}`, body);
          assert.deepStrictEqual(outcome(response), [400, code]);
        }
      }),
    );

    it.effect("uses the current version, and fails for deleted templates", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("moving");
        const session = yield* openForm(template);
        const context = () => Effect.map(session.call("GET", "/v1/embed/session"), fieldsOf);
        assert.deepInclude((yield* context())["template"], { slug: "moving", versionNumber: 1 });
        yield* publishForm("moving");
        assert.deepInclude((yield* context())["template"], { slug: "moving", versionNumber: 2 });
        assert.deepInclude(fieldsOf(yield* submit(session)), { versionNumber: 2 });
        yield* callAsIntegrator("DELETE", "/v1/templates/moving");
        assert.isNull((yield* context())["template"]);
        assert.deepStrictEqual(outcome(yield* submit(session)), [404, "template_not_resolved"]);
      }),
    );

    it.effect("does not find templates of other projects", () =>
      Effect.gen(function* () {
        const { otherEmbedKey } = yield* ApiServer;
        const body = { name: "Theirs", manifest: MANIFEST };
        const others = yield* callAs(otherEmbedKey, "PUT", "/v1/templates/others", body);
        const session = yield* openForm(String(fieldsOf(others)["id"]));
        assert.isNull(fieldsOf(yield* session.call("GET", "/v1/embed/session"))["template"]);
        assert.deepStrictEqual(outcome(yield* submit(session)), [404, "template_not_resolved"]);
      }),
    );

    it.effect("ends with its session", () =>
      Effect.gen(function* () {
        const session = yield* openForm(yield* publishForm("ended"));
        const { id } = fieldsOf(yield* submit(session));
        yield* callAsIntegrator("DELETE", `/v1/embed/sessions/${session.id}`);
        for (const response of [
          yield* submit(session),
          yield* session.call("GET", `${RENDERS}/${String(id)}`),
        ]) {
          assert.deepStrictEqual(outcome(response), [401, "invalid_credentials"]);
        }
      }),
    );
  });

  describe("POST /v1/embed/form-preview/{sessionId}", () => {
    it.effect("renders the data in the modes fill and view", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("looked-at");
        const scope = { mode: "view", templateExternalId: template };
        for (const session of [yield* openForm(template), yield* openSession({ scope })]) {
          const path = `${PREVIEW}/${session.id}`;
          const response = yield* session.call("POST", path, { data: DATA });
          assert.strictEqual(response.status, 200, response.text.slice(0, 300));
          assert.strictEqual(response.headers["content-type"], "application/pdf");
          assert.strictEqual(response.headers["cache-control"], "no-store");
          assert.match(response.bytes.toString("latin1"), /^%PDF-1\.\d[^]*%%EOF\s*$/);
          const invalid = yield* session.call("POST", path, { data: {} });
          assert.deepStrictEqual(outcome(invalid), [400, "invalid_input_data"]);
          assert.deepStrictEqual(issuePaths(invalid), ["customer.name"]);
        }
        const { renders } = yield* Schema.decodeUnknownEffect(Page)(
          (yield* callAsIntegrator("GET", "/v1/renders?template=looked-at")).json,
        );
        assert.deepStrictEqual(renders, []);
      }),
    );

    it.effect("checks in the documented order", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("preview-order");
        const session = yield* openForm(template);
        const edit = yield* openSession({ scope: { templateExternalId: template } });
        const restrictedSession = yield* openForm(template, { permissions: { preview: false } });
        const sessionWithoutTemplate = yield* openForm(UNKNOWN_ID);
        for (const [{ call }, path, body, status, code] of [
          [session, edit.id, "{", 404, "session_not_found"],
          [edit, edit.id, "{", 403, "wrong_mode"],
          [restrictedSession, restrictedSession.id, "{", 403, "permission_denied"],
          [sessionWithoutTemplate, sessionWithoutTemplate.id, "{", 404, "template_not_resolved"],
          [session, session.id, "{", 400, "invalid_json"],
          [session, session.id, "{}", 400, "invalid_request"],
        ] as const) {
          const response = yield* call("POST", `${PREVIEW}/${path}`, body);
          assert.deepStrictEqual(outcome(response), [status, code]);
        }
      }),
    );
  });

  describe("renders of forms", () => {
    it.effect("are available to the session that submitted them and to the integrator's key", () =>
      Effect.gen(function* () {
        const { otherEmbedKey, embedKey } = yield* ApiServer;
        const template = yield* publishForm("kept-apart");
        const [session, otherSession] = [yield* openForm(template), yield* openForm(template)];
        const id = String(fieldsOf(yield* submit(session))["id"]);
        const own = yield* callAsIntegrator("POST", "/v1/templates/kept-apart/render", {
          data: DATA,
        });
        const renderOfKey = String(fieldsOf(own)["id"]);
        const missing = yield* session.call("GET", `${RENDERS}/${UNKNOWN_ID}`);
        assert.deepStrictEqual(outcome(missing), [404, "not_found"]);
        for (const response of [
          yield* otherSession.call("GET", `${RENDERS}/${id}`),
          yield* session.call("GET", `${RENDERS}/${renderOfKey}`),
          yield* session.call("GET", `${RENDERS}/no-id`),
        ]) {
          assert.deepStrictEqual([response.status, response.text], [404, missing.text]);
        }
        const others = yield* callAs(otherEmbedKey, "GET", RENDERS);
        assert.deepStrictEqual(others.json, { renders: [], nextCursor: null, hasMore: false });
        const withKey = yield* callAs(embedKey, "GET", `${RENDERS}/${id}`);
        assert.deepStrictEqual(outcome(withKey), [401, "invalid_credentials"]);
      }),
    );

    it.effect("are listed in pages, newest first, by status and by tenant", () =>
      Effect.gen(function* () {
        const template = yield* publishForm("listed");
        const tenant = { externalId: "lister" };
        const session = yield* openForm(template, { tenant });
        const ids: Array<unknown> = [];
        for (let index = 0; index < 5; index++) ids.unshift(fieldsOf(yield* submit(session))["id"]);
        const listedIds: Array<unknown> = [];
        let query = "tenant=lister&limit=2";
        for (let pages = 1; ; pages++) {
          const { renders, nextCursor, hasMore } = yield* list(query);
          listedIds.push(...renders.map(({ id }) => id));
          if (!hasMore || nextCursor === null) {
            assert.strictEqual(pages, 3);
            break;
          }
          query = `tenant=lister&limit=2&cursor=${encodeURIComponent(nextCursor)}`;
        }
        assert.deepStrictEqual(listedIds, ids);
        assert.lengthOf((yield* list("tenant=lister&status=queued")).renders, 5);
        assert.lengthOf((yield* list("tenant=lister&status=failed")).renders, 0);
        assert.lengthOf((yield* list("tenant=unknown")).renders, 0);
        for (const query of ["limit=0", "limit=many", "status=foo", "cursor=x", "tenant=%00"]) {
          const rejection = yield* callAsIntegrator("GET", `${RENDERS}?${query}`);
          assert.deepStrictEqual(outcome(rejection), [400, "invalid_request"], query);
        }
      }),
    );
  });
});

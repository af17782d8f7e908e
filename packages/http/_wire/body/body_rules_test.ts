import { assert, describe, it as test, layer } from "@effect/vitest";
import { issuesOfSchema } from "@paraph/core/values";
import { Effect, Result, Schema, SchemaAST } from "effect";
import { HttpApi } from "effect/http-api";

import { INVOICE, INVOICE_DATA, publishInvoice } from "../../_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../../_testing/api_server.ts";
import { codeOf, issuePaths, issueMessages } from "../../_testing/body.ts";
import { signatureOf } from "../../_testing/contract_document.ts";
import { send } from "../../_testing/http_client.ts";
import { Api } from "../../api.ts";

/** A request of an API client. */
interface ApiRequest {
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly as?: "project" | "account" | "admin" | "embed" | undefined;
}

const call = Effect.fnUntraced(function* ({
  method = "POST",
  path,
  json,
  as,
  ...rest
}: ApiRequest) {
  const { port, key, accountKey, embedKey } = yield* ApiServer;
  const keys = { project: key, account: accountKey, admin: ADMIN_KEY, embed: embedKey };
  const body = json === undefined ? rest.body : JSON.stringify(json);
  const authorization = `Bearer ${keys[as ?? "project"]}`;
  return yield* send(port, {
    method,
    path,
    headers: { authorization },
    ...(body === undefined ? {} : { body }),
  });
});

const WarningsBody = Schema.Struct({
  warnings: Schema.optionalKey(
    Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })),
  ),
});

/** The warnings of a response, one line each. */
const warningsOf = Effect.fnUntraced(function* (request: ApiRequest) {
  const response = yield* call(request);
  assert.isBelow(response.status, 300, response.text);
  const { warnings = [] } = Schema.decodeUnknownSync(WarningsBody)(response.json);
  return warnings.map(({ path, message }) => `${path}: ${message}`);
});

const statusOf = (request: ApiRequest) => Effect.map(call(request), ({ status }) => status);

const PUBLICATION = { name: "Invoice", manifest: INVOICE };
const unknown = (name?: string) =>
  name === undefined ? "Unknown field" : `Unknown field. Did you mean "${name}"?`;

layer(apiServer, { excludeTestServices: true })("warnings", (it) => {
  it.effect("lists unknown fields, also nested ones, with suggestions", () =>
    Effect.gen(function* () {
      const [first, ...others] = INVOICE.variables;
      const manifest = { ...INVOICE, variables: [{ ...first, requird: true }, ...others], x: 1 };
      const json = { ...PUBLICATION, manifest, descripton: "x", slug: "ignored" };
      const path = "/v1/templates/warned";
      const warnings = yield* warningsOf({ method: "PUT", path, json });
      assert.sameMembers(warnings, [
        `descripton: ${unknown("description")}`,
        `manifest.variables.0.requird: ${unknown("required")}`,
        `manifest.x: ${unknown()}`,
      ]);
      assert.deepEqual(yield* warningsOf({ method: "PUT", path, json: PUBLICATION }), []);
    }),
  );

  it.effect("lists unknown options and data keys of a render together", () =>
    Effect.gen(function* () {
      yield* publishInvoice("warned-render");
      const path = "/v1/templates/warned-render/render";
      const data = { ...INVOICE_DATA, totl: 1 };
      const warnings = yield* warningsOf({ path, json: { data, options: { synchronous: true } } });
      assert.sameMembers(warnings, [
        `options.synchronous: ${unknown("sync")}`,
        'data.totl: Not in the manifest. Did you mean "total"?',
      ]);
      assert.deepEqual(yield* warningsOf({ path, json: { data: INVOICE_DATA } }), []);
    }),
  );

  it.effect("lists the encryption of a batch; a bulk request with it is refused", () =>
    Effect.gen(function* () {
      yield* publishInvoice("warned-batch");
      const encrypt = { userPassword: "hunter22" };
      const own = { template: "warned-batch", encrypt, options: { encrypt } };
      const item = { data: INVOICE_DATA, encrypt, options: { encrypt } };
      const batch = { path: "/v1/renders/batch", json: { ...own, items: [item] } };
      assert.sameMembers(
        yield* warningsOf(batch),
        ["encrypt", "options", "items.0.encrypt", "items.0.options"].map(
          (path) => `${path}: ${unknown()}`,
        ),
      );
      const { anchorTags, recipients } = signatureOf("");
      const json = { ...own, anchorTags, rows: [{ ...item, recipients }] };
      const bulk = yield* call({ path: "/v1/signatures/bulk", json });
      assert.sameMembers(
        [...issuePaths(bulk)],
        ["encrypt", "options", "rows.0.encrypt", "rows.0.options"],
      );
    }),
  );

  it.effect("lists data keys that an inbound webhook ignores", () =>
    Effect.gen(function* () {
      yield* publishInvoice("warned-hook");
      const response = yield* call({ path: "/v1/templates/warned-hook/hook" });
      const { token } = Schema.decodeUnknownSync(Schema.Struct({ token: Schema.String }))(
        response.json,
      );
      const path = `/v1/hooks/${token}`;
      const json = { ...INVOICE_DATA, order: 7 };
      assert.deepEqual(yield* warningsOf({ path, json }), ["order: Not in the manifest"]);
    }),
  );

  it.effect("ignores free-form objects, and lists at most twenty fields", () =>
    Effect.gen(function* () {
      const documentTemplate = { anything: { at: ["all"] }, layout: { x: null } };
      const path = "/v1/embed/builder/templates";
      assert.deepEqual(yield* warningsOf({ path, json: { documentTemplate }, as: "embed" }), []);
      const many = Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 0]);
      const json = { name: "Many", ...Object.fromEntries(many) };
      const warnings = yield* warningsOf({ path: "/v1/projects", json, as: "account" });
      assert.strictEqual(warnings.length, 21);
      assert.strictEqual(warnings.at(-1), ": More unknown fields are not listed");
    }),
  );

  it.effect("POST /v1/signatures rejects unknown fields, with their paths", () =>
    Effect.gen(function* () {
      const recipient = { firstName: "Ada", email: "ada@example.com", role: "CC" };
      const field = { recipientIndex: 0, type: "signature" };
      const json = {
        renderId: "0198c0de-7f00-7abc-8def-0123456789ab",
        recipients: [recipient],
        fields: [{ ...field, page: 1, x: 0, y: 0, widht: 3 }],
        anchorTags: [{ ...field, anchorString: "Sign", offset: 3 }],
        expiresIn: 3,
      };
      const response = yield* call({ path: "/v1/signatures", json });
      assert.strictEqual(codeOf(response), "invalid_request");
      assert.sameMembers(
        [...issuePaths(response)],
        ["recipients.0.role", "fields.0.widht", "anchorTags.0.offset", "expiresIn"],
      );
      assert.deepEqual(issueMessages(response, "fields.0.widht"), [unknown("width")]);
    }),
  );
});

layer(apiServer, { excludeTestServices: true })("null and nothing", (it) => {
  it.effect("null is the same as an absent optional field, also nested", () =>
    Effect.gen(function* () {
      const [first, ...others] = INVOICE.variables;
      const manifest = { ...INVOICE, variables: [{ ...first, format: null }, ...others] };
      const json = { ...PUBLICATION, manifest, description: null, layout: null, pageConfig: null };
      const path = "/v1/templates/nulls";
      assert.deepEqual(yield* warningsOf({ method: "PUT", path, json }), []);
      const options = { filename: null, sync: null, versionNumber: null };
      const render = { data: INVOICE_DATA, jobId: null, options };
      for (const json of [render, { ...render, options: null }]) {
        assert.strictEqual(yield* statusOf({ path: `${path}/render`, json }), 202);
      }
      const webhook = { url: "https://example.com/", events: null, description: null };
      assert.strictEqual(yield* statusOf({ path: "/v1/webhooks", json: webhook }), 201);
      const provision = { externalOrgId: "nulls", name: null, emailFrom: null, rotateKey: null };
      const admin = { path: "/v1/admin/provision", as: "admin" } as const;
      assert.strictEqual(yield* statusOf({ ...admin, json: provision }), 201);
    }),
  );

  it.effect("null is invalid for required fields", () =>
    Effect.gen(function* () {
      const manifest = { variables: [{ key: null, label: "x", dataType: "text" }], loops: null };
      const json = { name: null, manifest };
      const response = yield* call({ path: "/v1/templates", json });
      assert.sameMembers(
        [...issuePaths(response)],
        ["name", "manifest.variables.0.key", "manifest.loops"],
      );
    }),
  );

  it.effect("an empty body is {} if no field is required, and invalid JSON otherwise", () =>
    Effect.gen(function* () {
      const { project } = yield* ApiServer;
      const keys = { path: `/v1/projects/${project}/keys`, as: "account" } as const;
      for (const body of ["", " \n", "{}", '{"name":null}']) {
        assert.strictEqual(yield* statusOf({ ...keys, body }), 201, body);
      }
      for (const body of ["null", "[]", "0"]) {
        assert.strictEqual(codeOf(yield* call({ ...keys, body })), "invalid_request", body);
      }
      const projects = { path: "/v1/projects", as: "account" } as const;
      assert.strictEqual(codeOf(yield* call({ ...projects, body: "" })), "invalid_json");
    }),
  );
});

layer(apiServer, { excludeTestServices: true })("names", (it) => {
  const INVISIBLE = ["", " ", "\u00a0", "\u200b\u2060", "\t\n", "\u3164"];
  const recipient = (firstName: string) => ({ firstName, email: "ada@example.com" });
  const signature = { renderId: "0198c0de-7f00-7abc-8def-0123456789ab", recipients: [] };
  const NAME_FIELDS: ReadonlyArray<readonly [string, string, (name: string) => ApiRequest]> = [
    ["a project's", "name", (name) => ({ path: "/v1/projects", json: { name }, as: "account" })],
    ["a template's", "name", (name) => ({ path: "/v1/templates", json: { ...PUBLICATION, name } })],
    [
      "a catalog's",
      "name",
      (name) => ({
        path: "/v1/embed/catalogs",
        json: { name, catalog: { namespaces: [], loops: [] } },
        as: "embed",
      }),
    ],
    [
      "an organisation's",
      "name",
      (name) => ({
        path: "/v1/admin/provision",
        json: { externalOrgId: "blank", name },
        as: "admin",
      }),
    ],
    [
      "a recipient's",
      "recipients.0.firstName",
      (name) => ({ path: "/v1/signatures", json: { ...signature, recipients: [recipient(name)] } }),
    ],
    [
      "a signature request's",
      "name",
      (name) => ({
        path: "/v1/signatures",
        json: { ...signature, name, recipients: [recipient("Ada")] },
      }),
    ],
  ];
  for (const [owner, path, request] of NAME_FIELDS) {
    it.effect(`${owner} name has visible characters`, () =>
      Effect.gen(function* () {
        for (const name of INVISIBLE) {
          const response = yield* call(request(name));
          assert.isAtLeast(response.status, 400, JSON.stringify(name));
          assert.include([...issuePaths(response)], path, response.text);
        }
      }),
    );
  }

  it.effect("lengths count code points, as in the database", () =>
    Effect.gen(function* () {
      const create = (name: string) => statusOf({ path: "/v1/projects", json: { name }, as });
      const as = "account" as const;
      assert.strictEqual(yield* create("🎉".repeat(200)), 201);
      assert.strictEqual(yield* create("🎉".repeat(201)), 400);
      const publish = (name: string, description: string) =>
        statusOf({ path: "/v1/templates", json: { ...PUBLICATION, name, description } });
      assert.strictEqual(yield* publish("Emoji", "🎉".repeat(280)), 201);
      assert.strictEqual(yield* publish("Emoji", "🎉".repeat(281)), 400);
    }),
  );
});

describe("messages", () => {
  const payloads: Array<readonly [string, Schema.Top]> = [];
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint }) => {
      for (const { schemas } of endpoint.payload.values()) {
        for (const schema of schemas) {
          payloads.push([`${group.identifier}.${endpoint.identifier}`, schema]);
        }
      }
    },
  });

  /** A value of the wrong type for every part of a schema. */
  const wrongFor = (ast: SchemaAST.AST, depth: number): unknown => {
    if (SchemaAST.isObjects(ast) && depth > 0) {
      const fields = ast.propertySignatures.map(({ name, type }) => [
        name,
        wrongFor(type, depth - 1),
      ]);
      return Object.fromEntries(fields);
    }
    const [item] = SchemaAST.isArrays(ast) ? ast.rest : [];
    if (item !== undefined && depth > 0) return [wrongFor(item, depth - 1)];
    return SchemaAST.isString(ast) || SchemaAST.isUnion(ast) ? 5 : "wrong";
  };

  test.each(payloads)("messages for %s have no internal names", (_, schema) => {
    const decode = Schema.decodeUnknownResult(Schema.toEncoded(schema), { errors: "all" });
    const encodedAst = SchemaAST.toEncoded(schema.ast);
    for (const depth of [0, 1, 2, 3, 4]) {
      const result = decode(wrongFor(encodedAst, depth));
      const issues = Result.isFailure(result) ? issuesOfSchema(result.failure.issue) : [];
      for (const { message } of issues)
        assert.notMatch(message, /Expected [A-Z]|readonly|<filter>/);
    }
  });

  test("cover every body", () => assert.isAbove(payloads.length, 20));
});

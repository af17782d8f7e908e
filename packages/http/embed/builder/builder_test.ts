import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer, INTEGRATOR_ORIGIN } from "../../_testing/api_server.ts";
import { codeOf, issuePaths, fieldsOf } from "../../_testing/body.ts";
import {
  createDraft,
  greeting,
  outcome,
  UNRENDERABLE,
  callAs,
  callAsIntegrator,
  GREETING,
  openSession,
} from "../../_testing/embedding.ts";
import type { RawResponse } from "../../_testing/http_client.ts";

const TEMPLATES = "/v1/embed/builder/templates";
const CONCURRENT = 20;

const TemplateBody = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  slug: Schema.String,
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
  hasUnpublishedChanges: Schema.Boolean,
});
const templateOf = ({ json, text }: RawResponse) => {
  assert.isTrue(Schema.is(TemplateBody)(json), text);
  return Schema.decodeUnknownSync(TemplateBody)(json);
};

const CreatedTemplate = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
});

layer(apiServer, { excludeTestServices: true })("builder templates", (it) => {
  describe("are created", () => {
    it.effect("with a draft that is stored unchanged, and published if it is complete", () =>
      Effect.gen(function* () {
        const { embedProject } = yield* ApiServer;
        const draft = {
          name: "Résumé & Co",
          layout: GREETING,
          presetKey: "letter",
          sD: true,
          _id: "mine",
          design: { grid: 5 },
          category: "letters",
          nested: { a: [1, null, { b: "c" }] },
        };
        const response = yield* callAsIntegrator("POST", TEMPLATES, { documentTemplate: draft });
        assert.strictEqual(response.status, 200, response.text);
        const { documentTemplate, ...rest } = Schema.decodeUnknownSync(CreatedTemplate)(
          response.json,
        );
        assert.deepStrictEqual(rest, { revision: 1, currentVersionNumber: 1 });
        const { _id, cAt, ...stored } = documentTemplate;
        const { _id: _, ...own } = draft;
        assert.deepStrictEqual(stored, {
          ...own,
          sD: false,
          organizationId: embedProject,
          isCustomTemplate: false,
        });
        assert.match(String(_id), /^[0-9a-f-]{36}$/);
        assert.isFalse(Number.isNaN(Date.parse(String(cAt))));
        const read = templateOf(yield* callAsIntegrator("GET", `${TEMPLATES}/${String(_id)}`));
        assert.deepStrictEqual(read.documentTemplate, documentTemplate);
        assert.match(read.slug, /^resume-co-[a-z0-9]{6}$/);
        assert.isFalse(read.hasUnpublishedChanges);
      }),
    );

    it.effect("with members that preserve digits and order", () =>
      Effect.gen(function* () {
        const large = `"${"\\/".repeat(20_000)}"`;
        const members = (layout: string) => [
          '"2":12345678901234567890',
          '"name":"Digits"',
          '"price":1.10',
          `"file":${large}`,
          '"big":1e400',
          '"1":{"10":-0.0, "9":["\\u00e9",{}],"9":0}',
          `"layout":${layout}`,
          '"design":100.0',
        ];
        const layout = JSON.stringify(GREETING).replace("{", '{"2":1.0, "1":12345678901234567890,');
        const body = `{"documentTemplate" : { ${members(layout).join(" , ")} } }`;
        const createResponse = yield* callAsIntegrator("POST", TEMPLATES, body);
        assert.include(createResponse.text, members(layout).join(","));
        const { documentTemplate } = Schema.decodeUnknownSync(CreatedTemplate)(createResponse.json);
        const path = `${TEMPLATES}/${String(documentTemplate["_id"])}`;
        assert.include((yield* callAsIntegrator("GET", path)).text, members(layout).join(","));

        const next = members('{"1":7.0}').join(",");
        const saveResponse = yield* callAsIntegrator(
          "PUT",
          path,
          `{"documentTemplate":{${next}},"typo":1}`,
        );
        assert.include(saveResponse.text, next);
        assert.include(saveResponse.text, '"warnings":');
        assert.include((yield* callAsIntegrator("GET", path)).text, next);

        const back = yield* callAsIntegrator("POST", `${path}/rollback`, { versionNumber: 1 });
        assert.strictEqual(back.status, 200, back.text);
        const templateResponse = yield* callAsIntegrator("GET", path);
        assert.include(templateResponse.text, next.slice(0, next.indexOf('"layout"')));
        assert.include(templateResponse.text, "Dear {customer.name}");
      }),
    );

    it.effect("with an empty or incomplete draft, which is not published", () =>
      Effect.gen(function* () {
        for (const draft of [{}, { layout: null }, { layout: {} }, { layout: UNRENDERABLE }]) {
          const response = yield* callAsIntegrator("POST", TEMPLATES, { documentTemplate: draft });
          assert.strictEqual(response.status, 200, response.text);
          const { documentTemplate, ...rest } = Schema.decodeUnknownSync(CreatedTemplate)(
            response.json,
          );
          assert.deepStrictEqual(rest, { revision: 1, currentVersionNumber: null });
          assert.deepInclude(documentTemplate, {
            name: "Untitled template",
            presetKey: null,
            isCustomTemplate: true,
            sD: false,
            design: null,
            layout: draft.layout ?? null,
          });
        }
      }),
    );

    it.effect("without a version on request, which has a layout of its own", () =>
      Effect.gen(function* () {
        const name = "Not yet";
        const created = yield* callAsIntegrator("POST", TEMPLATES, {
          documentTemplate: { name, layout: GREETING },
          publish: false,
        });
        assert.propertyVal(fieldsOf(created), "currentVersionNumber", null);
        const path = `${TEMPLATES}/${String(fieldsOf({ json: fieldsOf(created)["documentTemplate"] })["_id"])}`;
        const published = `${path}?layout=published`;
        const before = templateOf(yield* callAsIntegrator("GET", published));
        assert.propertyVal(before.documentTemplate, "layout", null);
        yield* callAsIntegrator("POST", `${path}/publish`);
        yield* callAsIntegrator("PUT", path, { documentTemplate: { name, layout: UNRENDERABLE } });
        const after = templateOf(yield* callAsIntegrator("GET", published));
        assert.deepNestedPropertyVal(after.documentTemplate, "layout.schemas", GREETING.schemas);
        assert.isTrue(after.hasUnpublishedChanges);
        const draft = templateOf(yield* callAsIntegrator("GET", `${path}?layout=draft`));
        assert.deepNestedPropertyVal(draft.documentTemplate, "layout", UNRENDERABLE);
        const wrong = yield* callAsIntegrator("GET", `${path}?layout=newest`);
        assert.deepStrictEqual(outcome(wrong), [400, "invalid_request"]);
        const wrongType = yield* callAsIntegrator("POST", TEMPLATES, {
          documentTemplate: { name },
          publish: "no",
        });
        assert.deepStrictEqual(outcome(wrongType), [400, "invalid_request"]);
      }),
    );

    it.effect("with permission, and otherwise rejected before the body is read", () =>
      Effect.gen(function* () {
        const draft = { documentTemplate: {} };
        const { key, accountKey } = yield* ApiServer;
        for (const bearer of ["", key, accountKey, "svc_test_nobody", "a.b.c"]) {
          const rejection = yield* callAs(bearer, "POST", TEMPLATES, "{", {
            origin: INTEGRATOR_ORIGIN,
          });
          assert.deepStrictEqual(outcome(rejection), [401, "missing_or_invalid_authorization"]);
        }
        const restrictedSession = yield* openSession({ permissions: { saveDraft: false } });
        const rejection = yield* restrictedSession.call("POST", TEMPLATES, "{");
        assert.deepStrictEqual(outcome(rejection), [403, "permission_denied"]);
        for (const [body, code] of [
          ["{", "invalid_json"],
          ["", "invalid_json"],
          ["{}", "invalid_request"],
          ['{"documentTemplate":[]}', "invalid_request"],
          ['{"documentTemplate":{"name":7,"layout":[],"presetKey":1}}', "invalid_request"],
          [JSON.stringify({ documentTemplate: { name: "x".repeat(121) } }), "invalid_request"],
          ['{"documentTemplate":{"note":"\\u0000"}}', "invalid_request"],
        ] as const) {
          const wrong = yield* callAsIntegrator("POST", TEMPLATES, body);
          assert.deepStrictEqual(outcome(wrong), [400, code], body);
        }
        const sessionWithoutPublish = yield* openSession({ permissions: { publish: false } });
        const createResponse = yield* sessionWithoutPublish.call("POST", TEMPLATES, {
          documentTemplate: { ...draft.documentTemplate, layout: GREETING },
        });
        assert.deepInclude(fieldsOf(createResponse), { currentVersionNumber: null });
      }),
    );
  });

  it.effect("can be saved, published, rolled back and deleted", () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const { id, slug } = yield* createDraft("Life");
      const path = `${TEMPLATES}/${id}`;
      const save = (content: string, revision?: number) =>
        callAsIntegrator("PUT", path, {
          documentTemplate: { name: "Life", layout: greeting(content) },
          ...(revision === undefined ? {} : { revision }),
        });

      const template = templateOf(yield* save("Second {customer.name} {total}", 1));
      assert.deepInclude(template, {
        revision: 2,
        currentVersionNumber: 1,
        hasUnpublishedChanges: true,
      });
      // The published version does not change.
      const before = fieldsOf(yield* callAs(embedKey, "GET", `/v1/templates/${slug}`));
      assert.strictEqual(before["currentVersionNumber"], 1);

      const publishResponse = yield* callAsIntegrator("POST", `${path}/publish`);
      assert.strictEqual(publishResponse.status, 200, publishResponse.text);
      const { manifest, ...rest } = fieldsOf(publishResponse);
      assert.deepStrictEqual(rest, { id, slug, currentVersionNumber: 2 });
      const Variables = Schema.Struct({
        variables: Schema.Array(Schema.Struct({ key: Schema.String })),
      });
      const { variables } = yield* Schema.decodeUnknownEffect(Variables)(manifest);
      assert.sameMembers(
        variables.map(({ key }) => key),
        ["customer.name", "total"],
      );
      const after = fieldsOf(yield* callAs(embedKey, "GET", `/v1/templates/${slug}`));
      assert.deepInclude(after, { currentVersionNumber: 2 });
      assert.deepStrictEqual(after["layout"], greeting("Second {customer.name} {total}"));
      assert.isFalse(templateOf(yield* callAsIntegrator("GET", path)).hasUnpublishedChanges);

      yield* save("Third");
      const back = yield* callAsIntegrator("POST", `${path}/rollback`, { versionNumber: 1 });
      assert.deepInclude(fieldsOf(back), { id, slug, currentVersionNumber: 3 });
      const currentTemplate = templateOf(yield* callAsIntegrator("GET", path));
      assert.isFalse(currentTemplate.hasUnpublishedChanges);
      assert.deepInclude(fieldsOf({ json: currentTemplate.documentTemplate["layout"] }), GREETING);
      const unknown = yield* callAsIntegrator("POST", `${path}/rollback`, { versionNumber: 9 });
      assert.deepStrictEqual(outcome(unknown), [404, "version_not_found"]);

      const versions = yield* callAsIntegrator("GET", `${path}/versions`);
      const Versions = Schema.Struct({
        versions: Schema.Array(
          Schema.Struct({ id: Schema.String, versionNumber: Schema.Int, createdAt: Schema.String }),
        ),
      });
      const versionList = yield* Schema.decodeUnknownEffect(Versions)(versions.json);
      assert.deepStrictEqual(
        versionList.versions.map(({ versionNumber }) => versionNumber),
        [3, 2, 1],
      );

      const deleteResponse = yield* callAsIntegrator("DELETE", path);
      assert.deepInclude(fieldsOf(deleteResponse), { id, slug });
      for (const [method, missingPath] of [
        ["GET", path],
        ["PUT", path],
        ["DELETE", path],
        ["POST", `${path}/publish`],
        ["GET", `${path}/versions`],
        ["POST", `${path}/rollback`],
      ] as const) {
        const response = yield* callAsIntegrator(
          method,
          missingPath,
          method === "GET" ? undefined : "{",
        );
        assert.deepStrictEqual(
          outcome(response),
          [404, "template_not_found"],
          `${method} ${missingPath}`,
        );
      }
    }),
  );

  it.effect("accept only one of several concurrent saves of a revision", () =>
    Effect.gen(function* () {
      const { id } = yield* createDraft("Crowd");
      const path = `${TEMPLATES}/${id}`;
      const responses = yield* Effect.all(
        Array.from({ length: CONCURRENT }, (_, index) =>
          callAsIntegrator("PUT", path, {
            documentTemplate: { name: "Crowd", layout: greeting(`By ${index}`) },
            revision: 1,
          }),
        ),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(
        responses.filter(({ status }) => status === 200),
        1,
      );
      const conflicts = responses.filter((response) => codeOf(response) === "version_conflict");
      assert.lengthOf(conflicts, CONCURRENT - 1);
      for (const { status } of conflicts) assert.strictEqual(status, 409);
      assert.strictEqual(templateOf(yield* callAsIntegrator("GET", path)).revision, 2);
    }),
  );

  it.effect("list all issues that prevent publication, with their paths", () =>
    Effect.gen(function* () {
      const { id } = yield* createDraft("Broken", UNRENDERABLE);
      const rejection = yield* callAsIntegrator("POST", `${TEMPLATES}/${id}/publish`);
      assert.deepStrictEqual(outcome(rejection), [400, "invalid_request"]);
      assert.isNotEmpty(issuePaths(rejection));
      for (const path of issuePaths(rejection)) assert.match(path, /^layout(\.|$)/);
      const { id: empty } = yield* createDraft("Empty", null);
      const nothing = yield* callAsIntegrator("POST", `${TEMPLATES}/${empty}/publish`);
      assert.deepStrictEqual(outcome(nothing), [400, "invalid_request"]);
    }),
  );

  it.effect("are listed newest-updated first, including those published through the API", () =>
    Effect.gen(function* () {
      const { embedKey, otherEmbedKey } = yield* ApiServer;
      const first = yield* createDraft("Listed first");
      const second = yield* callAsIntegrator("POST", TEMPLATES, {
        documentTemplate: { name: "Listed second", category: "letters" },
      });
      const api = yield* callAs(embedKey, "PUT", "/v1/templates/listed-third", {
        name: "Listed third",
        layout: GREETING,
        manifest: {
          variables: [{ key: "customer.name", label: "Name", dataType: "text" }],
          loops: [],
        },
      });
      assert.strictEqual(api.status, 201, api.text);
      yield* callAsIntegrator("PUT", `${TEMPLATES}/${first.id}`, {
        documentTemplate: { name: "Listed again", layout: GREETING },
      });
      const List = Schema.Struct({
        templates: Schema.Array(
          Schema.Struct({
            id: Schema.String,
            name: Schema.String,
            slug: Schema.String,
            createdAt: Schema.String,
            updatedAt: Schema.String,
            category: Schema.NullOr(Schema.String),
          }),
        ),
      });
      const list = yield* callAsIntegrator("GET", TEMPLATES);
      const { templates } = yield* Schema.decodeUnknownEffect(List)(list.json);
      const ownTemplates = templates.filter(({ name }) => name.startsWith("Listed"));
      assert.deepStrictEqual(
        ownTemplates.map(({ name, category }) => [name, category]),
        [
          ["Listed again", null],
          ["Listed third", null],
          ["Listed second", "letters"],
        ],
      );
      assert.strictEqual(ownTemplates[0]?.slug, first.slug);
      assert.strictEqual(second.status, 200);
      const others = yield* callAs(otherEmbedKey, "GET", TEMPLATES);
      assert.deepStrictEqual(others.json, { templates: [] });

      // Its draft starts with the published version.
      const path = `${TEMPLATES}/${ownTemplates[1]?.id}`;
      const draft = templateOf(yield* callAsIntegrator("GET", path));
      assert.deepInclude(draft, { revision: 1, currentVersionNumber: 1, slug: "listed-third" });
      assert.isFalse(draft.hasUnpublishedChanges);
      const changes = {
        documentTemplate: { name: "Listed third", layout: greeting("{customer.name}!") },
      };
      assert.strictEqual(templateOf(yield* callAsIntegrator("PUT", path, changes)).revision, 2);
    }),
  );
});

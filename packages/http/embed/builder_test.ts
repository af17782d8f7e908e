import { assert, describe, layer } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { apiServer, ApiServer, PARTNER_ORIGIN } from "../_testing/api_server.ts";
import { codeOf, faultyPaths, fieldsOf } from "../_testing/body.ts";
import {
  beginTemplate,
  greeting,
  outcome,
  UNDRAWABLE,
  callAs,
  callPartner,
  GREETING,
  openSession,
} from "../_testing/embedding.ts";
import type { RawResponse } from "../_testing/http_client.ts";

const TEMPLATES = "/v1/embed/builder/templates";
const AT_ONCE = 20;

const Shown = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  slug: Schema.String,
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
  hasUnpublishedChanges: Schema.Boolean,
});
const shown = ({ json, text }: RawResponse) => {
  assert.isTrue(Schema.is(Shown)(json), text);
  return Schema.decodeUnknownSync(Shown)(json);
};

const Created = Schema.Struct({
  documentTemplate: Schema.Record(Schema.String, Schema.Unknown),
  revision: Schema.Int,
  currentVersionNumber: Schema.NullOr(Schema.Int),
});

layer(apiServer, { excludeTestServices: true })("builder templates", (it) => {
  describe("are begun", () => {
    it.effect("with a draft that is kept as it was sent, and published when it can be drawn", () =>
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
        const answer = yield* callPartner("POST", TEMPLATES, { documentTemplate: draft });
        assert.strictEqual(answer.status, 200, answer.text);
        const { documentTemplate, ...rest } = Schema.decodeUnknownSync(Created)(answer.json);
        assert.deepStrictEqual(rest, { revision: 1, currentVersionNumber: 1 });
        const { _id, cAt, ...kept } = documentTemplate;
        const { _id: _, ...own } = draft;
        assert.deepStrictEqual(kept, {
          ...own,
          sD: false,
          organizationId: embedProject,
          isCustomTemplate: false,
        });
        assert.match(String(_id), /^[0-9a-f-]{36}$/);
        assert.isFalse(Number.isNaN(Date.parse(String(cAt))));
        const read = shown(yield* callPartner("GET", `${TEMPLATES}/${String(_id)}`));
        assert.deepStrictEqual(read.documentTemplate, documentTemplate);
        assert.match(read.slug, /^resume-co-[a-z0-9]{6}$/);
        assert.isFalse(read.hasUnpublishedChanges);
      }),
    );

    it.effect("with members that keep every digit and their order", () =>
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
        const created = yield* callPartner("POST", TEMPLATES, body);
        assert.include(created.text, members(layout).join(","));
        const { documentTemplate } = Schema.decodeUnknownSync(Created)(created.json);
        const path = `${TEMPLATES}/${String(documentTemplate["_id"])}`;
        assert.include((yield* callPartner("GET", path)).text, members(layout).join(","));

        const next = members('{"1":7.0}').join(",");
        const saved = yield* callPartner("PUT", path, `{"documentTemplate":{${next}},"typo":1}`);
        assert.include(saved.text, next);
        assert.include(saved.text, '"warnings":');
        assert.include((yield* callPartner("GET", path)).text, next);

        const back = yield* callPartner("POST", `${path}/rollback`, { versionNumber: 1 });
        assert.strictEqual(back.status, 200, back.text);
        const rolled = yield* callPartner("GET", path);
        assert.include(rolled.text, next.slice(0, next.indexOf('"layout"')));
        assert.include(rolled.text, "Dear {customer.name}");
      }),
    );

    it.effect("with next to nothing, and not published when it cannot be drawn", () =>
      Effect.gen(function* () {
        for (const draft of [{}, { layout: null }, { layout: {} }, { layout: UNDRAWABLE }]) {
          const answer = yield* callPartner("POST", TEMPLATES, { documentTemplate: draft });
          assert.strictEqual(answer.status, 200, answer.text);
          const { documentTemplate, ...rest } = Schema.decodeUnknownSync(Created)(answer.json);
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

    it.effect("by whoever may, and refused before the body is read", () =>
      Effect.gen(function* () {
        const draft = { documentTemplate: {} };
        const { key, accountKey } = yield* ApiServer;
        for (const bearer of ["", key, accountKey, "svc_test_nobody", "a.b.c"]) {
          const refused = yield* callAs(bearer, "POST", TEMPLATES, "{", { origin: PARTNER_ORIGIN });
          assert.deepStrictEqual(outcome(refused), [401, "missing_or_invalid_authorization"]);
        }
        const denied = yield* openSession({ permissions: { saveDraft: false } });
        const refused = yield* denied.call("POST", TEMPLATES, "{");
        assert.deepStrictEqual(outcome(refused), [403, "permission_denied"]);
        for (const [body, code] of [
          ["{", "invalid_json"],
          ["", "invalid_json"],
          ["{}", "invalid_request"],
          ['{"documentTemplate":[]}', "invalid_request"],
          ['{"documentTemplate":{"name":7,"layout":[],"presetKey":1}}', "invalid_request"],
          [JSON.stringify({ documentTemplate: { name: "x".repeat(121) } }), "invalid_request"],
          ['{"documentTemplate":{"note":"\\u0000"}}', "invalid_request"],
        ] as const) {
          const wrong = yield* callPartner("POST", TEMPLATES, body);
          assert.deepStrictEqual(outcome(wrong), [400, code], body);
        }
        const unpublished = yield* openSession({ permissions: { publish: false } });
        const made = yield* unpublished.call("POST", TEMPLATES, {
          documentTemplate: { ...draft.documentTemplate, layout: GREETING },
        });
        assert.deepInclude(fieldsOf(made), { currentVersionNumber: null });
      }),
    );
  });

  it.effect("live: saved, published, rolled back and deleted", () =>
    Effect.gen(function* () {
      const { embedKey } = yield* ApiServer;
      const { id, slug } = yield* beginTemplate("Life");
      const path = `${TEMPLATES}/${id}`;
      const save = (content: string, revision?: number) =>
        callPartner("PUT", path, {
          documentTemplate: { name: "Life", layout: greeting(content) },
          ...(revision === undefined ? {} : { revision }),
        });

      const saved = shown(yield* save("Second {customer.name} {total}", 1));
      assert.deepInclude(saved, {
        revision: 2,
        currentVersionNumber: 1,
        hasUnpublishedChanges: true,
      });
      // What is published stays what it was.
      const before = fieldsOf(yield* callAs(embedKey, "GET", `/v1/templates/${slug}`));
      assert.strictEqual(before["currentVersionNumber"], 1);

      const published = yield* callPartner("POST", `${path}/publish`);
      assert.strictEqual(published.status, 200, published.text);
      const { manifest, ...rest } = fieldsOf(published);
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
      assert.isFalse(shown(yield* callPartner("GET", path)).hasUnpublishedChanges);

      yield* save("Third");
      const back = yield* callPartner("POST", `${path}/rollback`, { versionNumber: 1 });
      assert.deepInclude(fieldsOf(back), { id, slug, currentVersionNumber: 3 });
      const restored = shown(yield* callPartner("GET", path));
      assert.isFalse(restored.hasUnpublishedChanges);
      assert.deepInclude(fieldsOf({ json: restored.documentTemplate["layout"] }), GREETING);
      const unknown = yield* callPartner("POST", `${path}/rollback`, { versionNumber: 9 });
      assert.deepStrictEqual(outcome(unknown), [404, "version_not_found"]);

      const versions = yield* callPartner("GET", `${path}/versions`);
      const Versions = Schema.Struct({
        versions: Schema.Array(
          Schema.Struct({ id: Schema.String, versionNumber: Schema.Int, createdAt: Schema.String }),
        ),
      });
      const listed = yield* Schema.decodeUnknownEffect(Versions)(versions.json);
      assert.deepStrictEqual(
        listed.versions.map(({ versionNumber }) => versionNumber),
        [3, 2, 1],
      );

      const removed = yield* callPartner("DELETE", path);
      assert.deepInclude(fieldsOf(removed), { id, slug });
      for (const [method, gone] of [
        ["GET", path],
        ["PUT", path],
        ["DELETE", path],
        ["POST", `${path}/publish`],
        ["GET", `${path}/versions`],
        ["POST", `${path}/rollback`],
      ] as const) {
        const answer = yield* callPartner(method, gone, method === "GET" ? undefined : "{");
        assert.deepStrictEqual(outcome(answer), [404, "template_not_found"], `${method} ${gone}`);
      }
    }),
  );

  it.effect("are not overwritten unseen: one of many at once is kept for each revision", () =>
    Effect.gen(function* () {
      const { id } = yield* beginTemplate("Crowd");
      const path = `${TEMPLATES}/${id}`;
      const answers = yield* Effect.all(
        Array.from({ length: AT_ONCE }, (_, at) =>
          callPartner("PUT", path, {
            documentTemplate: { name: "Crowd", layout: greeting(`By ${at}`) },
            revision: 1,
          }),
        ),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(
        answers.filter(({ status }) => status === 200),
        1,
      );
      const lost = answers.filter((answer) => codeOf(answer) === "version_conflict");
      assert.lengthOf(lost, AT_ONCE - 1);
      for (const { status } of lost) assert.strictEqual(status, 409);
      assert.strictEqual(shown(yield* callPartner("GET", path)).revision, 2);
    }),
  );

  it.effect("tell every reason why they cannot be published, where it is", () =>
    Effect.gen(function* () {
      const { id } = yield* beginTemplate("Broken", UNDRAWABLE);
      const refused = yield* callPartner("POST", `${TEMPLATES}/${id}/publish`);
      assert.deepStrictEqual(outcome(refused), [400, "invalid_request"]);
      assert.isNotEmpty(faultyPaths(refused));
      for (const path of faultyPaths(refused)) assert.match(path, /^layout(\.|$)/);
      const { id: empty } = yield* beginTemplate("Empty", null);
      const nothing = yield* callPartner("POST", `${TEMPLATES}/${empty}/publish`);
      assert.deepStrictEqual(outcome(nothing), [400, "invalid_request"]);
    }),
  );

  it.effect("are listed newest-updated first, with those that were published elsewhere", () =>
    Effect.gen(function* () {
      const { embedKey, otherEmbedKey } = yield* ApiServer;
      const first = yield* beginTemplate("Listed first");
      const second = yield* callPartner("POST", TEMPLATES, {
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
      yield* callPartner("PUT", `${TEMPLATES}/${first.id}`, {
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
      const list = yield* callPartner("GET", TEMPLATES);
      const { templates } = yield* Schema.decodeUnknownEffect(List)(list.json);
      const mine = templates.filter(({ name }) => name.startsWith("Listed"));
      assert.deepStrictEqual(
        mine.map(({ name, category }) => [name, category]),
        [
          ["Listed again", null],
          ["Listed third", null],
          ["Listed second", "letters"],
        ],
      );
      assert.strictEqual(mine[0]?.slug, first.slug);
      assert.strictEqual(second.status, 200);
      const theirs = yield* callAs(otherEmbedKey, "GET", TEMPLATES);
      assert.deepStrictEqual(theirs.json, { templates: [] });

      // A draft of its own begins with what is published.
      const path = `${TEMPLATES}/${mine[1]?.id}`;
      const draft = shown(yield* callPartner("GET", path));
      assert.deepInclude(draft, { revision: 1, currentVersionNumber: 1, slug: "listed-third" });
      assert.isFalse(draft.hasUnpublishedChanges);
      const kept = {
        documentTemplate: { name: "Listed third", layout: greeting("{customer.name}!") },
      };
      assert.strictEqual(shown(yield* callPartner("PUT", path, kept)).revision, 2);
    }),
  );
});

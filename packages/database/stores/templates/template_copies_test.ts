import { assert, layer } from "@effect/vitest";
import { Projects } from "@paraph/core/projects";
import {
  type CopyTemplate,
  Publication,
  TemplateCopies,
  Templates,
  TemplateStore,
} from "@paraph/core/templates";
import { newRow, type ProjectId, Slug, TemplateId, Transaction } from "@paraph/core/values";
import { Array, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { GREETING, migratedStores, noAssetReader } from "../../testing/mod.ts";

const services = TemplateCopies.layer.pipe(
  Layer.provideMerge(Layer.merge(Projects.layer, Templates.layer)),
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provideMerge(migratedStores),
);

const SLUG = Slug.make("my-invoice");
const CONTENT = {
  name: "Invoice",
  description: "For customers",
  manifest: GREETING,
  pageConfig: { format: "A5", margin: "12mm" },
} as const;

/** An account with a published template in one project and another project to copy it to. */
const prepare = Effect.gen(function* () {
  const projects = yield* Projects;
  const { id: account } = yield* projects.openAccount("Acme");
  const source = yield* projects.create(account, "Source");
  const target = yield* projects.create(account, "Target");
  const template = yield* (yield* Templates).publish(source.id, SLUG, CONTENT);
  const request: CopyTemplate = {
    sourceProjectSlug: source.slug,
    sourceTemplateSlug: template.slug,
  };
  return { account, source, target, template, request };
});

/** The content of a project's template in the database. */
const contentOf = Effect.fnUntraced(function* (template: TemplateId) {
  const sql = yield* SqlClient.SqlClient;
  return yield* sql`
    SELECT title, manifest::text, layout::text, page_config::text, compiled_by, compiled
    FROM template_versions
    WHERE template_id = ${template}
    ORDER BY version_number DESC
    LIMIT 1`;
});

const slugsOf = Effect.fnUntraced(function* (project: ProjectId) {
  const templates = yield* (yield* Templates).list(project);
  return templates.map(({ slug }) => String(slug));
});

/** Stores a template with the slug `empty` and no published version. */
const createUnpublished = Effect.fnUntraced(function* (projectId: ProjectId) {
  const store = yield* TemplateStore;
  const { id, createdAt } = yield* newRow;
  const names = { slug: Slug.make("empty"), name: "Empty" };
  const template = { id: TemplateId.make(id), projectId, createdAt, ...names };
  yield* (yield* Transaction).run(store.claim(template));
  return template.id;
});

layer(services, { excludeTestServices: true })("TemplateCopies", (it) => {
  it.effect("a copy contains exactly the current version, as version 1", () =>
    Effect.gen(function* () {
      const { account, source, target, template, request } = yield* prepare;
      const templates = yield* Templates;
      yield* templates.publish(source.id, SLUG, { ...CONTENT, name: "Invoice 2" });
      const copy = yield* (yield* TemplateCopies).copy(account, target.id, request);
      assert.deepStrictEqual(copy, {
        id: copy.id,
        projectId: target.id,
        slug: SLUG,
        name: "Invoice 2",
        currentVersionNumber: 1,
        sourceProjectId: source.id,
        sourceTemplateId: template.id,
        sourceVersionNumber: 2,
        alreadyExisted: false,
      });
      assert.notStrictEqual(copy.id, template.id);
      assert.deepStrictEqual(yield* contentOf(copy.id), yield* contentOf(template.id));
      const { description, templateType } = yield* templates.find(target.id, SLUG);
      assert.deepStrictEqual([description, templateType], ["For customers", "document"]);
    }),
  );

  it.effect("a second copy returns the existing template and the version that was copied", () =>
    Effect.gen(function* () {
      const { account, source, target, request } = yield* prepare;
      const copies = yield* TemplateCopies;
      const first = yield* copies.copy(account, target.id, request);
      const templates = yield* Templates;
      yield* templates.publish(source.id, SLUG, CONTENT);
      yield* templates.publish(target.id, SLUG, { ...CONTENT, name: "Changed since" });
      const again = yield* copies.copy(account, target.id, request);
      assert.deepStrictEqual(again, {
        ...first,
        name: "Changed since",
        currentVersionNumber: 2,
        alreadyExisted: true,
      });
    }),
  );

  it.effect("an existing template that is not a copy of the source is returned too", () =>
    Effect.gen(function* () {
      const { account, source, target, template, request } = yield* prepare;
      const templates = yield* Templates;
      const other = yield* templates.publish(target.id, SLUG, { ...CONTENT, name: "Other" });
      yield* templates.publish(source.id, SLUG, CONTENT);
      const copies = yield* TemplateCopies;
      const response = yield* copies.copy(account, target.id, request);
      assert.deepInclude(response, {
        id: other.id,
        name: "Other",
        sourceTemplateId: template.id,
        sourceVersionNumber: 2,
        alreadyExisted: true,
      });
      const id = yield* createUnpublished(target.id);
      const empty = yield* copies.copy(account, target.id, { ...request, name: "Empty" });
      assert.deepInclude(empty, { id, currentVersionNumber: null, alreadyExisted: true });
    }),
  );

  it.effect("a name gives the copy another slug", () =>
    Effect.gen(function* () {
      const { account, source, request } = yield* prepare;
      const copies = yield* TemplateCopies;
      const copy = yield* copies.copy(account, source.id, { ...request, name: "Rechnung Süd" });
      assert.deepInclude(copy, { slug: Slug.make("rechnung-sud"), name: "Rechnung Süd" });
      assert.deepStrictEqual(yield* slugsOf(source.id), ["rechnung-sud", String(SLUG)]);
    }),
  );

  it.effect("copies an existing, published template of the account, by id or by slug", () =>
    Effect.gen(function* () {
      const { account, source, target, template, request } = yield* prepare;
      const otherAccount = yield* prepare;
      const copies = yield* TemplateCopies;
      const projects = yield* Projects;
      const byId = { sourceProjectId: source.id, sourceTemplateId: template.id };
      const wrong: ReadonlyArray<readonly [ProjectId, CopyTemplate, string]> = [
        [otherAccount.target.id, request, "not_found"],
        [target.id, { ...byId, sourceProjectId: otherAccount.source.id }, "not_found"],
        [target.id, { ...request, sourceProjectSlug: "nowhere" }, "not_found"],
        [target.id, { ...request, sourceProjectSlug: "No Slug" }, "not_found"],
        [target.id, { ...byId, sourceTemplateId: otherAccount.template.id }, "template_not_found"],
        [target.id, { ...request, sourceTemplateSlug: "nothing" }, "template_not_found"],
        [target.id, { ...request, sourceTemplateSlug: "No Slug" }, "template_not_found"],
        [target.id, { ...request, sourceTemplateSlug: "empty" }, "no_published_version"],
      ];
      yield* createUnpublished(source.id);
      for (const [project, input, code] of wrong) {
        const failure = yield* Effect.flip(copies.copy(account, project, input));
        assert.strictEqual(failure._tag, code);
      }
      assert.deepStrictEqual(yield* slugsOf(target.id), []);
      yield* copies.copy(account, target.id, byId);
      yield* (yield* Templates).remove(source.id, SLUG);
      const templateError = yield* Effect.flip(copies.copy(account, target.id, byId));
      assert.strictEqual(templateError._tag, "template_not_found");
      yield* projects.remove(account, source.id);
      const projectError = yield* Effect.flip(copies.copy(account, target.id, byId));
      assert.strictEqual(projectError._tag, "not_found");
    }),
  );

  it.effect("50 concurrent copies create one template", () =>
    Effect.gen(function* () {
      const { account, target, request } = yield* prepare;
      const copies = yield* TemplateCopies;
      const responses = yield* Effect.all(
        Array.makeBy(50, () => copies.copy(account, target.id, request)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual(new Set(responses.map(({ id }) => id)).size, 1);
      assert.strictEqual(responses.filter(({ alreadyExisted }) => !alreadyExisted).length, 1);
      assert.strictEqual(new Set(responses.map((copy) => copy.currentVersionNumber)).size, 1);
      assert.deepStrictEqual(yield* slugsOf(target.id), [String(SLUG)]);
      const store = yield* TemplateStore;
      assert.strictEqual((yield* store.versions(responses[0].id)).length, 1);
    }),
  );

  it.effect("a replay returns the copy, even when the source was deleted", () =>
    Effect.gen(function* () {
      const { account, source, target, request } = yield* prepare;
      const copies = yield* TemplateCopies;
      const copyWithKey = copies.copy(account, target.id, request, "key-1");
      const responses = yield* Effect.all(
        Array.makeBy(50, () => copyWithKey),
        { concurrency: "unbounded" },
      );
      const first = responses.find(({ alreadyExisted }) => !alreadyExisted);
      assert.strictEqual(responses.filter(({ alreadyExisted }) => !alreadyExisted).length, 1);
      yield* (yield* Templates).remove(source.id, SLUG);
      assert.deepStrictEqual(yield* copyWithKey, { ...first!, alreadyExisted: true });
      yield* (yield* Templates).remove(target.id, SLUG);
      assert.strictEqual((yield* Effect.flip(copyWithKey))._tag, "template_not_found");
      yield* (yield* Templates).publish(source.id, SLUG, CONTENT);
      const other = yield* copies.copy(account, target.id, request, "key-2");
      assert.isFalse(other.alreadyExisted);
    }),
  );

  it.effect("a key is free again after a failure", () =>
    Effect.gen(function* () {
      const { account, target, request } = yield* prepare;
      const copies = yield* TemplateCopies;
      const wrong = { ...request, sourceTemplateSlug: "nothing" };
      yield* Effect.flip(copies.copy(account, target.id, wrong, "key"));
      const copy = yield* copies.copy(account, target.id, request, "key");
      assert.isFalse(copy.alreadyExisted);
      assert.isTrue(Option.isSome(yield* (yield* TemplateStore).originOf(copy.id)));
    }),
  );
});

import { assert, layer } from "@effect/vitest";
import { withPageDefaults } from "@paraph/core/layouts";
import { Publication, Templates, TemplateStore, versionStorage } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect";
import { SqlClient } from "effect/sql";

import {
  GREETING,
  createProject,
  createVersion,
  migratedStores,
  noAssetReader,
  NOT_COMPILED,
} from "../../testing/mod.ts";

const services = Templates.layer.pipe(
  Layer.provide(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provideMerge(migratedStores),
);

const SLUG = Slug.make("greeting");
const CONTENT = { name: "Greeting", manifest: GREETING };

/** The outcome of 20 concurrent fibers: the successes, and the codes of the rest. */
const race = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const attempts = Array.from({ length: 20 }, () => Effect.result(effect));
    const results = yield* Effect.all(attempts, { concurrency: "unbounded" });
    return {
      done: results.filter(Result.isSuccess).map(({ success }) => success),
      refused: results.filter(Result.isFailure).map(({ failure }) => failure._tag),
    };
  });

layer(services, { excludeTestServices: true })("templateStoreSql", (it) => {
  it.effect("returns a version exactly as it was published", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const store = yield* TemplateStore;
      const project = yield* createProject;
      const description = "“Quotes”, \\ and \u{1F58B}";
      const response = yield* templates.publish(project, SLUG, { ...CONTENT, description });
      assert.isTrue(response.created);
      const template = Option.getOrThrow(yield* store.find(project, SLUG));
      assert.strictEqual(template.description, description);
      assert.isTrue(template.published);
      const { currentVersionId, layout, pageConfig } = yield* templates.get(project, SLUG);
      const version = Option.getOrThrow(yield* store.findVersion(template.id, 1));
      assert.deepStrictEqual(version, {
        id: currentVersionId!,
        versionNumber: 1,
        manifest: GREETING,
        pageConfig: pageConfig!,
        einvoice: null,
      });
      const compiledVersion = yield* (yield* versionStorage).load(version.id);
      const source = yield* compiledVersion.source;
      assert.deepStrictEqual(source, {
        layout: layout!,
        manifest: GREETING,
        title: "Greeting",
        einvoice: null,
        projectLanguage: null,
        fonts: [],
      });
      assert.strictEqual(compiledVersion.compiled?.engine, NOT_COMPILED.engine);
      assert.deepStrictEqual(
        new Uint8Array(compiledVersion.compiled?.bytes ?? []),
        NOT_COMPILED.bytes,
      );
      // The order of keys is part of a layout, so that it renders the same bytes.
      const storedLayout = yield* store.loadLayout(version.id);
      assert.deepStrictEqual(storedLayout, { text: JSON.stringify(layout), parts: null });
    }),
  );

  it.effect("20 concurrent publications of one slug get distinct consecutive numbers", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const project = yield* createProject;
      const { done, refused } = yield* race(templates.publish(project, SLUG, CONTENT));
      const numbers = done.map(({ currentVersionNumber }) => currentVersionNumber);
      assert.sameMembers(
        numbers,
        done.map((_, index) => index + 1),
      );
      assert.isTrue(refused.every((code) => code === "version_conflict"));
      assert.isAtLeast(done.length, 1);
      assert.strictEqual(done.filter(({ created }) => created).length, 1);
      assert.strictEqual(new Set(done.map(({ id }) => id)).size, 1);
      const versions = yield* templates.versions(project, SLUG);
      const expected = numbers.toSorted((one, other) => other - one);
      assert.deepStrictEqual(
        versions.map(({ versionNumber }) => versionNumber),
        expected,
      );
      const { currentVersionNumber } = yield* templates.get(project, SLUG);
      assert.strictEqual(currentVersionNumber, expected[0]);
    }),
  );

  it.effect("one of 20 concurrent creations under one slug wins", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const project = yield* createProject;
      const { done, refused } = yield* race(templates.create(project, { ...CONTENT, slug: SLUG }));
      assert.strictEqual(done.length, 1);
      assert.deepStrictEqual(
        refused,
        Array.from({ length: 19 }, () => "slug_conflict"),
      );
      assert.strictEqual((yield* templates.versions(project, SLUG)).length, 1);
    }),
  );

  it.effect("20 concurrent creations with one name get different slugs", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const project = yield* createProject;
      const { done, refused } = yield* race(templates.create(project, CONTENT));
      assert.deepStrictEqual(refused, []);
      assert.strictEqual(new Set(done.map(({ slug }) => slug)).size, 20);
      assert.isTrue(done.every(({ slug }) => /^greeting(-[0-9a-f]{6})?$/.test(slug)));
    }),
  );

  it.effect(
    "50 concurrent creations under one key create one template; a failure frees the key",
    () =>
      Effect.gen(function* () {
        const templates = yield* Templates;
        const id = yield* createProject;
        const contentWithSlug = { ...CONTENT, slug: SLUG };
        yield* templates.publish(id, SLUG, CONTENT);
        assert.strictEqual(
          (yield* Effect.flip(templates.create(id, contentWithSlug, "k")))._tag,
          "slug_conflict",
        );
        const responses = yield* Effect.all(
          Array.from({ length: 50 }, () => templates.create(id, CONTENT, "k")),
          { concurrency: "unbounded" },
        );
        assert.strictEqual(new Set(responses.map(({ id }) => id)).size, 1);
        assert.strictEqual(responses.filter(({ created }) => created).length, 1);
        const { slug } = responses[0]!;
        yield* templates.publish(id, slug, CONTENT);
        const replay = yield* templates.create(id, contentWithSlug, "k");
        assert.deepInclude(replay, { id: responses[0]!.id, slug, currentVersionNumber: 2 });
        yield* templates.remove(id, slug);
        const error = yield* Effect.flip(templates.create(id, CONTENT, "k"));
        assert.strictEqual(error._tag, "template_not_found");
      }),
  );

  it.effect("deleting while publishing 20 times leaves numbers without a gap", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const sql = yield* SqlClient.SqlClient;
      const project = yield* createProject;
      const both = Effect.gen(function* () {
        const publication = yield* templates.publish(project, SLUG, CONTENT);
        yield* Effect.option(templates.remove(project, SLUG));
        return publication;
      });
      const { refused } = yield* race(both);
      assert.isTrue(refused.every((code) => code === "version_conflict"));
      const rows = yield* sql<{ readonly highest: number; readonly versions: number }>`
        SELECT max(version_number) AS highest, count(*)::int AS versions
        FROM template_versions
        JOIN templates ON templates.id = template_versions.template_id
        WHERE templates.project_id = ${project}
        GROUP BY templates.id`;
      assert.isAtLeast(rows.length, 1);
      for (const { highest, versions } of rows) assert.strictEqual(highest, versions);
    }),
  );

  it.effect("a soft delete hides the template, keeps its versions and frees the slug", () =>
    Effect.gen(function* () {
      const templates = yield* Templates;
      const store = yield* TemplateStore;
      const project = yield* createProject;
      const first = yield* createVersion(project, SLUG);
      const removal = yield* templates.remove(project, SLUG);
      assert.strictEqual(removal.id, first.templateId);
      assert.isTrue(Option.isNone(yield* store.find(project, SLUG)));
      assert.deepStrictEqual(yield* store.list(project), []);
      assert.strictEqual(
        (yield* Effect.flip(templates.remove(project, SLUG)))._tag,
        "template_not_found",
      );
      const version = yield* store.loadVersion(first.templateVersionId);
      assert.strictEqual(version.title, "Greeting");
      const again = yield* templates.publish(project, SLUG, CONTENT);
      assert.deepInclude(again, { created: true, currentVersionNumber: 1 });
      assert.notStrictEqual(again.id, first.templateId);
    }),
  );

  it.effect("a template is found and listed only in its own project", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const [project, otherProject] = [yield* createProject, yield* createProject];
      const { templateId } = yield* createVersion(project, SLUG);
      assert.isTrue(Option.isNone(yield* store.find(otherProject, SLUG)));
      assert.deepStrictEqual(yield* store.list(otherProject), []);
      const removal = yield* store.remove(otherProject, templateId, yield* DateTime.now);
      assert.isTrue(Option.isNone(removal));
      const other = yield* createVersion(otherProject, SLUG);
      assert.notStrictEqual(other.templateId, templateId);
      assert.strictEqual(other.versionNumber, 1);
    }),
  );

  it.effect("lists existing templates, newest-updated first", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const project = yield* createProject;
      const slugs = ["one", "two", "three", "one"].map((slug) => Slug.make(slug));
      yield* Effect.forEach(slugs, (slug) =>
        // Ids are in the order of time only to the millisecond.
        Effect.andThen(createVersion(project, slug), nextMillisecond),
      );
      const templates = yield* store.list(project);
      assert.deepStrictEqual(
        templates.map(({ slug, currentVersionNumber }) => `${slug} ${currentVersionNumber}`),
        ["one 2", "three 1", "two 1"],
      );
    }),
  );

  it.effect("a version never changes: UPDATE is refused", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const store = yield* TemplateStore;
      const { templateVersionId: id } = yield* createVersion(yield* createProject, SLUG);
      const before = yield* store.loadVersion(id);
      const { reason } = yield* Effect.flip(
        sql`UPDATE template_versions SET version_number = 7 WHERE id = ${id}`,
      );
      assert.include(String(reason.cause), "rows of template_versions never change");
      assert.deepStrictEqual(yield* store.loadVersion(id), before);
    }),
  );

  it.effect("addVersion() with a number in use fails with version_conflict", () =>
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const project = yield* createProject;
      const { templateId, templateVersionId } = yield* createVersion(project, SLUG);
      const other = yield* createVersion(project, Slug.make("other"));
      const layout = yield* store.loadLayout(templateVersionId);
      const output = { pageConfig: withPageDefaults(undefined), compiled: NOT_COMPILED, fonts: [] };
      const content = { manifest: GREETING, layout, ...output, versionNumber: 1 };
      const metadata = { name: "Greeting", description: null, templateType: "document" } as const;
      const timestamps = { createdAt: yield* DateTime.now };
      const error = yield* Effect.flip(
        store.addVersion({
          ...content,
          id: other.templateVersionId,
          templateId,
          ...metadata,
          ...timestamps,
        }),
      );
      assert.strictEqual(error._tag, "version_conflict");
    }),
  );
});

const nextMillisecond = Effect.gen(function* () {
  const before = yield* Clock.currentTimeMillis;
  const now = Effect.andThen(Effect.yieldNow, Clock.currentTimeMillis);
  yield* Effect.repeat(now, { until: (millis) => millis > before });
});

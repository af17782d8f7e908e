import { assert, layer } from "@effect/vitest";
import { BuilderTemplates, type Draft, inferredManifest } from "@paraph/core/embed";
import { Templates, TemplateStore } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { Array, Effect, Option } from "effect";

import {
  createTemplate,
  embedServices,
  field,
  GREETING,
  layoutOf,
  integrator,
  tagOf,
  reopen,
} from "./embed_fixture.ts";

const GARBAGE = { name: "Garbage", layout: { basePdf: 3 } };

layer(embedServices, { excludeTestServices: true, timeout: "60 seconds" })(
  "BuilderTemplates",
  (it) => {
    it.effect("stores a draft unchanged, and publishes a valid one", () =>
      Effect.gen(function* () {
        const { get } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const draft = {
          ...GREETING,
          presetKey: "letter",
          design: { z: [1, null] },
          zulu: "é\ud83d\ude00",
          a: {},
        };
        const { made, opened } = yield* createTemplate(caller, draft);
        const { _id, cAt, ...document } = made.documentTemplate;
        assert.deepEqual(document, {
          ...draft,
          organizationId: projectId,
          sD: false,
          isCustomTemplate: false,
        });
        assert.deepEqual(Object.keys(document).slice(0, 2), ["name", "layout"]);
        assert.match(made.slug, /^greeting-[0-9a-f]{6}$/);
        assert.deepInclude(made, {
          revision: 1,
          currentVersionNumber: 1,
          hasUnpublishedChanges: false,
        });
        assert.deepEqual(yield* get(opened), made);
        const { manifest } = yield* (yield* Templates).get(projectId, made.slug);
        assert.deepEqual(manifest, inferredManifest(GREETING.layout));
        assert.isTrue(Date.parse(cAt) > 0 && _id !== "");
      }),
    );

    it.effect("stores an invalid draft, and reports why it cannot be published", () =>
      Effect.gen(function* () {
        const { list, publish, versions } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const { made, opened } = yield* createTemplate(caller, {
          layout: { basePdf: 3, schemas: [] },
        });
        assert.deepInclude(made, { currentVersionNumber: null, hasUnpublishedChanges: true });
        const { name, presetKey, isCustomTemplate, design } = made.documentTemplate;
        assert.deepEqual(
          [name, presetKey, isCustomTemplate, design],
          ["Untitled template", null, true, null],
        );
        const error = yield* Effect.flip(publish(opened));
        assert.isTrue(error._tag === "invalid_request");
        const paths = "issues" in error ? Object.keys(error.issues.fieldErrors) : [];
        assert.includeMembers(paths, ["layout.basePdf", "layout.schemas"]);
        assert.deepEqual(yield* versions(opened), []);
        const templates = yield* list(projectId);
        assert.deepEqual(
          templates.map(({ id, category }) => [id, category]),
          [[opened.template.id, null]],
        );
        assert.strictEqual(
          yield* tagOf((yield* Templates).pin(projectId, made.slug)),
          "no_published_version",
        );
        const { opened: empty } = yield* createTemplate(caller, { name: " " });
        assert.strictEqual(yield* tagOf(publish(empty)), "invalid_request");
      }),
    );

    it.effect("saves, publishes, rolls back, and reports what is published", () =>
      Effect.gen(function* () {
        const { get, save, publish, rollback, versions } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const { made, opened } = yield* createTemplate(caller, {
          ...GREETING,
          category: "Letters",
        });
        const draft = { ...GREETING, name: "Renamed", layout: layoutOf(field("other")) };
        const response = yield* save(opened, { documentTemplate: draft, revision: 1 });
        assert.deepInclude(response, {
          revision: 2,
          currentVersionNumber: 1,
          hasUnpublishedChanges: true,
        });
        assert.strictEqual(response.slug, made.slug);
        assert.strictEqual((yield* (yield* Templates).find(projectId, made.slug)).name, "Renamed");
        assert.strictEqual(
          yield* tagOf(save(opened, { documentTemplate: draft, revision: 1 })),
          "version_conflict",
        );
        const publication = yield* publish(yield* reopen(opened));
        assert.deepInclude(publication, {
          id: opened.template.id,
          slug: made.slug,
          currentVersionNumber: 2,
        });
        assert.deepEqual(
          publication.manifest.variables.map(({ key }) => key),
          ["other"],
        );
        assert.isFalse((yield* get(yield* reopen(opened))).hasUnpublishedChanges);
        // Publishing the same again creates another version.
        assert.strictEqual((yield* publish(yield* reopen(opened))).currentVersionNumber, 3);
        const back = yield* rollback(yield* reopen(opened), 1);
        assert.deepInclude(back, { currentVersionNumber: 4 });
        assert.deepEqual(
          back.manifest.variables.map(({ key }) => key),
          ["name"],
        );
        const view = yield* get(yield* reopen(opened));
        assert.deepInclude(view, {
          revision: 3,
          currentVersionNumber: 4,
          hasUnpublishedChanges: false,
        });
        assert.deepInclude(view.documentTemplate.layout, {
          ...GREETING.layout,
          manifest: back.manifest,
        });
        const numbers = (yield* versions(yield* reopen(opened))).map(
          ({ versionNumber }) => versionNumber,
        );
        assert.deepEqual(numbers, [4, 3, 2, 1]);
        for (const wrong of [0, 5, -1, 2 ** 40]) {
          assert.strictEqual(
            yield* tagOf(Effect.flatMap(reopen(opened), (template) => rollback(template, wrong))),
            "version_not_found",
          );
        }
        // A rollback does not make it a copy of another template.
        assert.isTrue(Option.isNone(yield* (yield* TemplateStore).originOf(opened.template.id)));
      }),
    );

    it.effect("a template published through the API has a derived draft until one is stored", () =>
      Effect.gen(function* () {
        const { open, get, save, publish, rollback, list } = yield* BuilderTemplates;
        const templates = yield* Templates;
        const { caller, projectId } = yield* integrator;
        const manifest = inferredManifest(GREETING.layout);
        const content = { name: "By API", manifest, layout: layoutOf(field("name")) };
        const slug = Slug.make("by-api");
        const { id } = yield* templates.publish(projectId, slug, {
          ...content,
          description: "Kept",
        });
        const template = yield* open(caller, id.toUpperCase());
        const view = yield* get(yield* reopen(template));
        assert.deepInclude(view, {
          revision: 1,
          currentVersionNumber: 1,
          hasUnpublishedChanges: false,
        });
        assert.deepInclude(view.documentTemplate.layout, { ...content.layout, manifest });
        assert.strictEqual((yield* publish(yield* reopen(template))).currentVersionNumber, 2);
        assert.strictEqual((yield* rollback(yield* reopen(template), 1)).currentVersionNumber, 3);
        const { description } = yield* templates.find(projectId, slug);
        assert.strictEqual(description, "Kept");
        const { documentTemplate } = view;
        const draft: Draft = { name: documentTemplate.name, layout: documentTemplate.layout };
        const response = yield* save(template, { documentTemplate: draft, revision: 1 });
        assert.deepInclude(response, { revision: 2, hasUnpublishedChanges: true });
        assert.strictEqual((yield* publish(yield* reopen(template))).currentVersionNumber, 4);
        assert.isFalse((yield* get(yield* reopen(template))).hasUnpublishedChanges);
        yield* templates.publish(projectId, slug, content);
        // The draft stays unchanged, but another version is published.
        assert.deepInclude(yield* get(yield* reopen(template)), {
          revision: 2,
          hasUnpublishedChanges: true,
        });
        assert.deepEqual(
          Array.map(yield* list(projectId), ({ id }) => id),
          [id],
        );
      }),
    );

    it.effect("PUT of the slug of a draft publishes its first version", () =>
      Effect.gen(function* () {
        const { get } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const { made, opened } = yield* createTemplate(caller, GARBAGE);
        const content = { name: "By API", manifest: { variables: [], loops: [] } };
        const publication = yield* (yield* Templates).publish(projectId, made.slug, content);
        assert.deepInclude(publication, {
          id: opened.template.id,
          currentVersionNumber: 1,
          created: false,
        });
        const view = yield* get(yield* reopen(opened));
        assert.deepInclude(view, {
          revision: 1,
          currentVersionNumber: 1,
          hasUnpublishedChanges: true,
        });
        assert.strictEqual(view.documentTemplate.name, "By API");
      }),
    );

    it.effect("a deleted template is not found by any caller", () =>
      Effect.gen(function* () {
        const { open, get, save, publish, remove, rollback, versions, list } =
          yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const { made, opened } = yield* createTemplate(caller, GREETING);
        assert.deepInclude(yield* remove(opened), { id: opened.template.id, slug: made.slug });
        const errorTags = [
          yield* tagOf(open(caller, opened.template.id)),
          yield* tagOf(Effect.flatMap(reopen(opened), get)),
          yield* tagOf(Effect.flatMap(reopen(opened), publish)),
          yield* tagOf(save(opened, { documentTemplate: {} })),
          yield* tagOf(Effect.flatMap(reopen(opened), (template) => rollback(template, 1))),
          yield* tagOf(Effect.flatMap(reopen(opened), versions)),
          yield* tagOf(remove(opened)),
        ];
        assert.deepEqual([...new Set<string>(errorTags)], ["template_not_found"]);
        assert.deepEqual(yield* list(projectId), []);
      }),
    );
  },
);

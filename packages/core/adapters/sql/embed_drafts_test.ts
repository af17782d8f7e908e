import { assert, layer } from "@effect/vitest";
import { Array, Effect, Logger, Option, Result } from "effect";
import { SqlClient } from "effect/sql";

import {
  type BuilderCaller,
  BuilderTemplates,
  type CreateSession,
  type Draft,
  suggestedManifest,
} from "../../embed/mod.ts";
import { type Layout } from "../../layouts/mod.ts";
import { Templates, TemplateStore } from "../../templates/mod.ts";
import { ProjectId, Slug } from "../../values/mod.ts";
import { embedServices, liveSession, newPartner, tagOf } from "./embed_fixture.ts";

const AT_ONCE = 20;

const field = (name: string, more: object = {}) => ({
  ...{ name, type: "text", content: "" },
  ...{ position: { x: 20, y: 20 }, width: 80, height: 10 },
  ...more,
});
const layoutOf = (...fields: ReadonlyArray<ReturnType<typeof field>>): Layout => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [fields],
});
const GREETING = { name: "Greeting", layout: layoutOf(field("name")) };
const GARBAGE = { name: "Garbage", layout: { basePdf: 3 } };

const partner = Effect.map(newPartner, ({ projectId, accountId }) => {
  const caller: BuilderCaller = { kind: "partner", projectId };
  return { projectId, accountId, caller };
});
const sessionCaller = (project: ProjectId, wanted?: Partial<CreateSession>) =>
  Effect.map(liveSession(project, wanted), (session): BuilderCaller => ({
    kind: "session",
    session,
  }));

/** A template that was just created, opened by whoever created it. */
const created = Effect.fnUntraced(function* (caller: BuilderCaller, draft: Draft) {
  const { create, open } = yield* BuilderTemplates;
  const made = yield* create(caller, draft);
  return { made, opened: yield* open(caller, made.documentTemplate._id) };
});

layer(embedServices, { excludeTestServices: true, timeout: "60 seconds" })(
  "BuilderTemplates",
  (it) => {
    it.effect("keeps a draft to the letter, and publishes what can be drawn", () =>
      Effect.gen(function* () {
        const { get } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const draft = {
          ...GREETING,
          presetKey: "letter",
          design: { z: [1, null] },
          zulu: "é\ud83d\ude00",
          a: {},
        };
        const { made, opened } = yield* created(caller, draft);
        const { _id, cAt, ...document } = made.documentTemplate;
        assert.deepEqual(document, {
          ...draft,
          ...{ organizationId: projectId, sD: false, isCustomTemplate: false },
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
        assert.deepEqual(manifest, suggestedManifest(GREETING.layout));
        assert.isTrue(Date.parse(cAt) > 0 && _id !== "");
      }),
    );

    it.effect("keeps what cannot be drawn as a draft, and says why it is not published", () =>
      Effect.gen(function* () {
        const { list, publish, versions } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const { made, opened } = yield* created(caller, { layout: { basePdf: 3, schemas: [] } });
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
        const listed = yield* list(projectId);
        assert.deepEqual(
          listed.map(({ id, category }) => [id, category]),
          [[opened.id, null]],
        );
        assert.strictEqual(
          yield* tagOf((yield* Templates).pin(projectId, made.slug)),
          "no_published_version",
        );
        const { opened: empty } = yield* created(caller, { name: " " });
        assert.strictEqual(yield* tagOf(publish(empty)), "invalid_request");
      }),
    );

    it.effect("saves, publishes, rolls back, and knows what is published", () =>
      Effect.gen(function* () {
        const { get, save, publish, rollback, versions } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const { made, opened } = yield* created(caller, { ...GREETING, category: "Letters" });
        const changed = { ...GREETING, name: "Renamed", layout: layoutOf(field("other")) };
        const saved = yield* save(opened, { documentTemplate: changed, revision: 1 });
        assert.deepInclude(saved, {
          revision: 2,
          currentVersionNumber: 1,
          hasUnpublishedChanges: true,
        });
        assert.strictEqual(saved.slug, made.slug);
        assert.strictEqual((yield* (yield* Templates).find(projectId, made.slug)).name, "Renamed");
        assert.strictEqual(
          yield* tagOf(save(opened, { documentTemplate: changed, revision: 1 })),
          "version_conflict",
        );
        const published = yield* publish(opened);
        assert.deepInclude(published, { id: opened.id, slug: made.slug, currentVersionNumber: 2 });
        assert.deepEqual(
          published.manifest.variables.map(({ key }) => key),
          ["other"],
        );
        assert.isFalse((yield* get(opened)).hasUnpublishedChanges);
        // The same once more is a version once more.
        assert.strictEqual((yield* publish(opened)).currentVersionNumber, 3);
        const back = yield* rollback(opened, 1);
        assert.deepInclude(back, { currentVersionNumber: 4 });
        assert.deepEqual(
          back.manifest.variables.map(({ key }) => key),
          ["name"],
        );
        const shown = yield* get(opened);
        assert.deepInclude(shown, {
          revision: 3,
          currentVersionNumber: 4,
          hasUnpublishedChanges: false,
        });
        assert.deepInclude(shown.documentTemplate.layout, {
          ...GREETING.layout,
          manifest: back.manifest,
        });
        const numbers = (yield* versions(opened)).map(({ versionNumber }) => versionNumber);
        assert.deepEqual(numbers, [4, 3, 2, 1]);
        for (const wrong of [0, 5, -1, 2 ** 40]) {
          assert.strictEqual(yield* tagOf(rollback(opened, wrong)), "version_not_found");
        }
        // What was rolled back is no copy of another template.
        assert.isTrue(Option.isNone(yield* (yield* TemplateStore).originOf(opened.id)));
      }),
    );

    it.effect("a template published through the API has a draft made of it until one is kept", () =>
      Effect.gen(function* () {
        const { open, get, save, publish, rollback, list } = yield* BuilderTemplates;
        const templates = yield* Templates;
        const { caller, projectId } = yield* partner;
        const manifest = suggestedManifest(GREETING.layout);
        const content = { name: "By API", manifest, layout: layoutOf(field("name")) };
        const slug = Slug.make("by-api");
        const { id } = yield* templates.publish(projectId, slug, {
          ...content,
          description: "Kept",
        });
        const opened = yield* open(caller, id.toUpperCase());
        const shown = yield* get(opened);
        assert.deepInclude(shown, {
          revision: 1,
          currentVersionNumber: 1,
          hasUnpublishedChanges: false,
        });
        assert.deepInclude(shown.documentTemplate.layout, { ...content.layout, manifest });
        assert.strictEqual((yield* publish(opened)).currentVersionNumber, 2);
        assert.strictEqual((yield* rollback(opened, 1)).currentVersionNumber, 3);
        const { description } = yield* templates.find(projectId, slug);
        assert.strictEqual(description, "Kept");
        const { documentTemplate } = shown;
        const draft: Draft = { name: documentTemplate.name, layout: documentTemplate.layout };
        const saved = yield* save(opened, { documentTemplate: draft, revision: 1 });
        assert.deepInclude(saved, { revision: 2, hasUnpublishedChanges: true });
        assert.strictEqual((yield* publish(opened)).currentVersionNumber, 4);
        assert.isFalse((yield* get(opened)).hasUnpublishedChanges);
        yield* templates.publish(projectId, slug, content);
        // The draft stays as it is; something else is published now.
        assert.deepInclude(yield* get(opened), { revision: 2, hasUnpublishedChanges: true });
        assert.deepEqual(
          Array.map(yield* list(projectId), ({ id }) => id),
          [id],
        );
      }),
    );

    it.effect("PUT of the slug of a draft publishes its first version", () =>
      Effect.gen(function* () {
        const { get } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const { made, opened } = yield* created(caller, GARBAGE);
        const content = { name: "By API", manifest: { variables: [], loops: [] } };
        const published = yield* (yield* Templates).publish(projectId, made.slug, content);
        assert.deepInclude(published, { id: opened.id, currentVersionNumber: 1, created: false });
        const shown = yield* get(opened);
        assert.deepInclude(shown, {
          revision: 1,
          currentVersionNumber: 1,
          hasUnpublishedChanges: true,
        });
        assert.strictEqual(shown.documentTemplate.name, "By API");
      }),
    );

    it.effect("a deleted template is gone for everybody", () =>
      Effect.gen(function* () {
        const { open, get, save, publish, remove, rollback, versions, list } =
          yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const { made, opened } = yield* created(caller, GREETING);
        assert.deepInclude(yield* remove(opened), { id: opened.id, slug: made.slug });
        const refused = [
          ...[yield* tagOf(open(caller, opened.id)), yield* tagOf(get(opened))],
          ...[yield* tagOf(publish(opened)), yield* tagOf(save(opened, { documentTemplate: {} }))],
          ...[yield* tagOf(rollback(opened, 1)), yield* tagOf(versions(opened))],
          yield* tagOf(remove(opened)),
        ];
        assert.deepEqual([...new Set<string>(refused)], ["template_not_found"]);
        assert.deepEqual(yield* list(projectId), []);
      }),
    );

    it.effect(
      "sessions see the template they are about and those they made, and nobody a stranger's",
      () =>
        Effect.gen(function* () {
          const { open } = yield* BuilderTemplates;
          const { caller, projectId } = yield* partner;
          const stranger = yield* partner;
          const { opened: about } = yield* created(caller, GREETING);
          const { opened: hidden } = yield* created(caller, GREETING);
          const scope = { templateExternalId: about.id };
          const session = yield* sessionCaller(projectId, { scope });
          const { opened: own } = yield* created(session, GREETING);
          yield* open(session, about.id, "publish");
          yield* open(session, own.id);
          yield* open(caller, own.id);
          const filling = yield* sessionCaller(projectId, { scope: { ...scope, mode: "fill" } });
          const other = yield* sessionCaller(projectId);
          const refused = [
            ...[yield* tagOf(open(session, hidden.id)), yield* tagOf(open(other, own.id))],
            ...[
              yield* tagOf(open(filling, about.id)),
              yield* tagOf(open(stranger.caller, about.id)),
            ],
            ...[yield* tagOf(open(caller, "none")), yield* tagOf(open(caller, projectId))],
          ];
          assert.deepEqual([...new Set<string>(refused)], ["template_not_found"]);
        }),
    );

    it.effect("rights are asked for one by one", () =>
      Effect.gen(function* () {
        const { create, open, save } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const { opened } = yield* created(caller, GREETING);
        const scope = { templateExternalId: opened.id };
        const permissions = { saveDraft: true, publish: false, rename: false, delete: false };
        const limited = yield* sessionCaller(projectId, { scope, permissions });
        for (const right of ["publish", "delete"] as const) {
          assert.strictEqual(yield* tagOf(open(limited, opened.id, right)), "permission_denied");
        }
        const mine = yield* open(limited, opened.id, "saveDraft");
        assert.strictEqual(
          yield* tagOf(save(mine, { documentTemplate: { ...GREETING, name: "Other" } })),
          "permission_denied",
        );
        for (const name of ["Greeting", " ", undefined]) {
          const named = name === undefined ? {} : { name };
          const saved = yield* save(mine, { documentTemplate: { ...named, layout: null } });
          assert.strictEqual(saved.documentTemplate.name, "Greeting");
        }
        const made = yield* create(limited, GREETING);
        assert.isNull(made.currentVersionNumber);
        const viewing = yield* sessionCaller(projectId, { scope: { ...scope, mode: "view" } });
        assert.strictEqual(yield* tagOf(create(viewing, GREETING)), "permission_denied");
      }),
    );

    it.effect("a session publishes only what its catalog offers", () =>
      Effect.gen(function* () {
        const { publish } = yield* BuilderTemplates;
        const { projectId } = yield* partner;
        const name = { key: "name", label: "Full name", dataType: "text", required: true } as const;
        const namespaces = [{ key: "customer", label: "Customer", variables: [name] }];
        const variableCatalog = { allowCustom: false, namespaces, loops: [] };
        const session = yield* sessionCaller(projectId, { variableCatalog });
        const good = yield* created(session, { layout: layoutOf(field("customer.name")) });
        assert.strictEqual(good.made.currentVersionNumber, 1);
        const { manifest } = yield* publish(good.opened);
        assert.deepEqual(manifest.variables, [{ ...name, key: "customer.name" }]);
        const layout = layoutOf(field("customer.name"), field("own", { type: "hologram" }));
        const bad = yield* created(session, { layout });
        assert.isNull(bad.made.currentVersionNumber);
        const error = yield* Effect.flip(publish(bad.opened));
        const paths = "issues" in error ? Object.keys(error.issues.fieldErrors) : [];
        assert.includeMembers(paths, [
          "layout.manifest.variables.1.key",
          "layout.schemas.0.1.type",
        ]);
      }),
    );

    it.effect(
      `${AT_ONCE} publications, and ${AT_ONCE} drafts, at once are kept one after the other`,
      () =>
        Effect.gen(function* () {
          const { publish, save, get } = yield* BuilderTemplates;
          const { caller } = yield* partner;
          const { opened } = yield* created(caller, GREETING);
          const many = <A, E>(effect: Effect.Effect<A, E>) =>
            Effect.all(
              Array.makeBy(AT_ONCE, () => Effect.result(effect)),
              { concurrency: "unbounded" },
            );
          const published = Array.getSuccesses(yield* many(publish(opened)));
          const numbers = published.map(({ currentVersionNumber }) => currentVersionNumber);
          assert.strictEqual(new Set(numbers).size, AT_ONCE);
          const saved = yield* many(save(opened, { documentTemplate: GREETING, revision: 1 }));
          assert.strictEqual(saved.filter(Result.isSuccess).length, 1);
          assert.strictEqual((yield* get(opened)).revision, 2);
          const unasked = yield* many(save(opened, { documentTemplate: GREETING }));
          const revisions = Array.getSuccesses(unasked).map(({ revision }) => revision);
          assert.strictEqual(new Set(revisions).size, AT_ONCE);
        }),
    );

    it.effect("says so when the row cannot be written", () =>
      Effect.gen(function* () {
        const { create } = yield* BuilderTemplates;
        const projectId = ProjectId.make("01900000-0000-7000-8000-000000000000");
        const nobody: BuilderCaller = { kind: "partner", projectId };
        assert.strictEqual(yield* tagOf(create(nobody, GREETING)), "insert_failed");
      }).pipe(Effect.provide(Logger.layer([]))),
    );

    it.effect("a template that a forgotten session made stays", () =>
      Effect.gen(function* () {
        const { open } = yield* BuilderTemplates;
        const { caller, projectId } = yield* partner;
        const session = yield* sessionCaller(projectId);
        const { opened } = yield* created(session, GREETING);
        const sql = yield* SqlClient.SqlClient;
        yield* sql`DELETE FROM embed_sessions WHERE project_id = ${projectId}`;
        assert.strictEqual((yield* open(caller, opened.id)).id, opened.id);
        assert.strictEqual(yield* tagOf(open(session, opened.id)), "template_not_found");
      }),
    );
  },
);

import { assert, layer } from "@effect/vitest";
import { type BuilderCaller, BuilderTemplates } from "@paraph/core/embed";
import { ProjectId } from "@paraph/core/values";
import { Array, Effect, Logger, Result } from "effect";
import { SqlClient } from "effect/sql";

import {
  createTemplate,
  embedServices,
  field,
  GREETING,
  layoutOf,
  integrator,
  sessionCaller,
  tagOf,
  reopen,
} from "./embed_fixture.ts";

const CONCURRENCY = 20;

layer(embedServices, { excludeTestServices: true, timeout: "60 seconds" })(
  "access to BuilderTemplates",
  (it) => {
    it.effect("sessions see only the template in their scope and those they created", () =>
      Effect.gen(function* () {
        const { open } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const otherIntegrator = yield* integrator;
        const { opened: about } = yield* createTemplate(caller, GREETING);
        const { opened: hiddenTemplate } = yield* createTemplate(caller, GREETING);
        const scope = { templateExternalId: about.template.id };
        const session = yield* sessionCaller(projectId, { scope });
        const { opened: own } = yield* createTemplate(session, GREETING);
        yield* open(session, about.template.id, "publish");
        yield* open(session, own.template.id);
        yield* open(caller, own.template.id);
        const fillSession = yield* sessionCaller(projectId, { scope: { ...scope, mode: "fill" } });
        const other = yield* sessionCaller(projectId);
        const errorTags = [
          yield* tagOf(open(session, hiddenTemplate.template.id)),
          yield* tagOf(open(other, own.template.id)),
          yield* tagOf(open(fillSession, about.template.id)),
          yield* tagOf(open(otherIntegrator.caller, about.template.id)),
          yield* tagOf(open(caller, "none")),
          yield* tagOf(open(caller, projectId)),
        ];
        assert.deepEqual([...new Set<string>(errorTags)], ["template_not_found"]);
      }),
    );

    it.effect("each permission is checked separately", () =>
      Effect.gen(function* () {
        const { create, open, save } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const { opened } = yield* createTemplate(caller, GREETING);
        const scope = { templateExternalId: opened.template.id };
        const permissions = { saveDraft: true, publish: false, rename: false, delete: false };
        const restrictedSession = yield* sessionCaller(projectId, { scope, permissions });
        for (const right of ["publish", "delete"] as const) {
          assert.strictEqual(
            yield* tagOf(open(restrictedSession, opened.template.id, right)),
            "permission_denied",
          );
        }
        const ownTemplate = yield* open(restrictedSession, opened.template.id, "saveDraft");
        assert.strictEqual(
          yield* tagOf(save(ownTemplate, { documentTemplate: { ...GREETING, name: "Other" } })),
          "permission_denied",
        );
        for (const name of ["Greeting", " ", undefined]) {
          const nameField = name === undefined ? {} : { name };
          const result = yield* save(ownTemplate, {
            documentTemplate: { ...nameField, layout: null },
          });
          assert.strictEqual(result.documentTemplate.name, "Greeting");
        }
        const template = yield* create(restrictedSession, { documentTemplate: GREETING });
        assert.isNull(template.currentVersionNumber);
        const viewSession = yield* sessionCaller(projectId, { scope: { ...scope, mode: "view" } });
        assert.strictEqual(
          yield* tagOf(create(viewSession, { documentTemplate: GREETING })),
          "permission_denied",
        );
      }),
    );

    it.effect("a session publishes only variables of its catalog", () =>
      Effect.gen(function* () {
        const { publish } = yield* BuilderTemplates;
        const { projectId } = yield* integrator;
        const name = { key: "name", label: "Full name", dataType: "text", required: true } as const;
        const namespaces = [{ key: "customer", label: "Customer", variables: [name] }];
        const variableCatalog = { allowCustom: false, namespaces, loops: [] };
        const session = yield* sessionCaller(projectId, { variableCatalog });
        const good = yield* createTemplate(session, { layout: layoutOf(field("customer.name")) });
        assert.strictEqual(good.made.currentVersionNumber, 1);
        const { manifest } = yield* publish(good.opened);
        assert.deepEqual(manifest.variables, [{ ...name, key: "customer.name" }]);
        const layout = layoutOf(field("customer.name"), field("own", { type: "hologram" }));
        const bad = yield* createTemplate(session, { layout });
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
      `${CONCURRENCY} concurrent publications and drafts are stored one after the other`,
      () =>
        Effect.gen(function* () {
          const { publish, save, get } = yield* BuilderTemplates;
          const { caller } = yield* integrator;
          const { opened } = yield* createTemplate(caller, GREETING);
          const many = <A, E>(effect: Effect.Effect<A, E>) =>
            Effect.all(
              Array.makeBy(CONCURRENCY, () => Effect.result(effect)),
              { concurrency: "unbounded" },
            );
          const publications = Array.getSuccesses(yield* many(publish(opened)));
          const numbers = publications.map(({ currentVersionNumber }) => currentVersionNumber);
          assert.strictEqual(new Set(numbers).size, CONCURRENCY);
          const saves = yield* many(save(opened, { documentTemplate: GREETING, revision: 1 }));
          assert.strictEqual(saves.filter(Result.isSuccess).length, 1);
          assert.strictEqual((yield* get(yield* reopen(opened))).revision, 2);
          const savesWithoutRevision = yield* many(save(opened, { documentTemplate: GREETING }));
          const revisions = Array.getSuccesses(savesWithoutRevision).map(
            ({ revision }) => revision,
          );
          assert.strictEqual(new Set(revisions).size, CONCURRENCY);
        }),
    );

    it.effect("reports that the row cannot be written", () =>
      Effect.gen(function* () {
        const { create } = yield* BuilderTemplates;
        const projectId = ProjectId.make("01900000-0000-7000-8000-000000000000");
        const anonymous: BuilderCaller = { kind: "partner", projectId };
        assert.strictEqual(
          yield* tagOf(create(anonymous, { documentTemplate: GREETING })),
          "insert_failed",
        );
      }).pipe(Effect.provide(Logger.layer([]))),
    );

    it.effect("a template outlives the session that created it", () =>
      Effect.gen(function* () {
        const { open } = yield* BuilderTemplates;
        const { caller, projectId } = yield* integrator;
        const session = yield* sessionCaller(projectId);
        const { opened } = yield* createTemplate(session, GREETING);
        const sql = yield* SqlClient.SqlClient;
        yield* sql`DELETE FROM embed_sessions WHERE project_id = ${projectId}`;
        assert.strictEqual(
          (yield* open(caller, opened.template.id)).template.id,
          opened.template.id,
        );
        assert.strictEqual(yield* tagOf(open(session, opened.template.id)), "template_not_found");
      }),
    );
  },
);

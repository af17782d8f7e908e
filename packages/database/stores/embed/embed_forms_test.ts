import { assert, layer } from "@effect/vitest";
import { Catalogs, Forms, permissionsOf } from "@paraph/core/embed";
import { Renders } from "@paraph/core/renders";
import { Templates } from "@paraph/core/templates";
import { type ProjectId, Slug } from "@paraph/core/values";
import { Array, Effect } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, createVersion } from "../../testing/mod.ts";
import { embedServices, liveSession, newIntegrator, tagOf } from "./embed_fixture.ts";

const CONCURRENCY = 20;
const FORM = Slug.make("form");

/** An integrator's form, open in a session. */
const openForm = Effect.fnUntraced(function* (
  projectId: ProjectId,
  templateId: string,
  tenant = "t",
) {
  const scope = { mode: "fill", templateExternalId: templateId } as const;
  const session = yield* liveSession(projectId, { scope, tenant: { externalId: tenant } });
  return yield* (yield* Forms).open(session, session.id, "submit");
});
const integratorWithForm = Effect.gen(function* () {
  const { projectId } = yield* newIntegrator;
  const { templateId } = yield* createVersion(projectId, FORM);
  return { projectId, templateId };
});

layer(embedServices, { excludeTestServices: true, timeout: "60 seconds" })("Forms", (it) => {
  it.effect(
    "a submitted form is rendered, and its session and integrator see who submitted it",
    () =>
      Effect.gen(function* () {
        const { submit, find, list } = yield* Forms;
        const { projectId, templateId } = yield* integratorWithForm;
        const form = yield* openForm(projectId, templateId);
        const { render, warnings } = yield* submit(form, { name: "Ada", nmae: "Ada" });
        assert.deepInclude(render, {
          status: "queued",
          source: "form",
          templateId,
          versionNumber: 1,
        });
        assert.deepEqual(
          warnings.map(({ path }) => path),
          ["nmae"],
        );
        assert.deepEqual(yield* find(form.session, render.id), render);
        const { id: sessionId, tenant, actor } = form.session;
        const page = yield* list(projectId, {});
        assert.deepEqual(page, {
          renders: [{ ...render, sessionId, tenant, actor }],
          nextCursor: null,
          hasMore: false,
        });
        const error = yield* Effect.flip(submit(form, { name: { not: "text" } }));
        assert.strictEqual(error._tag, "invalid_input_data");
        assert.strictEqual((yield* list(projectId, {})).renders.length, 1);
      }),
  );

  it.effect(
    `${CONCURRENCY} concurrent submissions under one key are one, and sessions have separate keys`,
    () =>
      Effect.gen(function* () {
        const { submit, list } = yield* Forms;
        const { projectId, templateId } = yield* integratorWithForm;
        const form = yield* openForm(projectId, templateId);
        const results = yield* Effect.all(
          Array.makeBy(CONCURRENCY, (index) => submit(form, { name: String(index) }, "key")),
          { concurrency: "unbounded" },
        );
        const [first] = results;
        assert.strictEqual(new Set(results.map(({ render }) => render.id)).size, 1);
        assert.lengthOf(
          results.filter(({ replayed }) => !replayed),
          1,
        );
        const { render: other } = yield* submit(yield* openForm(projectId, templateId), {}, "key");
        assert.notStrictEqual(other.id, first?.render.id);
        const submission = { data: {}, source: "api", idempotencyKey: "key" } as const;
        const { render, replayed } = yield* (yield* Renders).submit(projectId, FORM, submission);
        assert.isFalse(replayed);
        // Renders without a form are not listed.
        const ids = (yield* list(projectId, {})).renders.map(({ id }) => id);
        assert.deepEqual(ids, [other.id, first?.render.id]);
        assert.notInclude(ids, render.id);
      }),
  );

  it.effect("a form opens only what its session is for", () =>
    Effect.gen(function* () {
      const { open } = yield* Forms;
      const { projectId, templateId } = yield* integratorWithForm;
      const { session } = yield* openForm(projectId, templateId);
      const another = yield* openForm(projectId, templateId);
      const withMode = (mode: "view" | "edit", permissions = {}) => ({
        ...session,
        scope: { ...session.scope, mode },
        permissions: permissionsOf(mode, permissions),
      });
      const withPermissions = (permissions: object) => ({
        ...session,
        permissions: permissionsOf("fill", permissions),
      });
      const refusals = [
        yield* tagOf(open(session, another.session.id, "submit")),
        yield* tagOf(open(session, "none", "submit")),
        yield* tagOf(open(withMode("view"), session.id, "submit")),
        yield* tagOf(open(withMode("edit"), session.id, "preview")),
        yield* tagOf(open(withPermissions({ submitForm: false }), session.id, "submit")),
        yield* tagOf(open(withPermissions({ preview: false }), session.id, "preview")),
      ];
      assert.deepEqual(refusals, [
        "session_not_found",
        "session_not_found",
        "wrong_mode",
        "wrong_mode",
        "permission_denied",
        "permission_denied",
      ]);
      yield* open(withMode("view"), session.id, "preview");
      yield* open(session, session.id, "preview");
      const otherTemplate = yield* createVersion(yield* createProject, FORM);
      for (const templateExternalId of ["none", otherTemplate.templateId]) {
        const scope = { mode: "fill", templateExternalId } as const;
        const invalidSession = { ...session, scope };
        assert.strictEqual(
          yield* tagOf(open(invalidSession, session.id, "submit")),
          "template_not_resolved",
        );
      }
      yield* (yield* Templates).remove(projectId, FORM);
      const tag = yield* tagOf(open(session, session.id, "submit"));
      assert.strictEqual(tag, "template_not_resolved");
    }),
  );

  it.effect("a session finds only its own submissions", () =>
    Effect.gen(function* () {
      const { submit, find } = yield* Forms;
      const { projectId, templateId } = yield* integratorWithForm;
      const form = yield* openForm(projectId, templateId);
      const { render: other } = yield* submit(yield* openForm(projectId, templateId), {});
      const submission = { data: {}, source: "api" } as const;
      const { render } = yield* (yield* Renders).submit(projectId, FORM, submission);
      for (const id of [other.id, render.id, templateId, "none"]) {
        assert.strictEqual(yield* tagOf(find(form.session, id)), "not_found");
      }
    }),
  );

  it.effect(
    "an integrator lists only its own submissions, by tenant and status, page by page",
    () =>
      Effect.gen(function* () {
        const { submit, list } = yield* Forms;
        const { projectId, templateId } = yield* integratorWithForm;
        const { projectId: otherProject } = yield* integratorWithForm;
        const renderIds: Array<string> = [];
        for (const tenant of ["a", "b", "a", "b", "a"]) {
          const form = yield* openForm(projectId, templateId, tenant);
          renderIds.unshift((yield* submit(form, {})).render.id);
        }
        const listedIds: Array<string> = [];
        let cursor: string | null = null;
        do {
          const query: { limit: number; cursor?: string } =
            cursor === null ? { limit: 2 } : { limit: 2, cursor };
          const page: Effect.Success<ReturnType<typeof list>> = yield* list(projectId, query);
          listedIds.push(...page.renders.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        assert.deepEqual(listedIds, renderIds);
        const ofB = yield* list(projectId, { tenant: "b", status: "queued" });
        assert.deepEqual(
          ofB.renders.map(({ id }) => id),
          [renderIds[1], renderIds[3]],
        );
        assert.deepEqual((yield* list(projectId, { status: "failed" })).renders, []);
        assert.deepEqual((yield* list(otherProject, {})).renders, []);
      }),
  );

  it.effect("the submitter of a form stays known after its session is deleted", () =>
    Effect.gen(function* () {
      const { submit, list } = yield* Forms;
      const { projectId, templateId } = yield* integratorWithForm;
      const { session, pinned } = yield* openForm(projectId, templateId);
      yield* submit({ session, pinned }, {});
      const sql = yield* SqlClient.SqlClient;
      yield* sql`DELETE FROM embed_sessions WHERE id = ${session.id}`;
      const { renders } = yield* list(projectId, {});
      assert.deepEqual(
        renders.map(({ sessionId, tenant }) => [sessionId, tenant]),
        [[session.id, session.tenant]],
      );
    }),
  );
});

layer(embedServices, { excludeTestServices: true })("Catalogs", (it) => {
  const catalog = (label: string) => ({
    allowCustom: false,
    loops: [],
    namespaces: [{ key: "customer", label, variables: [] }],
  });

  it.effect("the same name creates the next version, also concurrently", () =>
    Effect.gen(function* () {
      const { create, list, resolve } = yield* Catalogs;
      const { projectId } = yield* newIntegrator;
      const { projectId: otherProject } = yield* newIntegrator;
      const catalogs = yield* Effect.all(
        Array.makeBy(CONCURRENCY, (index) =>
          create(projectId, { name: "crm", catalog: catalog(`${index}`) }),
        ),
        { concurrency: "unbounded" },
      );
      const versions = catalogs.map(({ version }) => version).toSorted((a, b) => a - b);
      assert.deepEqual(versions, Array.range(1, CONCURRENCY));
      const result = yield* create(projectId, { name: "other", catalog: catalog("other") });
      const { created, ...other } = result;
      assert.isTrue(created);
      assert.strictEqual(other.version, 1);
      const { createdAt: _, ...newest } = (yield* list(projectId))[0] ?? assert.fail();
      assert.deepEqual(newest, other);
      const newestIndex = catalogs.findIndex(({ version }) => version === CONCURRENCY);
      assert.deepEqual(yield* resolve(projectId, { name: "crm" }), catalog(`${newestIndex}`));
      const first = catalogs.findIndex(({ version }) => version === 1);
      assert.deepEqual(yield* resolve(projectId, { name: "crm", version: 1 }), catalog(`${first}`));
      for (const ref of [{ name: "crm", version: CONCURRENCY + 1 }, { name: "none" }]) {
        assert.strictEqual(yield* tagOf(resolve(projectId, ref)), "catalog_not_found");
      }
      assert.strictEqual(yield* tagOf(resolve(otherProject, { name: "crm" })), "catalog_not_found");
      assert.deepEqual(yield* list(otherProject), []);
    }),
  );
});

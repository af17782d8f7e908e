import { assert, layer } from "@effect/vitest";
import { DateTime, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { Projects, ProjectStore } from "../../projects/mod.ts";
import { keptAccount, keptProject, migratedStores } from "../../testing/mod.ts";
import { AccountId, NotFound, ProjectId } from "../../values/mod.ts";

const services = Projects.layer.pipe(Layer.provideMerge(migratedStores));

layer(services, { excludeTestServices: true })("projectStoreSql", (it) => {
  it.effect("gives back accounts and projects as they were kept", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const store = yield* ProjectStore;
      const account = yield* projects.openAccount("Acme & Søn");
      assert.deepStrictEqual(yield* store.findAccount(account.id), Option.some(account));
      const project = yield* projects.create(account.id, "Crème Brûlée");
      assert.deepInclude(project, Option.getOrThrow(yield* store.findProject(project.id)));
      assert.strictEqual(project.slug, "creme-brulee");
      const nobody = "01900000-0000-7000-8000-000000000000";
      assert.isTrue(Option.isNone(yield* store.findAccount(AccountId.make(nobody))));
      assert.isTrue(Option.isNone(yield* store.findProject(ProjectId.make(nobody))));
      const refused = yield* Effect.flip(projects.create(AccountId.make(nobody), "Lost"));
      assert.instanceOf(refused, NotFound);
    }),
  );

  it.effect("20 projects of one name at once get 20 distinct slugs without a gap", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const account = yield* keptAccount;
      const creations = Array.from({ length: 20 }, () => projects.create(account, "Acme"));
      const created = yield* Effect.all(creations, { concurrency: "unbounded" });
      const expected = ["acme", ...Array.from({ length: 19 }, (_, at) => `acme-${at + 1}`)];
      assert.sameMembers(
        created.map(({ slug }) => slug),
        expected,
      );
      assert.strictEqual(new Set(created.map(({ id }) => id)).size, 20);
    }),
  );

  it.effect("a slug is unique within its account alone, and stays so once deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const projects = yield* Projects;
      const [one, other] = [yield* keptAccount, yield* keptAccount];
      const first = yield* projects.create(one, "Acme");
      assert.strictEqual((yield* projects.create(other, "Acme")).slug, "acme");
      yield* sql`UPDATE projects SET deleted_at = now() WHERE id = ${first.id}`;
      assert.isTrue(Option.isNone(yield* (yield* ProjectStore).findProject(first.id)));
      assert.strictEqual((yield* projects.create(one, "Acme")).slug, "acme-1");
    }),
  );

  it.effect("addProject() tells that a slug is taken and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* ProjectStore;
      const id = yield* keptProject;
      const kept = Option.getOrThrow(yield* store.findProject(id));
      const sql = yield* SqlClient.SqlClient;
      const [row] = yield* sql<{ readonly accountId: string }>`
        SELECT account_id FROM projects WHERE id = ${id}`;
      const again = {
        ...kept,
        id: ProjectId.make("01900000-0000-7000-8000-000000000001"),
        accountId: AccountId.make(row?.accountId ?? ""),
        name: "Another",
        createdAt: yield* DateTime.now,
      };
      assert.isFalse(yield* store.addProject(again));
      assert.deepStrictEqual(yield* store.findProject(id), Option.some(kept));
      assert.isTrue(Option.isNone(yield* store.findProject(again.id)));
    }),
  );
});

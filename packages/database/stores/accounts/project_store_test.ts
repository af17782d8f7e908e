import { assert, layer } from "@effect/vitest";
import { Projects, ProjectStore } from "@paraph/core/projects";
import { AccountId, NotFound, ProjectId } from "@paraph/core/values";
import { DateTime, Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createAccount, createProject, migratedStores } from "../../testing/mod.ts";

const services = Projects.layer.pipe(Layer.provideMerge(migratedStores));

layer(services, { excludeTestServices: true })("projectStoreSql", (it) => {
  it.effect("returns accounts and projects as they were stored", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const store = yield* ProjectStore;
      const account = yield* projects.openAccount("Acme & Søn");
      assert.deepStrictEqual(yield* store.findAccount(account.id), Option.some(account));
      const project = yield* projects.create(account.id, "Crème Brûlée");
      assert.deepInclude(project, Option.getOrThrow(yield* store.findProject(project.id)));
      assert.strictEqual(project.slug, "creme-brulee");
      const missingId = "01900000-0000-7000-8000-000000000000";
      assert.isTrue(Option.isNone(yield* store.findAccount(AccountId.make(missingId))));
      assert.isTrue(Option.isNone(yield* store.findProject(ProjectId.make(missingId))));
      const error = yield* Effect.flip(projects.create(AccountId.make(missingId), "Lost"));
      assert.instanceOf(error, NotFound);
    }),
  );

  it.effect("20 concurrent projects with one name get 20 distinct slugs without a gap", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const account = yield* createAccount;
      const creations = Array.from({ length: 20 }, () => projects.create(account, "Acme"));
      const createdProjects = yield* Effect.all(creations, { concurrency: "unbounded" });
      const expected = ["acme", ...Array.from({ length: 19 }, (_, index) => `acme-${index + 1}`)];
      assert.sameMembers(
        createdProjects.map(({ slug }) => slug),
        expected,
      );
      assert.strictEqual(new Set(createdProjects.map(({ id }) => id)).size, 20);
    }),
  );

  it.effect("a slug is unique within its account, also after deletion", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const projects = yield* Projects;
      const [one, other] = [yield* createAccount, yield* createAccount];
      const first = yield* projects.create(one, "Acme");
      assert.strictEqual((yield* projects.create(other, "Acme")).slug, "acme");
      yield* sql`UPDATE projects SET deleted_at = now() WHERE id = ${first.id}`;
      assert.isTrue(Option.isNone(yield* (yield* ProjectStore).findProject(first.id)));
      assert.strictEqual((yield* projects.create(one, "Acme")).slug, "acme-1");
    }),
  );

  it.effect("addProject() reports a slug in use and changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* ProjectStore;
      const id = yield* createProject;
      const project = Option.getOrThrow(yield* store.findProject(id));
      const sql = yield* SqlClient.SqlClient;
      const [row] = yield* sql<{ readonly accountId: string }>`
        SELECT account_id FROM projects WHERE id = ${id}`;
      const again = {
        ...project,
        id: ProjectId.make("01900000-0000-7000-8000-000000000001"),
        accountId: AccountId.make(row?.accountId ?? ""),
        name: "Another",
        createdAt: yield* DateTime.now,
      };
      assert.isFalse(yield* store.addProject(again));
      assert.deepStrictEqual(yield* store.findProject(id), Option.some(project));
      assert.isTrue(Option.isNone(yield* store.findProject(again.id)));
    }),
  );

  it.effect(
    "50 concurrent creations under one key create one project; other keys and accounts differ",
    () =>
      Effect.gen(function* () {
        const projects = yield* Projects;
        const [account, other] = [yield* createAccount, yield* createAccount];
        const creations = Array.from({ length: 50 }, () => projects.create(account, "Acme", "key"));
        const results = yield* Effect.all(creations, { concurrency: "unbounded" });
        assert.strictEqual(new Set(results.map(({ id }) => id)).size, 1);
        assert.strictEqual(results.filter(({ created }) => created).length, 1);
        const [first] = yield* projects.list(account);
        assert.deepInclude(yield* projects.create(account, "Another name", "key"), first!);
        assert.strictEqual((yield* projects.list(account)).length, 1);
        assert.isTrue((yield* projects.create(account, "Acme", "key-2")).created);
        assert.isTrue((yield* projects.create(other, "Acme", "key")).created);
        yield* projects.remove(account, first!.id);
        const error = yield* Effect.flip(projects.create(account, "Acme", "key"));
        assert.strictEqual(error._tag, "not_found");
      }),
  );

  it.effect("50 concurrent creations under different keys get slugs without a gap", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const account = yield* createAccount;
      const creations = Array.from({ length: 50 }, (_, index) =>
        projects.create(account, "Acme", `key-${index}`),
      );
      yield* Effect.all(creations, { concurrency: "unbounded" });
      assert.sameMembers<string>(
        (yield* projects.list(account)).map(({ slug }) => String(slug)),
        ["acme", ...Array.from({ length: 49 }, (_, index) => `acme-${index + 1}`)],
      );
    }),
  );

  it.effect("an account lists, reads, renames and deletes its own projects", () =>
    Effect.gen(function* () {
      const projects = yield* Projects;
      const account = yield* createAccount;
      const first = yield* projects.create(account, "First");
      const second = yield* projects.create(account, "Second");
      const project = yield* projects.update(account, first.id, { name: "Renamed" });
      assert.strictEqual(project.name, "Renamed");
      assert.strictEqual(project.slug, first.slug);
      assert.isTrue(DateTime.isGreaterThan(project.updatedAt, first.updatedAt));
      assert.deepStrictEqual(yield* projects.get(account, first.id), project);
      assert.deepStrictEqual(yield* projects.getBySlug(account, first.slug), project);
      const ids = () => Effect.map(projects.list(account), (all) => all.map(({ id }) => id));
      assert.deepStrictEqual(yield* ids(), [second.id, first.id]);
      assert.deepStrictEqual(yield* projects.remove(account, second.id), {
        id: second.id,
        deleted: true,
      });
      assert.deepStrictEqual(yield* ids(), [first.id]);
      assert.include(
        (yield* projects.listAccounts).map(({ id }) => String(id)),
        account,
      );
    }),
  );

  it.effect(
    "deleted, unknown and other accounts' projects are not found, with the same message",
    () =>
      Effect.gen(function* () {
        const projects = yield* Projects;
        const [account, otherAccount] = [yield* createAccount, yield* createAccount];
        const deletedProject = yield* projects.create(account, "Deleted");
        yield* projects.remove(account, deletedProject.id);
        const otherProject = yield* projects.create(otherAccount, "Theirs");
        const unknownProject = {
          id: ProjectId.make("01900000-0000-7000-8000-000000000002"),
          slug: "none",
        };
        for (const { id, slug } of [deletedProject, otherProject, unknownProject]) {
          for (const call of [
            projects.get(account, id),
            projects.getBySlug(account, slug),
            projects.update(account, id, { name: "Taken over" }),
            projects.remove(account, id),
          ] as ReadonlyArray<Effect.Effect<unknown, NotFound>>) {
            assert.deepStrictEqual(yield* Effect.flip(call), NotFound.of("project"));
          }
        }
        assert.instanceOf(yield* Effect.flip(projects.get(account, "no id at all")), NotFound);
        assert.strictEqual((yield* projects.get(otherAccount, otherProject.id)).name, "Theirs");
      }),
  );
});

import { assert, layer } from "@effect/vitest";
import { Admin, Partners, PartnerStore } from "@paraph/core/admin";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Effect, Layer, Option } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, migratedStores } from "../../testing/mod.ts";

const services = Layer.merge(Admin.layer, Partners.layer).pipe(
  Layer.provideMerge(Layer.merge(Projects.layer, Keys.layer("test"))),
  Layer.provideMerge(migratedStores),
);

const CONCURRENCY = 50;

/** The number of rows in each table. */
const counts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const [row] = yield* sql<Readonly<Record<string, number>>>`
    SELECT
      (SELECT count(*)::int FROM partners) AS partners,
      (SELECT count(*)::int FROM accounts) AS accounts,
      (SELECT count(*)::int FROM projects) AS projects,
      (SELECT count(*)::int FROM keys) AS keys,
      (SELECT count(*)::int FROM keys WHERE revoked_at IS NULL) AS live_keys`;
  return row ?? {};
});

/** The increase of each number. */
const growth = (before: Readonly<Record<string, number>>, after: typeof before) =>
  Object.values(after).map((count, index) => count - (Object.values(before)[index] ?? 0));

layer(services, { excludeTestServices: true })("partnerStoreSql", (it) => {
  it.effect(`${CONCURRENCY} concurrent provisions of an organisation create each record once`, () =>
    Effect.gen(function* () {
      const { provision } = yield* Admin;
      const before = yield* counts;
      const request = { externalOrgId: "at-once", name: "At once" };
      const responses = yield* Effect.all(
        Array.from({ length: CONCURRENCY }, () => provision(request)),
        { concurrency: "unbounded" },
      );
      assert.deepStrictEqual(growth(before, yield* counts), [1, 1, 1, 1, 1]);
      const creations = responses.filter(({ created }) => created);
      assert.strictEqual(creations.length, 1);
      const { apiKey, created: _, ...first } = creations[0]!;
      for (const { apiKey, created, ...partner } of responses) {
        assert.deepStrictEqual(partner, first);
        assert.strictEqual(apiKey === null, !created);
      }
      const { owner } = yield* (yield* Keys).authenticate(apiKey ?? "", "project");
      assert.deepStrictEqual(owner, { kind: "project", projectId: first.projectId });
    }),
  );

  it.effect("after many concurrent rotations only the last key is valid", () =>
    Effect.gen(function* () {
      const { provision } = yield* Admin;
      const keys = yield* Keys;
      const externalOrgId = "rotated";
      const { apiKey: first, projectId } = yield* provision({ externalOrgId });
      // Keys that the account created itself are not affected.
      const own = yield* keys.create({ kind: "project", projectId }, "Own");
      const responses = yield* Effect.all(
        Array.from({ length: 20 }, () => provision({ externalOrgId, rotateKey: true })),
        { concurrency: "unbounded" },
      );
      const alive = yield* Effect.filter([first, ...responses.map(({ apiKey }) => apiKey)], (key) =>
        Effect.isSuccess(keys.authenticate(key ?? "", "project")),
      );
      assert.strictEqual(alive.length, 1);
      const { keyPrefix, apiKey, created } = yield* provision({ externalOrgId });
      assert.deepStrictEqual([apiKey, created], [null, false]);
      assert.isTrue(alive[0]?.startsWith(keyPrefix));
      assert.isTrue(yield* Effect.isSuccess(keys.authenticate(own.key, "project")));
    }),
  );

  it.effect("a revoked key can be replaced", () =>
    Effect.gen(function* () {
      const { provision } = yield* Admin;
      const keys = yield* Keys;
      const { projectId, externalOrgId } = yield* provision({ externalOrgId: "revoked" });
      const [key] = yield* keys.list({ kind: "project", projectId });
      yield* keys.revoke({ kind: "project", projectId }, key!.id);
      const { apiKey } = yield* provision({ externalOrgId, rotateKey: true });
      assert.isTrue(yield* Effect.isSuccess(keys.authenticate(apiKey ?? "", "project")));
    }),
  );

  it.effect(
    "a second provisioning returns the existing values and ignores those that it sends",
    () =>
      Effect.gen(function* () {
        const { provision } = yield* Admin;
        const settings = { emailFrom: "Acme <a@acme.example>", embedEnabled: false };
        const allowedOrigins = ["HTTPS://B.example:443/", "https://a.example", "https://b.example"];
        const request = { externalOrgId: "repeated", ...settings, allowedOrigins };
        const { apiKey: _, ...first } = yield* provision(request);
        assert.deepInclude(first, {
          ...settings,
          allowedOrigins: ["https://b.example", "https://a.example"],
          suspended: false,
          created: true,
        });
        const again = yield* provision({ externalOrgId: "repeated", name: "Other" });
        assert.deepStrictEqual(again, { ...first, apiKey: null, created: false });
      }),
  );

  it.effect("an organisation whose project was deleted gets a new one in the same account", () =>
    Effect.gen(function* () {
      const { provision, change } = yield* Admin;
      const keys = yield* Keys;
      const externalOrgId = "reopened";
      const first = yield* provision({ externalOrgId, emailFrom: "a@b.example" });
      yield* (yield* Projects).remove(first.accountId, first.projectId);
      const error = yield* Effect.flip(change({ externalOrgId, suspended: true }));
      assert.strictEqual(error._tag, "not_found");
      const second = yield* provision({ externalOrgId });
      assert.notStrictEqual(second.projectId, first.projectId);
      const { accountId, emailFrom } = first;
      assert.deepInclude(second, { accountId, emailFrom, created: true });
      assert.isTrue(yield* Effect.isSuccess(keys.authenticate(second.apiKey ?? "", "project")));
      assert.deepInclude(yield* provision({ externalOrgId }), {
        projectId: second.projectId,
        apiKey: null,
        created: false,
      });
    }),
  );

  it.effect("change() changes only the given fields", () =>
    Effect.gen(function* () {
      const { provision, change } = yield* Admin;
      const externalOrgId = "changed";
      const { apiKey: _, ...first } = yield* provision({ externalOrgId, emailFrom: "a@b.example" });
      const same = { ...first, apiKey: null, created: false };
      assert.deepStrictEqual(yield* change({ externalOrgId }), same);
      const off = { embedEnabled: false, suspended: true, emailFrom: null };
      const response = yield* change({
        externalOrgId,
        ...off,
        allowedOrigins: ["http://A.example"],
      });
      assert.deepStrictEqual(response, { ...same, ...off, allowedOrigins: ["http://a.example"] });
      yield* change({ externalOrgId, name: "Another name" });
      const project = yield* (yield* Projects).get(first.accountId, first.projectId);
      assert.deepInclude(project, { name: "Another name", slug: first.slug });
      const error = yield* Effect.flip(change({ externalOrgId: "Changed" }));
      assert.strictEqual(error._tag, "not_found");
    }),
  );

  it.effect("a failure in the middle leaves no rows", () =>
    Effect.gen(function* () {
      const before = yield* counts;
      const { find } = yield* PartnerStore;
      // Longer than the column allows. Callers check this, so it is a defect.
      const externalOrgId = "x".repeat(161);
      assert.isTrue(
        yield* Effect.isFailure(Effect.sandbox((yield* Admin).provision({ externalOrgId }))),
      );
      assert.deepStrictEqual(yield* counts, before);
      assert.isTrue(Option.isNone(yield* find(externalOrgId)));
    }),
  );

  it.effect(
    "authorization admits integrators that may embed, and gives the reason for refusing others",
    () =>
      Effect.gen(function* () {
        const { provision, change } = yield* Admin;
        const partners = yield* Partners;
        const externalOrgId = "embedding";
        const { projectId } = yield* provision({ externalOrgId });
        assert.strictEqual((yield* partners.require(projectId)).externalOrgId, externalOrgId);
        yield* change({ externalOrgId, suspended: true });
        assert.strictEqual(
          (yield* Effect.flip(partners.admit(projectId)))._tag,
          "partner_suspended",
        );
        yield* change({ externalOrgId, embedEnabled: false });
        assert.strictEqual(
          (yield* Effect.flip(partners.admit(projectId)))._tag,
          "invalid_credentials",
        );
        const otherProject = yield* createProject;
        assert.isTrue(Option.isNone(yield* partners.admit(otherProject)));
        assert.strictEqual(
          (yield* Effect.flip(partners.require(otherProject)))._tag,
          "invalid_credentials",
        );
      }),
  );
});

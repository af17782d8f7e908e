import { assert, layer } from "@effect/vitest";
import { type ProjectId, Transaction } from "@paraph/core/values";
import { EventPublisher } from "@paraph/core/webhooks";
import { Effect, Exit } from "effect";
import { SqlClient } from "effect/sql";

import { createProject, migratedStores } from "../../testing/mod.ts";

const publish = (projectId: ProjectId, renderId: string) =>
  EventPublisher.use(({ publish }) =>
    publish({ projectId, type: "render.queued", data: { id: renderId } }),
  );

/** The texts of a project's events. */
const texts = Effect.fnUntraced(function* (projectId: ProjectId) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ readonly body: string }>`
    SELECT body
    FROM events
    WHERE project_id = ${projectId}`;
  return rows.map(({ body }): unknown => JSON.parse(body));
});

layer(migratedStores)("EventPublisher", (it) => {
  it.effect("publish() stores an event with the bytes that are sent", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      yield* (yield* Transaction).run(publish(project, "r1"));
      const [event] = yield* texts(project);
      assert.propertyVal(event, "type", "render.queued");
      assert.propertyVal(event, "projectId", project);
      assert.nestedPropertyVal(event, "data.id", "r1");
    }),
  );

  it.effect("publish() in a transaction that rolls back stores nothing", () =>
    Effect.gen(function* () {
      const project = yield* createProject;
      const transaction = yield* Transaction;
      const change = Effect.andThen(publish(project, "r1"), Effect.fail("no"));
      assert.isTrue(Exit.isFailure(yield* Effect.exit(transaction.run(change))));
      assert.isEmpty(yield* texts(project));
    }),
  );
});

import { assert, layer } from "@effect/vitest";
import { SignatureQueue, Signatures } from "@paraph/core/signatures";
import { Duration, Effect } from "effect";
import { SqlClient } from "effect/sql";

import { prepareRequest, sentRequest, services } from "./signatures_fixture.ts";

const atMost = (count: number) => ({ atMost: count, share: count, inFlight: new Map() });

layer(services, { excludeTestServices: true })("SignatureQueue", (it) => {
  it.effect(
    "gives each request to one worker at a time, and again if a report arrived meanwhile",
    () =>
      Effect.gen(function* () {
        const { id } = yield* sentRequest;
        const queue = yield* SignatureQueue;
        const lease = Duration.seconds(10);
        const take = Effect.map(queue.claim(atMost(100), lease), (claims) =>
          claims.filter((claim) => claim.id === id),
        );
        const [first] = yield* take;
        assert.isDefined(first);
        yield* queue.wake(id);
        assert.deepEqual(yield* take, []);
        yield* queue.release(first, { kind: "never" });
        const [second] = yield* take;
        assert.isDefined(second);
        yield* queue.release(first, { kind: "in", delay: Duration.zero });
        assert.deepEqual(yield* take, []);
        yield* queue.release(second, { kind: "retry", delay: Duration.zero });
        const [third] = yield* take;
        assert.isDefined(third);
        assert.strictEqual(third.failures, 1);
        yield* queue.release(third, { kind: "never" });
        assert.deepEqual(yield* take, []);
      }),
  );

  it.effect("serves projects in turn, and skips busy ones", () =>
    Effect.gen(function* () {
      const queue = yield* SignatureQueue;
      const signatures = yield* Signatures;
      const sql = yield* SqlClient.SqlClient;
      const lease = Duration.seconds(10);
      const { project, wanted } = yield* prepareRequest;
      yield* signatures.create(project, wanted);
      yield* signatures.create(project, wanted);
      yield* signatures.create(project, wanted);
      const other = yield* sentRequest;
      yield* queue.claim(atMost(1_000), lease);
      yield* sql`
        UPDATE signature_requests
        SET claim = NULL, due_at = clock_timestamp() - interval '1 hour'
        WHERE project_id = ${project}`;
      yield* queue.wake(other.id);
      const inFlight = new Map([project, other.project].map((id) => [id, 9]));
      const busy = yield* queue.claim({ ...atMost(9), inFlight }, Duration.zero);
      assert.deepEqual(busy, []);
      yield* sql`
        UPDATE signature_requests
        SET claim = NULL, due_at = clock_timestamp()
        WHERE project_id = ${other.project}`;
      const claims = yield* queue.claim(atMost(2), lease);
      assert.sameMembers(
        claims.map(({ projectId }) => projectId),
        [project, other.project],
      );
    }),
  );

  it.effect("gives a request to another worker when the lease of the first ends", () =>
    Effect.gen(function* () {
      const { id } = yield* sentRequest;
      const queue = yield* SignatureQueue;
      const own = (lease: Duration.Duration) =>
        Effect.map(queue.claim(atMost(100), lease), (claims) =>
          claims.find((claim) => claim.id === id),
        );
      const first = yield* own(Duration.zero);
      assert.isDefined(first);
      const second = yield* own(Duration.seconds(10));
      assert.isDefined(second);
      yield* queue.release(first, { kind: "in", delay: Duration.zero });
      assert.isUndefined(yield* own(Duration.seconds(10)));
    }),
  );
});

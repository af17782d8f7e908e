import { assert, layer } from "@effect/vitest";
import { Duration, Effect } from "effect";

import { SignatureQueue } from "../../signatures/mod.ts";
import { sent, services } from "./signatures_fixture.ts";

layer(services, { excludeTestServices: true })("SignatureQueue", (it) => {
  it.effect(
    "gives each request to one worker at a time, and again when it was woken meanwhile",
    () =>
      Effect.gen(function* () {
        const { id } = yield* sent;
        const queue = yield* SignatureQueue;
        const lease = Duration.seconds(10);
        const take = Effect.map(queue.claim(100, lease), (claims) =>
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

  it.effect("gives a request to another worker when the first goes silent", () =>
    Effect.gen(function* () {
      const { id } = yield* sent;
      const queue = yield* SignatureQueue;
      const own = (lease: Duration.Duration) =>
        Effect.map(queue.claim(100, lease), (claims) => claims.find((claim) => claim.id === id));
      const first = yield* own(Duration.zero);
      assert.isDefined(first);
      const second = yield* own(Duration.seconds(10));
      assert.isDefined(second);
      yield* queue.release(first, { kind: "in", delay: Duration.zero });
      assert.isUndefined(yield* own(Duration.seconds(10)));
    }),
  );
});

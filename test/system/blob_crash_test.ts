import { assert, describe, it } from "@effect/vitest";
import { DATABASES } from "@paraph/database/testing/fresh_database";
import { Effect, Fiber } from "effect";

import { awaiting } from "../support/killable_server.ts";
import {
  blobDeployment,
  erase,
  ageBlobs,
  renderAndWait,
  readBlobs,
  submit,
} from "./blob_deployment.ts";

describe.each(DATABASES)("a server on $kind that is killed", { timeout: 300_000 }, ({ make }) => {
  it.live("repeatedly while it stores and removes blobs, it refers to no missing blob", () =>
    Effect.gen(function* () {
      const {
        beside: withDatabase,
        start,
        files,
        awaitFiles,
        assertWhole,
      } = yield* blobDeployment(yield* make);
      const rounds = [1, 3, 6].map((count, round) => ({
        count,
        numbers: Array.from({ length: 8 }, (_, index) => 8 * round + index),
      }));
      const numbers = rounds.flatMap((round) => round.numbers);
      // When this many files exist, each submission is in a different state.
      for (const { count, numbers } of rounds) {
        const server = yield* start;
        const before = (yield* files).length;
        const all = Effect.forEach(numbers, (number) => submit(server.call, number), {
          concurrency: "unbounded",
        });
        const submitting = yield* Effect.forkChild(Effect.exit(all));
        yield* awaitFiles((names) => names.length >= before + count);
        yield* server.stop("SIGKILL");
        yield* Fiber.await(submitting);
        yield* assertWhole;
      }
      const server = yield* start;
      const ids = yield* Effect.forEach(numbers, (number) => renderAndWait(server.call, number), {
        concurrency: "unbounded",
      });
      assert.strictEqual(new Set(ids).size, numbers.length);
      yield* withDatabase(ageBlobs);
      yield* awaiting(
        withDatabase(readBlobs),
        ({ blobs, referred }) => blobs.length === referred.length,
      );
      yield* awaitFiles((names) => names.length === numbers.length);
      yield* assertWhole;

      const [remainingId = "", ...others] = ids;
      yield* Effect.forEach(others, (id) => erase(server.call, id));
      yield* server.stop("SIGKILL");
      for (const count of [20, 12, 4]) {
        yield* withDatabase(ageBlobs);
        const removing = yield* start;
        yield* awaitFiles((names) => names.length <= count);
        yield* removing.stop("SIGKILL");
        yield* assertWhole;
      }
      yield* withDatabase(ageBlobs);
      const last = yield* start;
      yield* awaitFiles((names) => names.length === 1);
      yield* assertWhole;
      const { referred } = yield* withDatabase(readBlobs);
      assert.deepEqual(yield* files, referred);
      assert.strictEqual(yield* renderAndWait(last.call, 0), remainingId);
    }).pipe(Effect.scoped),
  );
});

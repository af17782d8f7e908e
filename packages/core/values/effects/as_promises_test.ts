import { assert, describe, it } from "@effect/vitest";
import { Context, Effect, Layer, ManagedRuntime, Stream } from "effect";

import { NotFound } from "../errors.ts";
import { asPromises } from "./as_promises.ts";

class Step extends Context.Service<Step, number>()("@paraph/core/values/as_promises_test/Step") {}

const counting = {
  name: "counting",
  next: (value: number) => Effect.map(Step, (step) => value + step),
  step: Effect.map(Step, (step) => step),
  upTo: (end: number) => Stream.range(1, end),
  failing: () => Effect.fail(NotFound.of("render")),
  dying: () => Effect.die(new Error("broken")),
  failingStream: () => Stream.concat(Stream.succeed(1), Stream.fail(NotFound.of("render"))),
  within: { twice: (value: number) => Effect.succeed(value * 2) },
  plain: (value: number) => value,
};

const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail("was not rejected"),
    (failure: unknown) => failure,
  );

describe("asPromises()", () => {
  const runtime = ManagedRuntime.make(Layer.succeed(Step, 3));
  const service = asPromises(counting, runtime.runPromise);

  it("returns promises for methods and for effects, with the services of the runner", async () => {
    assert.strictEqual(await service.next(4), 7);
    assert.strictEqual(await service.step(), 3);
    assert.strictEqual(await service.within.twice(4), 8);
  });

  it("leaves members that are not effects unchanged", () => {
    assert.strictEqual(service.name, "counting");
    assert.strictEqual(service.plain(4), 4);
  });

  it("rejects with the failure itself, and with defects", async () => {
    assert.instanceOf(await rejectionOf(service.failing()), NotFound);
    assert.propertyVal(await rejectionOf(service.dying()), "message", "broken");
  });

  it("turns streams into async iterables, with their failures", async () => {
    assert.deepStrictEqual(await Array.fromAsync(service.upTo(3)), [1, 2, 3]);
    assert.instanceOf(await rejectionOf(Array.fromAsync(service.failingStream())), NotFound);
  });
});

import { assert, describe, it } from "@effect/vitest";
import { InvalidInputData } from "@paraph/core/manifests";
import { TemplateNotFound } from "@paraph/core/templates";
import { Effect, Schema } from "effect";

import { wire } from "./error.ts";

describe("wire()", () => {
  it.effect("encodes the tag of a class as the code", () =>
    Effect.gen(function* () {
      const json = yield* Schema.encodeEffect(wire(TemplateNotFound))(TemplateNotFound.of());
      assert.deepEqual(json, {
        error: { code: "template_not_found", message: TemplateNotFound.of().message },
      });
    }),
  );

  it.effect("decodes the class with its issues", () =>
    Effect.gen(function* () {
      const failure = InvalidInputData.of([{ path: "items.3.price", message: "Is no number" }]);
      const json = yield* Schema.encodeEffect(wire(InvalidInputData))(failure);
      const error = yield* Schema.decodeEffect(wire(InvalidInputData))(json);
      assert.instanceOf(error, InvalidInputData);
      assert.deepEqual(error.issues, failure.issues);
    }),
  );

  it.effect("rejects a body with another code", () =>
    Effect.gen(function* () {
      const body = { error: { code: "not_found", message: "Not found" } };
      const decode = Schema.decodeUnknownEffect(wire(TemplateNotFound));
      assert.isTrue((yield* Effect.exit(decode(body)))._tag === "Failure");
    }),
  );
});

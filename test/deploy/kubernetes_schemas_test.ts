import { assert, describe, it } from "@effect/vitest";

import { resourceProblems } from "./kubernetes_schemas.ts";

const service = (spec: { readonly [name: string]: string | ReadonlyArray<string> }) =>
  resourceProblems({ apiVersion: "v1", kind: "Service", metadata: { name: "paraph" }, spec });

describe("schemas of Kubernetes", () => {
  it("find wrong types, unknown fields and unknown kinds", () => {
    assert.deepStrictEqual(service({ type: "ClusterIP" }), []);
    assert.match(service({ ports: "80" }).join(), /ports/);
    assert.deepStrictEqual(service({ typ: "ClusterIP" }), ["/spec/typ is unknown"]);
    assert.deepStrictEqual(resourceProblems({ apiVersion: "v2", kind: "Service" }), [
      "v2 Service has no schema",
    ]);
  });
});

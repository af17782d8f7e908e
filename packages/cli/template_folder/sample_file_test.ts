import { assert, describe, it } from "@effect/vitest";
import { checkInputData, sampleData } from "@paraph/core/manifests";

import { nestedSample } from "./sample_file.ts";

const variable = (key: string) => ({ key, label: key, dataType: "text", required: true }) as const;

describe("nestedSample()", () => {
  it("is the sample data, nested", () => {
    const variables = ["total", "customer.name", "customer.address.city"].map(variable);
    const manifest = { variables, loops: [] };
    const sample = nestedSample(manifest);
    assert.hasAllKeys(sample, ["total", "customer"]);
    assert.deepStrictEqual(
      checkInputData(manifest, sample),
      checkInputData(manifest, sampleData(manifest)),
    );
  });
});

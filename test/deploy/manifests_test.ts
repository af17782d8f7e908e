import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";

import { parseResources, ROOT } from "./chart.ts";
import { resourceProblems } from "./kubernetes_schemas.ts";
import { outdatedManifests, plainManifests } from "./manifests.ts";

const MANIFESTS = plainManifests();

describe("plain Kubernetes manifests", () => {
  for (const { name, text } of MANIFESTS) {
    it(`${name} is current: if not, run \`npm run manifests\``, () => {
      assert.strictEqual(fs.readFileSync(path.join(ROOT, name), "utf8"), text);
    });
  }

  it("are accepted by Kubernetes, and have no trace of Helm", () => {
    const resources = MANIFESTS.filter(({ name }) => !name.endsWith("kustomization.yaml"));
    for (const { name, text } of resources) {
      assert.notMatch(text.replace(/^#.*/, ""), /helm/i);
      for (const resource of parseResources(text))
        assert.deepStrictEqual(resourceProblems(resource), [], name);
    }
  });

  it("have no outdated files: if they have, run `npm run manifests`", () => {
    assert.deepStrictEqual(outdatedManifests(MANIFESTS), []);
  });
});

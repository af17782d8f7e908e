import { assert, describe, it } from "@effect/vitest";

import { Slug } from "../values/mod.ts";
import { projectSlug } from "./project_slug.ts";

describe("projectSlug()", () => {
  it("numbers collisions from 1", () => {
    assert.deepStrictEqual(
      [0, 1, 2].map((collisions) => projectSlug("Café", collisions)),
      ["cafe", "cafe-1", "cafe-2"].map((slug) => Slug.make(slug)),
    );
  });

  it("uses `project` for a name without letters", () => {
    assert.strictEqual(projectSlug("☆ ★", 1), "project-1");
  });
});

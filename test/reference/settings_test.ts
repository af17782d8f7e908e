import { assert, describe, it } from "@effect/vitest";
import { SECTIONS } from "@paraph/app/settings";

import { documentedSettings } from "./settings.ts";

describe("documentedSettings()", () => {
  it.each(Object.keys(SECTIONS))("%s: every setting has a description in sentences", (section) => {
    for (const { name, description } of documentedSettings(section)) {
      assert.match(description, /^\S[^|]+\.$/u, name);
    }
  });
});

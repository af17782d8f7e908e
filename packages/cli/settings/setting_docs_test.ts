import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { settingsFrom, settingVariables } from "../_testing/settings_from.ts";
import { SETTING_DOCS } from "./setting_docs.ts";

const ALL_DOCS = Object.values(SETTING_DOCS).flat();

describe("SETTING_DOCS", () => {
  it.effect("describes exactly the variables that the settings read", () =>
    Effect.gen(function* () {
      const names = ALL_DOCS.map(({ name }) => name);
      assert.sameMembers(names, [...(yield* settingVariables)]);
      assert.strictEqual(new Set(names).size, names.length);
      for (const { description } of ALL_DOCS) assert.match(description, /^\S[^|]+\.$/u);
    }),
  );

  const defaults = ALL_DOCS.flatMap(({ name, fallback }) => {
    const value = /^`([^`]+)`/u.exec(fallback)?.[1];
    return value === undefined ? [] : [[name, value] as const];
  });

  it.effect.each(defaults)("%s is %s by default", ([name, value]) =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* settingsFrom({ [name]: value.replace("DATA_DIR/", ".paraph/") }),
        yield* settingsFrom({}),
      );
    }),
  );
});

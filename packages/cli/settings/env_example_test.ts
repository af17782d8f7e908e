import * as fs from "node:fs";
import * as path from "node:path";
import { parseEnv } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { settingsFrom, settingVariables } from "../_testing/settings_from.ts";

const FILE = path.join(import.meta.dirname, "../../../.env.example");
const EXAMPLE = Object.fromEntries(
  Object.entries(parseEnv(fs.readFileSync(FILE, "utf8"))).map(([name, value]) => [
    name,
    value ?? "",
  ]),
);

describe(".env.example", () => {
  it.effect("lists exactly the variables that the settings read", () =>
    Effect.gen(function* () {
      assert.sameMembers(Object.keys(EXAMPLE), [...(yield* settingVariables)]);
    }),
  );

  it.effect("sets each to its default", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* settingsFrom(EXAMPLE), yield* settingsFrom({}));
    }),
  );
});

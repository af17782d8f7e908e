import * as fs from "node:fs";
import * as path from "node:path";
import { parseEnv } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { ConfigProvider, Effect } from "effect";

import { readSettings, SETTINGS, variableOf } from "./mod.ts";

const FILE = path.join(import.meta.dirname, "../../../.env.example");
const EXAMPLE = Object.fromEntries(
  Object.entries(parseEnv(fs.readFileSync(FILE, "utf8"))).map(([name, value]) => [
    name,
    value ?? "",
  ]),
);

const read = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  );

describe(".env.example", () => {
  it("lists exactly the variables that the settings read", () => {
    assert.sameMembers(Object.keys(EXAMPLE), Object.keys(SETTINGS).map(variableOf));
  });

  it.effect("sets each to its default", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* read(EXAMPLE), yield* read({}));
    }),
  );
});

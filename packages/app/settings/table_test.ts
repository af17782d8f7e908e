import { assert, describe, it } from "@effect/vitest";
import { ConfigProvider, Effect } from "effect";

import { readSettings, type Setting, SETTINGS, variableOf } from "./mod.ts";

const read = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  );

const defaults = Object.entries<Setting>(SETTINGS).flatMap(([name, { fallback }]) => {
  const value = /^`([^`]+)`/u.exec(fallback)?.[1];
  return value === undefined ? [] : [[variableOf(name), value] as const];
});

describe("SETTINGS", () => {
  it.effect.each(defaults)("%s is %s by default", ([name, value]) =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* read({ [name]: value.replace("DATA_DIR/", ".paraph/") }),
        yield* read({}),
      );
    }),
  );
});

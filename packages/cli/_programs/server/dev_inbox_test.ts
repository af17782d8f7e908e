import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { settingsFrom } from "../../_testing/settings_from.ts";
import { hasDevInbox } from "./dev_inbox.ts";

describe("hasDevInbox()", () => {
  it.effect.each([
    [{}, true],
    [{ SERVICE_ENV: "test" }, true],
    [{ SERVICE_ENV: "live" }, false],
    [{ SMTP_URL: "smtp://127.0.0.1:25" }, false],
  ] as const)("with %j is %s", ([env, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(hasDevInbox(yield* settingsFrom({ ...env })), expected);
    }),
  );
});

import { inspect } from "node:util";

import { assert, describe, it } from "@effect/vitest";
import { ConfigProvider, Effect, Redacted } from "effect";

import { readSettings } from "./read_settings.ts";

const SECRET = "hunter2";
const BUCKET = "s3://documents?region=eu-1";

const read = (env: Record<string, string>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  );

describe("STORAGE_URL=s3://…", () => {
  it.effect("contain the keys of the bucket, which are never printed", () =>
    Effect.gen(function* () {
      const { storage } = yield* read({
        STORAGE_URL: BUCKET,
        AWS_ACCESS_KEY_ID: "AKIA",
        AWS_SECRET_ACCESS_KEY: SECRET,
        AWS_SESSION_TOKEN: SECRET.repeat(500),
      });
      assert.strictEqual(storage.kind, "bucket");
      if (storage.kind !== "bucket") return;
      const { accessKeyId, secretAccessKey, sessionToken } = storage.credentials;
      assert.deepEqual(
        [storage.bucket, storage.region, accessKeyId],
        ["documents", "eu-1", "AKIA"],
      );
      assert.strictEqual(Redacted.value(secretAccessKey), SECRET);
      assert.strictEqual(Redacted.value(sessionToken!), SECRET.repeat(500));
      assert.notInclude(inspect(storage, { depth: 9 }), SECRET);
    }),
  );

  it.effect.each([
    [{}, ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]],
    [{ AWS_ACCESS_KEY_ID: "AKIA" }, ["AWS_SECRET_ACCESS_KEY"]],
    [
      { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: `${SECRET} x` },
      ["AWS_SECRET_ACCESS_KEY"],
    ],
  ] satisfies ReadonlyArray<readonly [Record<string, string>, ReadonlyArray<string>]>)(
    "report missing and invalid keys, in a line each: %o",
    ([keys, names]) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(read({ STORAGE_URL: BUCKET, ...keys }));
        const lines = message.split("\n").map((line) => line.split(" ")[0]);
        assert.deepStrictEqual(lines, names);
        assert.notInclude(message, SECRET);
      }),
  );
});

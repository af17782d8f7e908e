import { assert } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { callParaph } from "./paraph_command.ts";
import { sharedServer } from "./shared_server.ts";

/** Decodes the record that a command printed with `--json`. */
export const parseRecord = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
);

/** Decodes the list that a command printed with `--json`. */
export const parseRecords = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
);

/** A new project on the shared server, with functions that run commands and call the API as that project. */
export const servedProject = Effect.gen(function* () {
  const { dataDir, url } = yield* sharedServer;
  const run = Effect.fnUntraced(function* (
    environment: Record<string, string>,
    ...args: ReadonlyArray<string>
  ) {
    const { code, stdout, stderr } = yield* callParaph([...args, "--json"], {
      PARAPH_URL: url,
      DATA_DIR: dataDir,
      ...environment,
    });
    assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
    return stdout;
  });
  const accountRecord = parseRecord(yield* run({}, "account", "create", "--name", "Acme"));
  const account = { PARAPH_ACCOUNT_KEY: String(accountRecord["accountKey"]) };
  const project = parseRecord(yield* run(account, "project", "create", "--name", "Books"));
  const keyOutput = yield* run(account, "key", "mint", "--project", String(project["id"]));
  const key = String(parseRecord(keyOutput)["key"]);
  const environment = { PARAPH_URL: url, PARAPH_API_KEY: key };
  const call = (method: string, route: string, body: unknown) =>
    Effect.promise(() =>
      fetch(`${url}${route}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      }),
    );
  return {
    dataDir,
    environment,
    call,
    run: (...args: ReadonlyArray<string>) => run(environment, ...args),
  };
});

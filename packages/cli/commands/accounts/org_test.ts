import { assert, describe, it } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { sharedServer } from "../../_testing/shared_server.ts";

const parseRecord = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
);

describe("paraph org", () => {
  it.live(
    "provisions and changes organisations over HTTP",
    () =>
      Effect.gen(function* () {
        const { url: PARAPH_URL, adminKey: SERVICE_ADMIN_KEY } = yield* sharedServer;
        const org = (...args: ReadonlyArray<string>) =>
          callParaph(["org", ...args], { PARAPH_URL, SERVICE_ADMIN_KEY });
        const runJson = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const { code, stdout, stderr } = yield* org(...args, "--json");
          assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
          return parseRecord(stdout);
        });

        const origins = [
          "--allowed-origins",
          "https://a.example, http://localhost:5173".replace(" ", ""),
        ];
        const nameFlags = ["--name", "Acme", "--email-from", "Acme <a@acme.example>"];
        const { apiKey, ...acme } = yield* runJson("provision", "acme-1", ...nameFlags, ...origins);
        assert.match(String(apiKey), /^svc_test_/);
        assert.deepInclude(acme, {
          externalOrgId: "acme-1",
          slug: "acme",
          created: true,
          embedEnabled: true,
          allowedOrigins: ["https://a.example", "http://localhost:5173"],
        });
        const rotation = yield* runJson("provision", "acme-1", "--rotate-key");
        assert.isFalse(rotation["created"]);
        assert.notStrictEqual(rotation["apiKey"], apiKey);

        const flags = ["--suspended", "--no-embed", "--email-from", "", "--allowed-origins", ""];
        assert.deepInclude(yield* runJson("update", "acme-1", ...flags), {
          suspended: true,
          embedEnabled: false,
          emailFrom: null,
          allowedOrigins: [],
          projectId: acme["projectId"],
          apiKey: null,
        });
        assert.deepInclude(yield* runJson("update", "acme-1", "--no-suspended"), {
          suspended: false,
          embedEnabled: false,
        });

        const [record, unknown, wrong, keyless] = yield* Effect.all(
          [
            org("provision", "acme-1"),
            org("update", "unknown", "--name", "X"),
            org("provision", "acme-1", "--email-from", "unknown"),
            callParaph(["org", "provision", "acme-1"], { PARAPH_URL, SERVICE_ADMIN_KEY: "short" }),
          ],
          { concurrency: 2 },
        );
        assert.match(record.stdout, /^externalOrgId\tacme-1$/m);
        assert.match(record.stdout, /^apiKey\t-$/m);
        const failure = { code: 1, stdout: "" };
        assert.deepInclude(unknown, {
          ...failure,
          stderr: "paraph: not_found: No such organisation\nhint: check <external-org-id>\n",
        });
        assert.deepInclude(wrong, failure);
        assert.include(wrong.stderr, "\n  --email-from: ");
        assert.deepInclude(keyless, {
          code: 2,
          stdout: "",
          stderr:
            "paraph: SERVICE_ADMIN_KEY is not the operator's key; allowed: the admin key of the deployment, at least 32 visible ASCII characters\n",
        });
      }),
    120_000,
  );
});

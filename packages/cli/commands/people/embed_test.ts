import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords } from "../../_testing/served_project.ts";
import { sharedServer } from "../../_testing/shared_server.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

const NAME = { key: "name", label: "Name", dataType: "text", required: true };
const CATALOG = {
  name: "Customers",
  catalog: { namespaces: [{ key: "customer", label: "Customer", variables: [NAME] }], loops: [] },
};

describe("paraph embed", () => {
  it.live("manages sessions, catalogs, drafts and submitted forms", () =>
    Effect.gen(function* () {
      const { url: PARAPH_URL, adminKey: SERVICE_ADMIN_KEY } = yield* sharedServer;
      const origins = ["--allowed-origins", "https://a.example"];
      const organisation = yield* callParaph(
        ["org", "provision", "embedding", ...origins, "--json"],
        { PARAPH_URL, SERVICE_ADMIN_KEY },
      );
      const environment = {
        PARAPH_URL,
        PARAPH_API_KEY: String(parseRecord(organisation.stdout)["apiKey"]),
      };
      const embed = (...args: ReadonlyArray<string>) => callParaph(["embed", ...args], environment);
      const run = Effect.fnUntraced(function* (args: ReadonlyArray<string>, input?: unknown) {
        const options = { input: JSON.stringify(input) ?? "" };
        const result = yield* callParaph(["embed", ...args, "--json"], environment, options);
        assert.deepInclude(result, { code: 0, stderr: "" }, args.join(" "));
        return result.stdout;
      });

      const catalog = ["catalog", "create", "--file", "-"];
      assert.deepInclude(parseRecord(yield* run(catalog, CATALOG)), {
        name: "Customers",
        version: 1,
      });
      assert.deepInclude(parseRecord(yield* run([...catalog, "--name", "Other"], CATALOG)), {
        name: "Other",
      });
      assert.lengthOf(parseRecords(yield* run(["catalog", "list"])), 2);
      const warning = yield* callParaph(["embed", ...catalog, "--json"], environment, {
        input: JSON.stringify({ ...CATALOG, nmae: "Typo" }),
      });
      assert.strictEqual(warning.code, 0, warning.stderr);
      assert.match(warning.stderr, /^Warning: --file \(standard input\) at \/nmae: .+\n$/);
      assert.deepInclude(parseRecord(warning.stdout), { name: "Customers", version: 2 });

      const beginning = ["session", "create", "--tenant", "t", "--actor", "a", "--mode", "create"];
      const session = parseRecord(yield* run(beginning));
      assert.match(String(session["iframe_url"]), /^http.+#token=/);
      const body = { tenant: { externalId: "x", displayName: "X" }, actor: { externalId: "y" } };
      yield* run(["session", "create", "--file", "-", "--actor-email", "y@example.com"], body);
      const id = String(session["session_id"]);
      assert.strictEqual(yield* run(["session", "delete", id]), "");
      assert.deepStrictEqual(yield* embed("session", "delete", id), {
        code: 0,
        stdout: "",
        stderr: `Ended ${id}\n`,
      });
      const poor = yield* embed("session", "create", "--tenant", "t", "--mode", "fill");
      assert.strictEqual(poor.code, 1);
      assert.match(poor.stderr, /^paraph: invalid_request: .+\n {2}--actor: /);

      yield* Effect.promise(() =>
        fetch(`${PARAPH_URL}/v1/templates/letter`, {
          method: "PUT",
          headers: { authorization: `Bearer ${environment.PARAPH_API_KEY}` },
          body: JSON.stringify({ name: "Letter", manifest: { variables: [NAME], loops: [] } }),
        }),
      );
      const [summary] = parseRecords(yield* run(["template", "list"]));
      const template = String(summary?.["id"]);
      assert.deepInclude(parseRecord(yield* run(["template", "get", template])), {
        slug: "letter",
      });
      const detail = yield* embed("template", "get", template);
      assert.include(detail.stdout, `id\t${template}\nname\tLetter\nslug\tletter\n`);
      assert.deepInclude(parseRecord(yield* run(["template", "publish", template])), {
        currentVersionNumber: 2,
      });
      assert.deepInclude(parseRecord(yield* run(["template", "delete", template])), {
        id: template,
      });
      const unknown = yield* embed("template", "get", UNKNOWN_ID);
      assert.strictEqual(unknown.code, 1);
      assert.include(unknown.stderr, "hint: `paraph embed template list`");

      assert.deepStrictEqual(parseRecords(yield* run(["submission", "list", "--tenant", "t"])), []);
      const none = yield* callParaph(["embed", "submission", "list"], environment, { columns: 80 });
      assert.deepStrictEqual(none, { code: 0, stdout: "", stderr: "None\n" });
    }),
  );
});

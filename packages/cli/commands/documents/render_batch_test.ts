import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  const place = path.join(folder, name);
  fs.writeFileSync(place, text);
  return place;
};

const MANIFEST = {
  variables: [
    { key: "customer.name", label: "Name", dataType: "text", required: true },
    { key: "total", label: "Total", dataType: "number" },
  ],
  loops: [],
};

const CSV = [
  "\uFEFFnumber,customer.name,total",
  '4711,"Lovelace, ""Ada""",30.30',
  "4712,Grace\r",
  "",
  '4713,"Two\nlines",',
  "",
].join("\n");

describe("paraph render batch", () => {
  it.live("renders rows of CSV and JSON Lines, and names the lines of problems", () =>
    Effect.gen(function* () {
      const { run, environment, call } = yield* servedProject;
      yield* call("PUT", "/v1/templates/receipt", { name: "Receipt", manifest: MANIFEST });
      const submit = (data: string, ...more: ReadonlyArray<string>) =>
        callParaph(["render", "batch", "submit", "receipt", "--data", data, ...more], environment);

      const zip = path.join(folder, "receipts.zip");
      const csv = yield* submit(file("rows.csv", CSV), "--filename-key", "number", "-o", zip);
      assert.strictEqual(csv.code, 0, csv.stderr);
      assert.include(csv.stderr, "Wrote ");
      const names = fs.readFileSync(zip, "latin1").match(/\d{4}-\d+\.pdf/gu);
      assert.deepEqual([...new Set(names)].toSorted(), [
        "0001-4711.pdf",
        "0002-4712.pdf",
        "0003-4713.pdf",
      ]);
      const [batch] = parseRecords(yield* run("render", "batch", "list"));
      assert.deepInclude(batch, { total: 3, succeeded: 3, failed: 0, status: "completed" });
      const id = String(batch?.["id"]);
      assert.deepEqual(parseRecord(yield* run("render", "batch", "get", id)), batch);
      assert.lengthOf(parseRecords(yield* run("render", "list", "--batch", id)), 3);
      const pdf = path.join(folder, "receipts.pdf");
      const download = yield* callParaph(
        ["render", "batch", "download", id, "-o", pdf],
        environment,
      );
      assert.strictEqual(download.code, 0, download.stderr);
      assert.isTrue(fs.readFileSync(pdf, "latin1").startsWith("%PDF-"));

      const lines = ['{"customer":{"name":"Ada"}}', "", '{"total":"many"}'].join("\n");
      const rejected = yield* submit(file("rows.jsonl", lines));
      assert.strictEqual(rejected.code, 1);
      assert.include(rejected.stderr, "rows.jsonl line 3 at /customer/name");
      assert.include(rejected.stderr, "rows.jsonl line 3 at /total");
      const broken = yield* submit(file("broken.csv", 'name\n"Ada'));
      assert.strictEqual(broken.code, 1);
      assert.include(broken.stderr, "line 2 has a quote in the wrong place");
      const notObject = yield* submit(file("array.json", "[1]"));
      assert.include(notObject.stderr, "item 1 is not an object");
    }),
  );
});

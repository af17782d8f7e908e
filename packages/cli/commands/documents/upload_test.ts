import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { rawPdf } from "@paraph/pdf/testing/raw_pdf";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-uploads-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("paraph render upload", () => {
  it.live("uploads a PDF under its name, which lists and downloads like a render", () =>
    Effect.gen(function* () {
      const { run, environment } = yield* servedProject;
      const file = path.join(folder, "lease.pdf");
      fs.writeFileSync(file, rawPdf({}));
      const upload = parseRecord(yield* run("render", "upload", file));
      assert.deepInclude(upload, { status: "succeeded", source: "upload", filename: "lease.pdf" });
      const listed = parseRecords(yield* run("render", "list", "--source", "upload"));
      assert.deepStrictEqual(
        listed.map(({ id }) => id),
        [upload["id"]],
      );
      const table = yield* callParaph(["render", "list"], environment);
      assert.include(table.stdout, "lease.pdf");
      const copy = path.join(folder, "copy.pdf");
      yield* callParaph(["render", "download", String(upload["id"]), "-o", copy], environment);
      assert.deepStrictEqual(fs.readFileSync(copy), fs.readFileSync(file));

      fs.writeFileSync(file, "no PDF");
      const refused = yield* callParaph(["render", "upload", file], environment);
      assert.strictEqual(refused.code, 1);
      assert.include(refused.stderr, file);
    }),
  );
});

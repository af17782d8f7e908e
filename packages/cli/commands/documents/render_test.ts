import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const INVOICE = path.join(import.meta.dirname, "../../../../examples/gallery/invoice");
const TEMPLATE = path.join(INVOICE, "template.json");
const DATA = path.join(INVOICE, "data.json");

const file = (name: string, content?: unknown) => {
  const place = path.join(folder, name);
  if (content !== undefined) fs.writeFileSync(place, JSON.stringify(content));
  return place;
};

/** The error for a file that contains only one bracket. */
const SYNTAX_ERROR = "Expected property name or '}' in JSON at position 1 (line 1 column 2)";

/** Runs `paraph render`; returns the path of its output and what it printed. */
const render = (
  template: string,
  data: string | undefined,
  output: string,
  ...flags: ReadonlyArray<string>
) =>
  Effect.map(
    callParaph(
      ["render", template, ...(data === undefined ? [] : [data]), "-o", output, ...flags],
      { DATA_DIR: path.join(folder, "data") },
    ),
    (result) => ({ ...result, output }),
  );

describe("paraph render", () => {
  it.live("conforms to the standard of a flag, or names what the layout lacks", () =>
    Effect.gen(function* () {
      const code = { name: "Code", type: "qrcode", content: "https://paraph.test", readOnly: true };
      const field = { ...code, position: { x: 20, y: 20 }, width: 20, height: 20 };
      const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
      const layout = file("pictures.json", { basePdf, language: "en", schemas: [[field]] });
      const data = file("no_data.json", {});
      const [archive, refused] = yield* Effect.all(
        [
          render(layout, data, file("archive.pdf"), "--standard", "pdf/a-2u"),
          render(layout, data, file("accessible.pdf"), "--standard", "pdf/a-2u,pdf/ua-1"),
        ],
        { concurrency: 2 },
      );
      assert.strictEqual(archive.code, 0, archive.stderr);
      const written = fs.readFileSync(archive.output, "latin1");
      assert.include(written, "<pdfaid:part>2</pdfaid:part>");
      assert.strictEqual(refused.code, 1);
      assert.match(
        refused.stderr,
        /pictures\.json:\d+:\d+ .*alt: PDF\/UA-1 requires an alternative text/,
      );
      assert.isFalse(fs.existsSync(refused.output));
    }),
  );

  it.live(
    "renders a template, and a bare layout with a manifest derived from its data, without a server",
    () =>
      Effect.gen(function* () {
        const text = {
          name: "customer.name",
          type: "text",
          content: "",
          fontSize: 12,
          position: { x: 20, y: 20 },
          width: 100,
          height: 10,
        };
        const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
        const layout = file("layout.json", { basePdf, schemas: [[text]] });
        const data = file("layout_data.json", { customer: { name: "Ada" } });
        const [invoice, again, bare] = yield* Effect.all(
          [
            render(TEMPLATE, DATA, file("invoice.pdf")),
            // By default, the data of the folder.
            render(INVOICE, undefined, file("again.pdf")),
            render(layout, data, file("bare.pdf")),
          ],
          { concurrency: 2 },
        );
        for (const { code, stdout, stderr, output } of [invoice, again, bare]) {
          assert.strictEqual(code, 0, stderr);
          assert.strictEqual(stdout, "");
          assert.match(stderr, /^Wrote .+\.pdf \(\d+ pages?\)\n$/);
          assert.strictEqual(fs.readFileSync(output, "latin1").slice(0, 5), "%PDF-");
        }
        assert.isTrue(fs.readFileSync(invoice.output).equals(fs.readFileSync(again.output)));
        assert.isFalse(fs.existsSync(path.join(folder, "data")));
      }),
  );

  it.live("prints one line for an error, exits with 1 and writes nothing", () =>
    Effect.gen(function* () {
      const list = file("list.json", [1, 2]);
      const invalidJson = file("garbled.json");
      fs.writeFileSync(invalidJson, "{");
      const output = file("never.pdf");
      const nowhere = path.join(folder, "nowhere", "x.pdf");
      const missing = file("missing.json");
      const cases = [
        [missing, DATA, output, `${missing}: there is no such file or folder`],
        [TEMPLATE, missing, output, `<data> ${missing}: there is no such file or folder`],
        [
          folder,
          DATA,
          output,
          `${path.join(folder, "template.json")}: there is no such file or folder`,
        ],
        [invalidJson, DATA, output, `${invalidJson} is not a JSON object: ${SYNTAX_ERROR}`],
        [TEMPLATE, list, output, `<data> ${list} is not a JSON object`],
        [TEMPLATE, DATA, nowhere, `${nowhere}: there is no such file or folder`],
      ] as const;
      const results = yield* Effect.forEach(
        cases,
        ([template, data, output]) => render(template, data, output),
        { concurrency: 2 },
      );
      assert.deepStrictEqual(
        results.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
        cases.map(([, , , message]) => [1, "", `paraph: ${message}\n`]),
      );
      assert.isFalse(fs.existsSync(output));
    }),
  );

  it.live("lists every problem of data and template under its path", () =>
    Effect.gen(function* () {
      const poor = file("poor.json", { items: [{ amount: "many" }] });
      const odd = file("odd.json", { name: "", manifest: { variables: 1 } });
      const [data, template] = yield* Effect.all(
        [render(TEMPLATE, poor, file("never.pdf")), render(odd, poor, file("never.pdf"))],
        { concurrency: 2 },
      );
      assert.strictEqual(data.code, 1);
      assert.match(data.stderr, /^paraph: The data does not match the template's manifest\n/);
      assert.match(data.stderr, /\n {2}<data> \S+poor\.json at \/customer\/name: Is required\n/);
      assert.match(data.stderr, / at \/items\/0\/amount: /);
      assert.strictEqual(template.code, 1);
      assert.match(
        template.stderr,
        /^paraph: .+odd\.json is not a valid template\n {2}odd\.json:1:\d+ at \/name: /,
      );
      assert.match(template.stderr, /\n {2}odd\.json:1:\d+ at \/manifest\/loops: /);
    }),
  );
});

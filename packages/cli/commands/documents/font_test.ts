import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { trueTypeFont, variableFont, withLicence } from "@paraph/pdf/testing/font_files";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-fonts-"));
const place = (...names: ReadonlyArray<string>) => path.join(folder, ...names);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Writes a template whose text is in a font, and fonts in its folder. */
const templateWith = (
  name: string,
  fontName: string,
  fonts: Readonly<Record<string, Uint8Array>>,
) => {
  fs.mkdirSync(place(name, "fonts"), { recursive: true });
  for (const [file, bytes] of Object.entries(fonts))
    fs.writeFileSync(place(name, "fonts", file), bytes);
  const text = {
    name: "text",
    type: "text",
    position: { x: 20, y: 20 },
    width: 170,
    height: 10,
    readOnly: true,
    content: "ABC",
    fontName,
  };
  const layout = {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [[text]],
  };
  const template = { name: "Letter", manifest: { variables: [], loops: [] }, layout };
  fs.writeFileSync(place(name, "template.json"), JSON.stringify(template));
  return place(name);
};

describe("paraph font", () => {
  it.live("adds, lists and removes fonts", () =>
    Effect.gen(function* () {
      const { run, environment } = yield* servedProject;
      const file = place("Pen-Medium.ttf");
      fs.writeFileSync(file, trueTypeFont());
      const font = parseRecord(yield* run("font", "add", file, "--name", "Pen"));
      assert.deepInclude(font, { name: "Pen", family: "Caveat", weight: 500 });
      assert.deepStrictEqual(parseRecord(yield* run("font", "add", file, "--name", "Pen")), font);
      const named = parseRecord(yield* run("font", "add", file));
      assert.strictEqual(named["name"], "Pen-Medium");
      const names = parseRecords(yield* run("font", "list")).map(({ name }) => name);
      assert.deepStrictEqual(names, ["Pen", "Pen-Medium"]);
      yield* run("font", "remove", "Pen-Medium");
      assert.lengthOf(parseRecords(yield* run("font", "list")), 1);

      const table = yield* callParaph(["font", "list"], environment);
      assert.include(table.stdout, "Pen\tCaveat\tnormal\t500\tLatn, Cyrl");

      fs.writeFileSync(file, withLicence(trueTypeFont(), 2));
      const restricted = yield* callParaph(["font", "add", file], environment);
      assert.strictEqual(restricted.code, 1);
      assert.include(restricted.stderr, "licence");
      assert.include(restricted.stderr, file);
      const missing = yield* callParaph(["font", "add", place("none.ttf")], environment);
      assert.notStrictEqual(missing.code, 0);
    }),
  );
});

describe("a template folder with fonts", () => {
  it.live("renders and validates offline", () =>
    Effect.gen(function* () {
      const source = templateWith("offline", "Boxes-Black", { "Boxes.ttf": variableFont() });
      const valid = yield* callParaph(["template", "validate", source], {});
      assert.strictEqual(valid.code, 0, valid.stdout);
      const output = place("offline.pdf");
      const drawing = yield* callParaph(["template", "preview", source, "-o", output], {});
      assert.strictEqual(drawing.code, 0, drawing.stderr);
      assert.include(fs.readFileSync(output, "latin1"), "Boxes_900wght");

      const unknown = templateWith("unknown", "Box", { "Boxes.ttf": variableFont() });
      const refused = yield* callParaph(["template", "validate", unknown], {});
      assert.strictEqual(refused.code, 1);
      assert.include(refused.stdout, "fontName");
      assert.include(refused.stdout, '"Boxes"');

      const damaged = templateWith("damaged", "Roboto", { "Bad.otf": new Uint8Array(20) });
      const bad = yield* callParaph(["template", "validate", damaged], {});
      assert.strictEqual(bad.code, 1);
      assert.include(bad.stdout, "fonts/Bad.otf");
    }),
  );

  it.live("is published with them", () =>
    Effect.gen(function* () {
      const { run, environment } = yield* servedProject;
      const source = templateWith("pushed", "Boxes", { "Boxes.ttf": variableFont() });
      const push = parseRecord(yield* run("template", "push", source));
      assert.deepStrictEqual(push, { slug: "pushed", versionNumber: 1, published: true });
      const names = parseRecords(yield* run("font", "list")).map(({ name }) => name);
      assert.deepStrictEqual(names, ["Boxes"]);
      assert.deepInclude(parseRecord(yield* run("template", "push", source)), { published: false });

      fs.writeFileSync(place("pushed", "fonts", "Boxes.ttf"), trueTypeFont());
      const conflict = yield* callParaph(["template", "push", source], environment);
      assert.strictEqual(conflict.code, 1);
      assert.include(conflict.stderr, "paraph font remove");
    }),
  );

  it.live("is published again with another font of the same name", () =>
    Effect.gen(function* () {
      const { run, environment } = yield* servedProject;
      const source = templateWith("changed", "Boxes", { "Boxes.ttf": variableFont() });
      yield* run("template", "push", source);
      fs.writeFileSync(place("changed", "fonts", "Boxes.ttf"), trueTypeFont());
      const diff = yield* callParaph(["template", "diff", source], environment);
      assert.strictEqual(diff.code, 1);
      assert.match(diff.stdout, /^~ fonts\/Boxes\.ttf: "[0-9a-f]{64}" → "[0-9a-f]{64}"\n$/);

      yield* run("font", "remove", "Boxes");
      const push = parseRecord(yield* run("template", "push", source));
      assert.deepStrictEqual(push, { slug: "changed", versionNumber: 2, published: true });
      const same = yield* callParaph(["template", "diff", source], environment);
      assert.strictEqual(same.code, 0, same.stdout);
    }),
  );
});

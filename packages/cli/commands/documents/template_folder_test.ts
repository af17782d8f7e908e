import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const EXAMPLES = path.join(import.meta.dirname, "../../../../examples");
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mM4gQYYRrYAAEdGyAEmphyqAAAAAElFTkSuQmCC";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
const place = (...names: ReadonlyArray<string>) => path.join(folder, ...names);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const read = (file: string) => fs.readFileSync(file, "utf8");
const edit = (file: string, from: string, to: string) => {
  assert.include(read(file), from);
  fs.writeFileSync(file, read(file).replace(from, to));
};
/** Returns the files of a folder with their content. */
const contentOf = (root: string) =>
  Object.fromEntries(
    fs
      .readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => fs.statSync(path.join(root, name)).isFile())
      .map((name) => [name, fs.readFileSync(path.join(root, name), "base64")]),
  );
/** Writes a small template into a new folder. */
const letter = (name: string, layout: unknown, more: Record<string, unknown> = {}) => {
  fs.mkdirSync(place(name), { recursive: true });
  const manifest = { variables: [{ key: "to", label: "To", dataType: "text" }], loops: [] };
  fs.writeFileSync(
    place(name, "template.json"),
    JSON.stringify({ name: "Letter", manifest, layout, ...more }),
  );
  return place(name);
};
const logo = (content: string) => ({
  name: "logo",
  type: "image",
  content,
  position: { x: 20, y: 20 },
  width: 10,
  height: 10,
});
const layoutOf = (...fields: ReadonlyArray<unknown>) => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [fields],
});
const offline = (...args: ReadonlyArray<string>) => callParaph(["template", ...args], {});

describe("paraph template, with a folder", () => {
  it.live("push, pull, edit, diff and push again", () =>
    Effect.gen(function* () {
      const { run, environment } = yield* servedProject;
      const template = (...args: ReadonlyArray<string>) =>
        callParaph(["template", ...args], environment);
      const overlay = path.join(EXAMPLES, "overlay");

      const missing = yield* template("diff", overlay);
      assert.deepStrictEqual([missing.code, missing.stdout.slice(0, 8)], [1, "+ name: "]);
      const first = { slug: "overlay", versionNumber: 1 };
      const push = parseRecord(yield* run("template", "push", overlay));
      assert.deepStrictEqual(push, { ...first, published: true });
      const again = parseRecord(yield* run("template", "push", overlay));
      assert.deepStrictEqual(again, { ...first, published: false });
      assert.deepStrictEqual(parseRecords(yield* run("template", "diff", overlay)), []);

      const here = place("overlay");
      const pull = parseRecord(yield* run("template", "pull", "overlay", here));
      assert.sameMembers(fs.readdirSync(here), [
        "template.json",
        "manifest.json",
        "layout.json",
        "base.pdf",
        "data.json",
        ".pulled.json",
      ]);
      assert.deepInclude(pull, { ...first, folder: here, removed: [] });
      assert.deepStrictEqual(
        fs.readFileSync(path.join(here, "base.pdf")),
        fs.readFileSync(path.join(overlay, "base.pdf")),
      );
      const before = contentOf(here);
      assert.include((yield* template("push", here)).stdout, "overlay: unchanged, version 1");
      const back = parseRecord(yield* run("template", "pull", "overlay", here));
      assert.deepStrictEqual([back["written"], contentOf(here)], [[], before]);
      yield* run("template", "pull", "overlay", place("other"));
      assert.deepStrictEqual(contentOf(place("other")), before);

      edit(path.join(here, "template.json"), "Business account", "Bank account");
      const differing = yield* template("diff", here, "--json");
      assert.strictEqual(differing.code, 1);
      assert.deepStrictEqual(parseRecords(differing.stdout), [
        { path: "name", from: "Business account application", to: "Bank account application" },
      ]);
      const localContent = contentOf(here);
      const refusal = yield* template("pull", "overlay", here);
      assert.deepStrictEqual([refusal.code, contentOf(here)], [1, localContent]);
      assert.match(
        refusal.stderr,
        /has local changes since the last pull; .+\n {2}template\.json\n$/,
      );
      assert.strictEqual((yield* template("validate", here)).code, 0);
      assert.include((yield* template("push", here)).stdout, "overlay: published version 2");
      // A pushed change is no longer a local change.
      const forcedPush = parseRecord(yield* run("template", "push", overlay, "--force"));
      assert.deepStrictEqual(forcedPush, { ...first, versionNumber: 3, published: true });
      const news = parseRecord(yield* run("template", "pull", "overlay", here));
      assert.deepStrictEqual([news["written"], contentOf(here)], [["template.json"], before]);

      edit(path.join(here, "template.json"), "Business account", "My account");
      yield* run("template", "pull", "overlay", here, "--force");
      assert.deepStrictEqual(contentOf(here), before);

      const image = letter("letter", layoutOf(logo("file:logo.png")), { slug: "with-logo" });
      fs.writeFileSync(path.join(image, "logo.png"), PNG, "base64");
      assert.deepInclude(parseRecord(yield* run("template", "push", image)), { slug: "with-logo" });
      yield* run("template", "pull", "with-logo", place("pulled"));
      assert.strictEqual(contentOf(place("pulled"))["images/logo.png"], PNG);
      const markLayout = layoutOf({ ...logo("file:logo.png"), name: "mark" });
      letter("letter", markLayout, { slug: "with-logo" });
      yield* run("template", "push", image);
      const nextPull = parseRecord(yield* run("template", "pull", "with-logo", place("pulled")));
      assert.deepStrictEqual(nextPull["removed"], ["images/logo.png"]);
      assert.sameMembers(fs.readdirSync(place("pulled", "images")), ["mark.png"]);

      const nowhere = yield* template("pull", "nowhere");
      assert.deepStrictEqual([nowhere.code, nowhere.stdout], [1, ""]);
      assert.match(nowhere.stderr, /^paraph: template_not_found: /);
    }),
  );
});

/** The place of a value in the file of a template. */
function placeInText(folder: string, pointer: string, value: string): string {
  const before = fs.readFileSync(path.join(folder, "template.json"), "utf8").split(value)[0] ?? "";
  const lines = before.split("\n");
  return `template.json:${lines.length}:${(lines.at(-1) ?? "").length + 1} at ${pointer}`;
}

describe("paraph template validate", () => {
  it.live("finds every problem of several templates and their data, without a server", () =>
    Effect.gen(function* () {
      const odd = letter("odd", layoutOf({ ...logo(""), name: "unknown", type: "hologram" }));
      const parts = place("parts");
      fs.mkdirSync(parts);
      fs.writeFileSync(path.join(parts, "template.json"), '{"name":""}');
      fs.writeFileSync(path.join(parts, "manifest.json"), '{"variables":1,"loops":[]}');
      const poor = letter("poor", undefined, {
        manifest: {
          variables: [{ key: "to", label: "To", dataType: "number", required: true }],
          loops: [],
        },
      });
      fs.writeFileSync(path.join(poor, "data.json"), '{"to":"many"}');
      const invoice = path.join(EXAMPLES, "gallery/invoice");
      const { code, stdout } = yield* offline("validate", odd, parts, poor, invoice, "--json");
      assert.strictEqual(code, 1);
      const paths = parseRecords(stdout).map(({ valid, problems }) => [
        valid,
        Array.isArray(problems) ? problems.map((problem: { path: string }) => problem.path) : [],
      ]);
      assert.deepStrictEqual(paths, [
        [false, [placeInText(odd, "/layout/schemas/0/0/type", '"hologram"')]],
        [false, ["template.json:1:9 at /name", "manifest.json:1:14 at /variables"]],
        [false, ["data.json:1:7 at /to"]],
        [true, []],
      ]);
      const validation = yield* offline("validate", parts, invoice);
      assert.match(
        validation.stdout,
        /: 2 problems\n {2}template\.json:1:9 at \/name: .+\n {2}manifest\.json:1:14 at \/variables: /,
      );
      assert.include(validation.stdout, `${invoice}: valid\n`);
    }),
  );

  it.live(
    "names the line and the column in files of every system, and keys that are repeated",
    () =>
      Effect.gen(function* () {
        const folder = place("placed");
        fs.mkdirSync(folder);
        const lines = [
          "\uFEFF{",
          '  "name": "Letter",',
          '\t"manifest": { "loops": [], "variables": [',
          '    { "key": "a.b", "label": "A", "dataType": "text", "required": true } ] },',
          '  "layout": { "basePdf": { "width": 100, "height": 60, "padding": [5, 5, 5, 5] },',
          '    "schemas": [[ { "name": "a.b", "name": "a.c", "type": "text", "width": 20, "height": 6,',
          '      "position": { "x": 10, "y": 10 } } ]] }',
          "}",
        ];
        fs.writeFileSync(path.join(folder, "template.json"), lines.join("\r\n"));
        fs.writeFileSync(path.join(folder, "data.json"), '{\r"a": {\n  "b": 7 } }');
        const { stdout: repeated } = yield* offline("validate", folder);
        assert.include(
          repeated,
          "  template.json:6:36 at /layout/schemas/0/0/name: Is in the object ",
        );
        const once = lines.join("\n").replace(' "name": "a.b",', "");
        fs.writeFileSync(path.join(folder, "template.json"), once);
        const { stdout } = yield* offline("validate", folder);
        assert.include(
          stdout,
          "  template.json:6:29 at /layout/schemas/0/0/name: The manifest has no",
        );
        const known = once.replace("a.c", "a.b");
        fs.writeFileSync(path.join(folder, "template.json"), known);
        fs.writeFileSync(path.join(folder, "data.json"), '{\r"a": {\n  "b": [] } }');
        assert.include((yield* offline("validate", folder)).stdout, "  data.json:3:8 at /a/b: ");
        fs.writeFileSync(path.join(folder, "data.json"), '{\r"a": {} }');
        assert.include((yield* offline("validate", folder)).stdout, "  data.json:2:6 at /a/b: ");
      }),
  );

  it.live(
    "refuses what a server refuses: text that is not UTF-8 or cannot be stored, and deep nesting",
    () =>
      Effect.gen(function* () {
        const latin = letter("latin", undefined);
        fs.writeFileSync(
          place("latin", "data.json"),
          Buffer.from('{"to":"Gr\u00fc\u00dfe"}', "latin1"),
        );
        const nul = letter("nul", undefined, { name: "a\0" });
        const deep = letter("deep", { basePdf: JSON.parse(`${"[".repeat(99)}${"]".repeat(99)}`) });
        const deepest = letter("deepest", undefined);
        const nesting = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
        fs.writeFileSync(path.join(deepest, "template.json"), `{"layout":{"basePdf":${nesting}}}`);
        const { code, stdout } = yield* offline("validate", latin, nul, deep, deepest);
        assert.strictEqual(code, 1);
        for (const problem of [
          "data.json is not text in UTF-8\n",
          " at /name: Contains a character that cannot be stored\n",
          "Nested deeper than 64 levels\n",
          `${deepest}: 1 problem\n`,
        ])
          assert.include(stdout, problem);
      }),
  );

  it.live("refuses references to files outside the folder and to missing files", () =>
    Effect.gen(function* () {
      fs.writeFileSync(place("secret.png"), PNG, "base64");
      const problemsOf = Effect.fnUntraced(function* (content: string) {
        const { code, stdout } = yield* offline(
          "validate",
          letter("leak", layoutOf(logo(content))),
        );
        assert.strictEqual(code, 1);
        return stdout;
      });
      const location = " at /layout/schemas/0/0/content: ";
      const inside = `${location}Expected the path of a file inside the folder\n`;
      assert.include(yield* problemsOf("file:../secret.png"), inside);
      assert.include(yield* problemsOf(`file:${place("secret.png")}`), inside);
      assert.include(
        yield* problemsOf("file:no.png"),
        `${location}no.png: there is no such file\n`,
      );
      fs.symlinkSync(place("secret.png"), place("leak", "link.png"));
      assert.include(
        yield* problemsOf("file:link.png"),
        `${location}link.png: leads out of the folder\n`,
      );
    }),
  );
});

describe("paraph template new", () => {
  it.live("writes each template of the gallery into a folder that can be published, once", () =>
    Effect.gen(function* () {
      const list = yield* offline("new", "--list", "--json");
      const templates = parseRecords(list.stdout);
      assert.isTrue(templates.every(({ description }) => typeof description === "string"));
      const names = templates.map(({ template }) => String(template));
      assert.includeMembers(names, ["invoice", "contract", "letter"]);
      for (const name of names) {
        const { code, stdout, stderr } = yield* offline("new", place("gallery", name));
        assert.deepEqual([code, stderr], [0, ""]);
        assert.include(stdout, "  wrote template.json");
      }
      const checks = yield* offline(
        "validate",
        ...names.map((name) => place("gallery", name)),
        "--json",
      );
      assert.deepEqual(
        parseRecords(checks.stdout).map(({ valid, warnings }) => [valid, warnings]),
        names.map(() => [true, []]),
      );

      const other = place("offers");
      const args = ["new", other, "--from", "quote", "--json"];
      const created = parseRecord((yield* offline(...args)).stdout);
      assert.deepEqual(created, {
        folder: other,
        from: "quote",
        written: ["data.json", "template.json"],
      });
      const again = yield* offline(...args);
      assert.deepEqual([again.code, again.stdout], [1, ""]);
      assert.include(again.stderr, "exists; choose another folder");
    }),
  );

  it.live("says which templates there are", () =>
    Effect.gen(function* () {
      const unknown = yield* offline("new", place("mine"), "--from", "invoices");
      assert.strictEqual(unknown.code, 2);
      assert.match(
        unknown.stderr,
        /--from invoices is not a template of the gallery; allowed: .*quote/,
      );
      const unnamed = yield* offline("new", place("mine"));
      assert.match(unnamed.stderr, /--from is missing, and no template .* named mine; allowed: /);
      assert.match((yield* offline("new")).stderr, /<folder> is missing; .* --list/);
      const both = yield* offline("new", "--list", "--from", "invoice", place("mine"));
      assert.deepEqual([both.code, both.stdout], [2, ""]);
      assert.match(both.stderr, /--list writes no folder/);
      assert.isFalse(fs.existsSync(place("mine")));
    }),
  );
});

describe("paraph template import", () => {
  const field = { type: "text", position: { x: 20, y: 20 }, width: 50, height: 8 };
  const pdfme = (name: string, ...fields: ReadonlyArray<unknown>) => {
    fs.writeFileSync(place(name), JSON.stringify(layoutOf(...fields)));
    return place(name);
  };

  it.live("writes a folder that can be published, once", () =>
    Effect.gen(function* () {
      const due = { ...field, name: "due date", content: "2026-12-01", fontName: "NotoSerifJP" };
      const file = pdfme("pdfme.json", due);
      const target = place("imported");
      const args = ["import", file, "-o", target, "--font-map", "NotoSerifJP=SourceSerif"];
      const { code, stdout, stderr } = yield* offline(...args);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.include(stdout, 'schemas.0.0: Named "due_date"');
      assert.include(stdout, "Changed the font NotoSerifJP to SourceSerif in 1 place");
      assert.deepEqual(JSON.parse(read(path.join(target, "data.json"))), {
        due_date: "2026-12-01",
      });
      assert.strictEqual((yield* offline("validate", target)).code, 0);
      const again = yield* offline(...args);
      assert.strictEqual(again.code, 1);
      assert.include(again.stderr, "exists; choose another folder");
    }),
  );

  it.live("names every reason, and writes nothing", () =>
    Effect.gen(function* () {
      const sum = { ...field, name: "sum", readOnly: true, content: "{net + tax}" };
      const file = pdfme("refused.json", sum, { ...field, name: "a", fontName: "Rboto" });
      const { code, stdout, stderr } = yield* offline("import", file, "-o", place("refused"));
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /schemas\.0\.0\.content: \{net \+ tax\} is an expression.*\(sum\)/);
      assert.match(stderr, /--font-map Rboto: No font is named "Rboto".*"Roboto"/);
      assert.isFalse(fs.existsSync(place("refused")));
    }),
  );
});

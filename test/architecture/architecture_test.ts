import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { codesIn, tablesAfter } from "@paraph/testing/markdown_table";

import { LAYERS, SLICES } from "./layers.ts";
import { violations } from "./rules.ts";
import { type Import, importsOf, readSourceFiles } from "./source_files.ts";
import { parsePackage, readWorkspace, type Workspace } from "./workspace.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The page that describes the layers and slices. */
const PAGE = readFileSync(join(ROOT, "docs/architecture/index.md"), "utf8");

describe("the sources", () => {
  const files = readSourceFiles(ROOT);
  const workspace = readWorkspace(ROOT);

  it("follow the import rules", () => assert.deepStrictEqual(violations(files, workspace), []));

  it("have a folder and an export for each slice of core", () => {
    const layers = new Set(LAYERS.map(({ folder }) => folder));
    const slices = readdirSync(join(ROOT, "packages/core"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:node_modules|testing)$/.test(entry.name))
      .filter(({ name }) => SLICES.includes(name) || !layers.has(`packages/core/${name}`))
      .map(({ name }) => name);
    assert.sameMembers(slices, SLICES);
    const { exports } = workspace.packages.find(({ name }) => name === "@paraph/core")!;
    for (const name of SLICES) {
      assert.strictEqual(exports.get(`@paraph/core/${name}`), `packages/core/${name}/mod.ts`);
    }
  });

  it("are described on the architecture page, in the same order", () => {
    const slices = tablesAfter("slices", PAGE).flatMap(([names = ""]) => codesIn(names));
    assert.deepStrictEqual(slices, SLICES);
    const layers = tablesAfter("layers", PAGE).map(([name = "", , uses]) => [
      ...codesIn(name),
      uses,
    ]);
    assert.deepStrictEqual(
      layers,
      LAYERS.slice(SLICES.length).map(({ folder, uses }) => [
        folder.slice("packages/".length),
        uses,
      ]),
    );
  });
});

describe("violations()", () => {
  const DEPENDENCIES =
    /^Code that ships with @paraph\/\w+ imports only packages in its "dependencies"/;
  const DEV_DEPENDENCIES =
    /^Code that does not ship imports only packages that its own or the root package/;
  const EXPORTS = /^@paraph\/core is imported only through the "exports" of its package\.json/;
  const BY_NAME = /^Packages and examples import code outside of their folder by package name/;
  const ORDER = /^\S+ is before \S+ in LAYERS, and a layer imports only itself and those before it/;
  const NO_NODE = /^\S+ imports no Node built-ins/;
  const NO_DRIVERS = /^\S+ imports no drivers/;
  const PORTABLE = /^packages\/core\/values imports only these npm packages: any-ascii, effect,/;
  const PRIVATE =
    /^A name that begins with "_" is private to its parent folder, here packages\/\w+/;
  const PRODUCTION = /^Production code imports no tests, test helpers or build scripts/;

  it.each([
    // Dependencies.
    ["http/mod.ts", "pg", [DEPENDENCIES]],
    ["http/mod.ts", "pdfjs-dist", [DEPENDENCIES]],
    ["http/mod.ts", "@paraph/worker", [DEPENDENCIES, ORDER]],
    ["http/mod.ts", "paraph", [DEPENDENCIES, ORDER]],
    ["worker/mod.ts", "@paraph/http", [DEPENDENCIES]],
    ["app/mod.ts", "@effect/sql-pg/PgClient", [DEPENDENCIES]],
    ["core/values/mod.ts", "@paraph/core/values", [/^A package imports its own files by path/]],
    ["http/page_test.ts", "left-pad", [DEV_DEPENDENCIES]],
    ["web/share/browser/main.ts", "left-pad", [DEV_DEPENDENCIES]],
    ["../test/journey_test.ts", "left-pad", [DEV_DEPENDENCIES]],
    // Exports.
    ["http/mod.ts", "@paraph/core/values/slug.ts", [EXPORTS]],
    ["http/page_test.ts", "@paraph/core/values/slug.ts", [EXPORTS]],
    ["http/mod.ts", "../core/values/mod.ts", [BY_NAME]],
    ["http/page_test.ts", "../../test/words.ts", [BY_NAME]],
    ["../examples/app.ts", "../packages/core/values/mod.ts", [BY_NAME]],
    // Layers and slices.
    ["core/values/mod.ts", "../erasure/mod.ts", [ORDER]],
    ["core/audit/mod.ts", "../keys/mod.ts", [ORDER]],
    ["core/values/mod.ts", "../mod.ts", [ORDER]],
    ["core/erasure/mod.ts", "@paraph/database", [DEV_DEPENDENCIES, ORDER]],
    ["database/stores/mod.ts", "../postgres/mod.ts", [ORDER]],
    ["http/mod.ts", "@paraph/app", [DEPENDENCIES, ORDER]],
    ["web/share/browser/main.ts", "../share_pages.ts", [ORDER]],
    ["cli/main.ts", "@paraph/database", [ORDER]],
    ["cli/main.ts", "@paraph/http", [ORDER]],
    ["cli/main.ts", "@paraph/app", [ORDER]],
    ["cli/main.ts", "./_programs/serve.ts", [ORDER]],
    // Node built-ins, drivers and packages.
    ["core/values/mod.ts", "node:fs", [NO_NODE]],
    ["core/values/mod.ts", "fs", [NO_NODE]],
    ["database/stores/mod.ts", "node:fs/promises", [NO_NODE]],
    ["http/client/mod.ts", "node:crypto", [NO_NODE]],
    ["web/share/browser/main.ts", "node:path", [NO_NODE]],
    ["core/values/mod.ts", "@effect/platform-node", [DEPENDENCIES, NO_DRIVERS, PORTABLE]],
    ["database/stores/mod.ts", "@effect/sql-pg", [NO_DRIVERS]],
    ["database/stores/mod.ts", "@electric-sql/pglite", [NO_DRIVERS]],
    ["http/mod.ts", "@effect/platform-node", [DEPENDENCIES, NO_DRIVERS]],
    ["worker/mod.ts", "@effect/platform-node/NodeRuntime", [DEPENDENCIES, NO_DRIVERS]],
    ["core/values/mod.ts", "effect/sql", [PORTABLE]],
    ["core/values/mod.ts", "effect/http", [PORTABLE]],
    ["core/values/mod.ts", "effect/http-api", [PORTABLE]],
    ["core/values/mod.ts", "effect/persistence", [PORTABLE]],
    // Private names.
    ["cli/_programs/serve.ts", "../commands/_shared/flags.ts", [PRIVATE]],
    ["http/templates/handlers.ts", "../client/_call.ts", [ORDER, PRIVATE]],
    // Test code.
    ["core/values/mod.ts", "../testing/mod.ts", [PRODUCTION]],
    ["http/mod.ts", "./_testing/body.ts", [PRODUCTION]],
    ["http/mod.ts", "@paraph/testing/body", [DEPENDENCIES, PRODUCTION]],
    ["http/mod.ts", "./page_test.ts", [PRODUCTION]],
    ["http/mod.ts", "./build.ts", [PRODUCTION]],
    ["worker/mod.ts", "./renders/_bench/stock.ts", [PRIVATE, PRODUCTION]],
  ] as const)("rejects that packages/%s imports %s", (source, specifier, sentences) => {
    const file = join("packages", source);
    const lines = violations([{ file, imports: [{ specifier, kind: "value" }] }], WORKSPACE);
    assert.lengthOf(lines, sentences.length, lines.join("\n"));
    const start = `${file} imports "${specifier}": `;
    for (const [index, sentence] of sentences.entries()) {
      assert.isTrue(lines[index]?.startsWith(start), lines[index]);
      assert.match(lines[index]?.slice(start.length) ?? "", sentence);
    }
  });

  it.each([
    ["core/values/slug.ts", "any-ascii"],
    ["core/erasure/mod.ts", "../values/mod.ts"],
    ["database/postgres/mod.ts", "@electric-sql/pglite"],
    ["database/postgres/hub_test.ts", "../testing/mod.ts"],
    ["web/share/browser/main.ts", "pdfjs-dist"],
    ["web/share/browser/main.ts", "@paraph/core/values"],
    ["web/share/share_pages.ts", "../kit/page.ts"],
    ["http/share_page_test.ts", "@paraph/app"],
    ["app/mod.ts", "@effect/platform-node"],
    ["app/mod.ts", "@paraph/database"],
    ["cli/mod.ts", "@paraph/app"],
    ["cli/_programs/serve.ts", "@paraph/http"],
    ["cli/_programs/serve.ts", "../settings.ts"],
    ["cli/build.ts", "./_programs/invoice.ts"],
    ["../test/journey_test.ts", "../packages/cli/_programs/serve.ts"],
    ["../test/journey_test.ts", "@paraph/testing/body"],
    ["../examples/app.ts", "@paraph/core/values"],
  ] as const)("accepts that packages/%s imports %s", (source, specifier) => {
    const file = join("packages", source);
    const imports = [{ specifier, kind: "value" as const }];
    assert.deepStrictEqual(violations([{ file, imports }], WORKSPACE), []);
  });

  it.each(["type", "dynamic"] as const)("counts an import of kind %s", (kind) => {
    const importing = (file: string, specifier: string) =>
      violations([{ file, imports: [{ specifier, kind }] }], WORKSPACE).length;
    assert.strictEqual(importing("packages/core/values/mod.ts", "../erasure/mod.ts"), 1);
    assert.strictEqual(importing("packages/web/mod.ts", "@paraph/app"), 2);
    assert.strictEqual(importing("packages/cli/main.ts", "@paraph/database"), 1);
    // Modules that the CLI loads later do not slow down its start.
    assert.strictEqual(importing("packages/cli/main.ts", "./_programs/serve.ts"), 0);
    assert.strictEqual(importing("packages/cli/main.ts", "@paraph/app"), 0);
  });

  it("follows what exports and commands load to find the code that ships", () => {
    const file = (name: string, specifier: string, kind: Import["kind"] = "value") => ({
      file: `packages/http/${name}`,
      imports: [{ specifier, kind }],
    });
    const lines = (kind: Import["kind"], target: string) =>
      violations([file("mod.ts", `./${target}`, kind), file(target, "pdfjs-dist")], WORKSPACE);
    assert.match(lines("value", "viewer.ts")[0] ?? "", /^packages\/http\/viewer\.ts imports "pdf/);
    assert.match(lines("dynamic", "viewer.ts")[0] ?? "", /"dependencies"\.$/);
    assert.deepStrictEqual(lines("type", "viewer.ts"), []);
    assert.deepStrictEqual(lines("dynamic", "build_pages.ts"), []);
    assert.lengthOf(lines("value", "build_pages.ts"), 1);
  });

  it("rejects a file outside of all layers", () =>
    assert.deepStrictEqual(violations([{ file: "packages/new/mod.ts", imports: [] }], WORKSPACE), [
      "packages/new/mod.ts: Each file of a package is in a folder that LAYERS lists.",
    ]));
});

describe("importsOf()", () => {
  it.each([
    [`import { a } from "./a.ts";`, ["./a.ts value"]],
    [`import type { A } from "./a.ts";`, ["./a.ts type"]],
    [`import { type A } from "./a.ts";`, ["./a.ts value"]],
    [`import type from "./a.ts";`, ["./a.ts value"]],
    [`import "./a.ts";`, ["./a.ts value"]],
    [`export { a, b } from "./a.ts";`, ["./a.ts value"]],
    [`export * from "./a.ts";`, ["./a.ts value"]],
    [`export type { A } from "./a.ts";`, ["./a.ts type"]],
    [`export type * from "./a.ts";`, ["./a.ts type"]],
    [`const a = async () => await import("./a.ts");`, ["./a.ts dynamic"]],
    ["const a = () => import(`./a.ts`);", ["./a.ts dynamic"]],
    [`await import(isBuilt ? "./a.js" : './a.ts');`, ["./a.js dynamic", "./a.ts dynamic"]],
    ["await import(`${folder}/a.js`);", []],
    [`// import "./a.ts";\nconst text = 'import "./b.ts"'; export { text };`, []],
  ] as const)("reads %s", (text, imports) => {
    const actual = importsOf("file.ts", text).map(({ specifier, kind }) => `${specifier} ${kind}`);
    assert.deepStrictEqual(actual, [...imports]);
  });

  it("rejects what cannot be parsed", () =>
    assert.throws(() => importsOf("file.ts", "import {"), /^file\.ts: /));
});

const WORKSPACE: Workspace = {
  root: packageOf("", { name: "workspace", devDependencies: ["@effect/vitest", "esbuild"] }),
  packages: [
    packageOf("core", {
      name: "@paraph/core",
      exports: ["", "/values"],
      dependencies: ["any-ascii", "effect"],
    }),
    packageOf("database", {
      name: "@paraph/database",
      exports: [""],
      dependencies: ["@effect/sql-pg", "@electric-sql/pglite", "@paraph/core"],
    }),
    packageOf("web", {
      name: "@paraph/web",
      exports: [""],
      dependencies: ["@paraph/core"],
      devDependencies: ["pdfjs-dist"],
    }),
    packageOf("http", {
      name: "@paraph/http",
      exports: [""],
      dependencies: ["@paraph/core", "effect"],
      devDependencies: ["@effect/platform-node", "@paraph/app", "pdfjs-dist"],
    }),
    packageOf("worker", { name: "@paraph/worker", exports: [""], dependencies: ["@paraph/core"] }),
    packageOf("app", {
      name: "@paraph/app",
      exports: [""],
      dependencies: ["@effect/platform-node", "@paraph/core", "@paraph/database", "@paraph/worker"],
    }),
    packageOf("testing", { name: "@paraph/testing", exports: ["/body"] }),
    packageOf("cli", {
      name: "paraph",
      exports: [""],
      dependencies: ["@paraph/app", "@paraph/core", "@paraph/database", "@paraph/http"],
    }),
  ],
};

/** A package whose exports are the `mod.ts` of folders. */
function packageOf(
  folder: string,
  parts: Readonly<{
    name: string;
    exports?: ReadonlyArray<string>;
    dependencies?: ReadonlyArray<string>;
    devDependencies?: ReadonlyArray<string>;
  }>,
) {
  const versions = (names: ReadonlyArray<string> = []) =>
    Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  const text = JSON.stringify({
    name: parts.name,
    exports: Object.fromEntries(
      (parts.exports ?? []).map((path) => [`.${path}`, `.${path}/mod.ts`]),
    ),
    dependencies: versions(parts.dependencies),
    devDependencies: versions(parts.devDependencies),
  });
  return parsePackage(folder === "" ? "" : `packages/${folder}`, text);
}

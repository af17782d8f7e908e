import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { pathToFileURL } from "node:url";

import { assert, describe, it, layer } from "@effect/vitest";
import { Effect } from "effect";
import { build } from "esbuild";

import { Chromium, CHROMIUM, openPage } from "../support/browser.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const EXAMPLE = path.join(ROOT, "examples/validate_in_browser");

const bundle = (contents: string) =>
  build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "esm",
    metafile: true,
    write: false,
    logLevel: "silent",
  });

describe("the rules of core", () => {
  it.each(["templates", "manifests", "layouts", "values"])(
    "bundle for browsers: %s, without Node, databases, or code other than rules",
    async (slice) => {
      // Imports that browsers lack, such as node:fs, fail the build.
      const { metafile } = await bundle(`export * from "@paraph/core/${slice}"`);
      const inputEntries = Object.values(metafile.outputs).flatMap(({ inputs }) =>
        Object.entries(inputs),
      );
      const names = inputEntries
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([name]) => name);
      assert.isNotEmpty(names);
      assert.deepEqual(
        names.filter((name) => /\/(adapters|postgres|sql|sql-pg|platform-node)\//.test(name)),
        [],
      );
    },
  );
});

describe.skipIf(CHROMIUM === undefined)("a page that validates", () => {
  layer(Chromium.layer)((it) => {
    it.effect("shows problems of a template while it is typed", () =>
      Effect.gen(function* () {
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-validate-"))),
          (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true })),
        );
        fs.copyFileSync(path.join(EXAMPLE, "index.html"), path.join(folder, "index.html"));
        yield* Effect.promise(() =>
          build({
            entryPoints: [path.join(EXAMPLE, "validate.ts")],
            outfile: path.join(folder, "dist/validate.js"),
            bundle: true,
            minify: true,
            logLevel: "silent",
          }),
        );
        const { page, pageErrors } = yield* openPage();
        yield* Effect.promise(async () => {
          await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
          await page.getByRole("status").getByText("Valid", { exact: true }).waitFor();
          const invalidTemplate = {
            name: "",
            manifest: { variables: [{ key: "a b" }], loops: [] },
          };
          await page.getByLabel("A template as JSON").fill(JSON.stringify(invalidTemplate));
          await page.getByText("manifest.variables.0.key").waitFor();
          await page.getByLabel("A template as JSON").fill("{");
          await page.getByText("Not JSON").waitFor();
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Build } from "@paraph/build";

import { TARGET } from "./build_pages.ts";
import { PACKAGE } from "./package_files.ts";

/** Bundles the script of the builder, which takes seconds. */
export async function buildStudio(): Promise<Build> {
  // Imported on demand, because published packages are prebuilt.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: PACKAGE,
      entryPoints: ["builder/browser/studio.ts"],
      loader: { ".ttf": "binary" },
      // The designer reads PDFs with the library of the pages instead of a second one.
      alias: { "@pdfme/converter": "./builder/browser/canvas/pdf_images.ts" },
      bundle: true,
      minify: true,
      format: "esm",
      target: TARGET,
      outdir: "assets",
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    // Replacements of omitted modules are not files.
    const sources = Object.keys(metafile.inputs).filter((input) => !input.includes(":"));
    return {
      files: outputFiles,
      sources: [import.meta.filename, ...sources.map((source) => join(PACKAGE, source))],
    };
  } finally {
    // Otherwise esbuild's process would stay alive next to the server.
    await stop();
  }
}

/** The sources of the script. Its packages are pinned in `package.json`. */
const FOLDERS = ["builder/browser", "ui/browser"];
const RULES = ["embed", "expressions", "layouts", "manifests", "values"];

/** Returns a digest of the script's sources, so that servers of one release agree without building it. */
export function digestOfSources(): string {
  const here = (path: string) => new URL(`../../${path}`, import.meta.url);
  const hash = createHash("sha256").update(readFileSync(here("package.json")));
  const rules = RULES.map((name) => new URL(".", import.meta.resolve(`@paraph/core/${name}`)));
  for (const folder of [...FOLDERS.map((name) => here(`${name}/`)), ...rules]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!file.endsWith(".ts") || file.endsWith("_test.ts")) continue;
      hash.update(file).update(readFileSync(new URL(file, folder)));
    }
  }
  return hash.digest("hex").slice(0, 10);
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Build } from "@paraph/build";

import { TARGET } from "./build_pages.ts";
import { PACKAGE } from "./built_files.ts";

/** Makes the script of the builder, which takes seconds. */
export async function buildStudio(): Promise<Build> {
  // Loaded only where it is needed.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: PACKAGE,
      entryPoints: ["builder/browser/studio.ts"],
      loader: { ".ttf": "binary" },
      // The designer reads PDFs with the library that all pages have, not with one more.
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
    // What stands for modules that are left out is no file.
    const sources = Object.keys(metafile.inputs).filter((input) => !input.includes(":"));
    return {
      files: outputFiles,
      sources: [import.meta.filename, ...sources.map((source) => join(PACKAGE, source))],
    };
  } finally {
    // What has built it would wait beside the server for more.
    await stop();
  }
}

/** What it is made of; the packages in it are pinned in the package's own description. */
const FOLDERS = ["builder/browser", "ui/browser"];
const RULES = ["embed", "layouts", "manifests", "values"];

/** Changes with what the script is made of. Servers of one release say the same, without having made it. */
export function digestOfSources(): string {
  const here = (path: string) => new URL(`../${path}`, import.meta.url);
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

import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { buildSync, stop } from "esbuild";

/** The files of the pages under names that change with their content. */
export interface PageBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The script that starts, which is small. */
  readonly script: string;
  /** The scripts that it goes on with. */
  readonly modules: ReadonlyArray<string>;
  readonly stylesheet: string;
  readonly icon: string;
}

/** What browsers of the last five years understand; pdf.js brings along what they lack. */
const TARGET = "es2022";

/** Makes of the sources for browsers what browsers load. The same sources give the same names. */
export function pageBundle(): PageBundle {
  const { outputFiles } = buildSync({
    absWorkingDir: fileURLToPath(new URL("browser", import.meta.url)),
    entryPoints: { share: "main.ts", page: "share_page.css", icon: "icon.svg" },
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    loader: { ".svg": "copy" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: TARGET,
    outdir: "assets",
    write: false,
    logLevel: "silent",
  });
  // What has built it would wait beside the server for more.
  void stop();
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const names = [...files.keys()];
  const named = (start: string, end: string) =>
    names.find((name) => name.startsWith(start) && name.endsWith(end)) ?? "";
  const script = named("share-", ".js");
  return {
    files,
    script,
    modules: names.filter((name) => name.endsWith(".js") && name !== script),
    stylesheet: named("page-", ".css"),
    icon: named("icon-", ".svg"),
  };
}

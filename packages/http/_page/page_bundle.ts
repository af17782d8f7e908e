import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { buildSync, type Metafile, stop } from "esbuild";

/** The kinds of pages that there are. */
const KINDS = ["share", "sign", "builder", "form"] as const;
export type PageKind = (typeof KINDS)[number];

/** What one kind of page is made of, by name. */
interface PageParts {
  /** The script that starts, which is small. */
  readonly script: string;
  /** The scripts that it goes on with. */
  readonly modules: ReadonlyArray<string>;
  readonly stylesheet: string;
}

/** The files of the pages under names that change with their content. */
export interface PageBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly icon: string;
  readonly pages: Readonly<Record<PageKind, PageParts>>;
}

/** What browsers of the last five years understand; pdf.js brings along what they lack. */
const TARGET = "es2022";

/** Makes of the sources for browsers what browsers load. The same sources give the same names. */
export function pageBundle(): PageBundle {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: {
      ...Object.fromEntries(KINDS.map((kind) => [kind, `${kind}_page/browser/main.ts`])),
      ...Object.fromEntries(KINDS.map((kind) => [`${kind}-style`, styleOf(kind)])),
      icon: "_page/browser/icon.svg",
    },
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "copy", ".ttf": "file" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: TARGET,
    outdir: OUTDIR,
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  // What has built it would wait beside the server for more.
  void stop();
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const named = (start: string, end: string) =>
    [...files.keys()].find((name) => name.startsWith(start) && name.endsWith(end)) ?? "";
  const partsOf = (kind: PageKind): PageParts => {
    const script = named(`${kind}-`, ".js");
    const modules = scriptsAfter(script, metafile);
    return { script, modules, stylesheet: named(`${kind}-style-`, ".css") };
  };
  const pages = {
    share: partsOf("share"),
    sign: partsOf("sign"),
    builder: partsOf("builder"),
    form: partsOf("form"),
  };
  return { files, icon: named("icon-", ".svg"), pages };
}

const OUTDIR = "assets";

function styleOf(kind: PageKind): string {
  return `${kind}_page/browser/${kind}_page.css`;
}

/** All scripts that one goes on with, at once or later. */
function scriptsAfter(script: string, { outputs }: Metafile): ReadonlyArray<string> {
  const found = new Set([script]);
  for (const name of found) {
    for (const { path } of outputs[`${OUTDIR}/${name}`]?.imports ?? []) found.add(basename(path));
  }
  found.delete(script);
  return [...found];
}

import { basename, join } from "node:path";

import type { Build } from "@paraph/build";
import { Schema } from "effect";
import type { Metafile } from "esbuild";

import { CONTENTS, type Contents, ContentsJson, KINDS, type PageKind } from "../page_contents.ts";
import { PACKAGE } from "./package_files.ts";

/** Supports browsers of the last five years; pdf.js has polyfills for its own needs. */
export const TARGET = "es2022";

/** Bundles the browser scripts and styles of all pages. */
export async function buildPages(): Promise<Build> {
  // Imported on demand, because published packages are prebuilt.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: PACKAGE,
      entryPoints: {
        ...Object.fromEntries(KINDS.map((kind) => [kind, `${kind}/browser/main.ts`])),
        ...Object.fromEntries(KINDS.map((kind) => [`${kind}-style`, styleOf(kind)])),
        "inbox-style": styleOf("inbox"),
        icon: "ui/browser/icon.svg",
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
    const contents = contentsOf(
      outputFiles.map(({ path }) => basename(path)),
      metafile,
    );
    const index = new TextEncoder().encode(Schema.encodeSync(ContentsJson)(contents));
    const sources = Object.keys(metafile.inputs).map((input) => join(PACKAGE, input));
    return {
      files: [...outputFiles, { path: CONTENTS, contents: index }],
      sources: [import.meta.filename, ...sources],
    };
  } finally {
    // Otherwise esbuild's process would stay alive next to the server.
    await stop();
  }
}

function contentsOf(names: ReadonlyArray<string>, metafile: Metafile): typeof Contents.Type {
  const findName = (start: string, end: string) =>
    names.find((name) => name.startsWith(start) && name.endsWith(end)) ?? "";
  const partsOf = (kind: PageKind) => {
    const script = findName(`${kind}-`, ".js");
    const modules = scriptsAfter(script, metafile);
    return { script, modules, stylesheet: findName(`${kind}-style-`, ".css") };
  };
  return {
    icon: findName("icon-", ".svg"),
    inbox: { stylesheet: findName("inbox-style-", ".css") },
    pages: {
      share: partsOf("share"),
      sign: partsOf("sign"),
      builder: partsOf("builder"),
      form: partsOf("form"),
      send: partsOf("send"),
      reference: partsOf("reference"),
      console: partsOf("console"),
    },
  };
}

const OUTDIR = "assets";

function styleOf(kind: PageKind | "inbox"): string {
  return `${kind}/browser/${kind}_page.css`;
}

/** Returns all scripts that a script imports, statically or dynamically. */
function scriptsAfter(script: string, { outputs }: Metafile): ReadonlyArray<string> {
  const scripts = new Set([script]);
  for (const name of scripts) {
    for (const { path } of outputs[`${OUTDIR}/${name}`]?.imports ?? []) scripts.add(basename(path));
  }
  scripts.delete(script);
  return [...scripts];
}

import { basename, join } from "node:path";

import type { Build } from "@paraph/build";
import { Schema } from "effect";
import type { Metafile } from "esbuild";

import { CONTENTS, type Contents, ContentsJson, KINDS, type PageKind } from "../page_contents.ts";
import { PACKAGE } from "./package_files.ts";

/** Supports browsers of the last five years; pdf.js has polyfills for its own needs. */
const TARGET = "es2022";

/**
 * The pages that one run of esbuild bundles. Pages of a run share scripts. A module that any page of a run needs
 * is loaded by every page of that run whose modules import it, even if they need other parts of those only: the
 * builder validates with schemas, which would add 105 kB to the scripts of signers.
 */
const RUNS = [KINDS.filter((kind) => kind !== "builder"), ["builder"]] as const;

/** The files that have no scripts. */
const WITHOUT_SCRIPT = {
  ...Object.fromEntries(KINDS.map((kind) => [`${kind}-style`, styleOf(kind)])),
  "inbox-style": styleOf("inbox"),
  "verify-style": styleOf("verify"),
  icon: "ui/browser/icon.svg",
};

/** Bundles the browser scripts and styles of all pages. */
export async function buildPages(): Promise<Build> {
  // Imported on demand, because published packages are prebuilt.
  const { build, stop } = await import("esbuild");
  try {
    const entryPoints = [...RUNS.map(scriptsOf), WITHOUT_SCRIPT];
    const runs = await Promise.all(
      entryPoints.map((entries) => build({ ...OPTIONS, entryPoints: entries })),
    );
    // Files of the same name have the same contents.
    const files = new Map(
      runs.flatMap(({ outputFiles }) => outputFiles).map((file) => [basename(file.path), file]),
    );
    const outputs = Object.assign({}, ...runs.map(({ metafile }) => metafile.outputs));
    const contents = contentsOf([...files.keys()], outputs);
    const index = new TextEncoder().encode(Schema.encodeSync(ContentsJson)(contents));
    const sources = runs.flatMap(({ metafile }) => Object.keys(metafile.inputs));
    return {
      files: [...files.values(), { path: CONTENTS, contents: index }],
      sources: [import.meta.filename, ...new Set(sources.map((input) => join(PACKAGE, input)))],
    };
  } finally {
    // Otherwise esbuild's process would stay alive next to the server.
    await stop();
  }
}

const OUTDIR = "assets";

const OPTIONS = {
  absWorkingDir: PACKAGE,
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
} as const;

function scriptsOf(kinds: ReadonlyArray<PageKind>): Record<string, string> {
  return Object.fromEntries(kinds.map((kind) => [kind, `${kind}/browser/main.ts`]));
}

type Outputs = Metafile["outputs"];

function contentsOf(names: ReadonlyArray<string>, outputs: Outputs): typeof Contents.Type {
  const findName = (start: string, end: string) =>
    names.find((name) => name.startsWith(start) && name.endsWith(end)) ?? "";
  const partsOf = (kind: PageKind) => {
    const script = findName(`${kind}-`, ".js");
    const modules = scriptsAfter(script, outputs, kind !== "builder");
    return { script, modules, stylesheet: findName(`${kind}-style-`, ".css") };
  };
  return {
    icon: findName("icon-", ".svg"),
    inbox: { stylesheet: findName("inbox-style-", ".css") },
    verify: { stylesheet: findName("verify-style-", ".css") },
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

function styleOf(kind: PageKind | "inbox" | "verify"): string {
  return `${kind}/browser/${kind}_page.css`;
}

/**
 * Returns all scripts that a script imports, statically or dynamically.
 *
 * @param isDeep Whether those that later scripts import dynamically are included. The builder loads the
 *   libraries of barcodes and PDFs when it needs them.
 */
function scriptsAfter(script: string, outputs: Outputs, isDeep: boolean): ReadonlyArray<string> {
  const scripts = new Set([script]);
  for (const name of scripts) {
    for (const { path, kind } of outputs[`${OUTDIR}/${name}`]?.imports ?? []) {
      const isFollowed = isDeep || name === script || kind === "import-statement";
      if (isFollowed && path.endsWith(".js")) scripts.add(basename(path));
    }
  }
  scripts.delete(script);
  return [...scripts];
}

import { join } from "node:path";

import type { Build } from "@paraph/build";
import type { BuildOptions } from "esbuild";

/** How a bundle of the CLI differs from others. */
export interface MainBundle extends Pick<
  BuildOptions,
  | "banner"
  | "legalComments"
  | "lineLimit"
  | "minifySyntax"
  | "minifyWhitespace"
  | "plugins"
  | "target"
> {
  /** The folder of all packages, or the one above. */
  readonly folder: string;
  /** The entry, relative to the folder. */
  readonly entry: string;
}

/** Bundles the CLI into a few files. */
export async function bundleMain({ folder, entry, ...options }: MainBundle): Promise<Build> {
  // Published packages contain the bundles and do not install esbuild.
  const { build, stop } = await import("esbuild");
  try {
    const { outputFiles, metafile } = await build({
      absWorkingDir: folder,
      entryPoints: [entry],
      entryNames: "[name]",
      bundle: true,
      splitting: true,
      metafile: true,
      write: false,
      outdir: ".",
      format: "esm",
      platform: "node",
      logLevel: "silent",
      ...options,
    });
    // Modules of plugins have a namespace before a colon.
    const inputs = Object.keys(metafile.inputs).filter((input) => !input.includes(":"));
    const sources = [import.meta.filename, ...inputs.map((input) => join(folder, input))];
    return { files: outputFiles, sources };
  } finally {
    await stop();
  }
}

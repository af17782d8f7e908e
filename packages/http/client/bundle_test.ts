import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { build } from "esbuild";

/** The size limit of the bundle; compressed it is 173 kB, mostly Effect. */
const MAX_BYTES = 640_000;

/** The modules of the server that the client may bundle: failures and their dependencies. */
const SHARED_MODULES =
  /packages\/(http\/(client|_wire\/(errors\/failures|request\/(request_id|idempotency_key)))|core\/(\w+\/errors\.ts|keys\/refused_key\.ts|values\/|webhooks\/(verify_delivery|secret)))/;

describe("the client as a bundle", () => {
  it("needs only fetch, and contains no code of the server", async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [path.join(import.meta.dirname, "mod.ts")],
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: "esm",
      platform: "neutral",
      outdir: "out",
      logLevel: "silent",
    });
    const outputs = Object.values(metafile.outputs);
    const imports = outputs.flatMap((output) => output.imports.map(({ path }) => path));
    assert.deepEqual(imports, []);
    const files = outputs.flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [file] : [],
      ),
    );
    const ownFiles = files.filter((file) => !file.includes("node_modules/"));
    assert.deepEqual(
      ownFiles.filter((file) => !SHARED_MODULES.test(file)),
      [],
    );
    const others = new Set(
      files.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.slice(1) ?? []),
    );
    assert.deepEqual([...others], ["effect"]);
    assert.isBelow(outputFiles[0]?.contents.length ?? 0, MAX_BYTES);
  });
});

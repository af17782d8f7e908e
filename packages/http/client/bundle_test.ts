import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { build } from "esbuild";

/** 173 kB as it travels, most of it of Effect; it may grow a little before somebody looks. */
const MAX_BYTES = 640_000;

/** What of the server's own may come along: failures, and what they are made of. */
const SHARED =
  /packages\/(http\/(client|_wire\/(errors\/failures|request\/(request_id|idempotency_key)))|core\/(\w+\/errors\.ts|keys\/refused_key\.ts|values\/|webhooks\/(verify_delivery|secret)))/;

describe("the client as a bundle", () => {
  it("runs where there is only fetch, and has nothing of the server in it", async () => {
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
    const ours = files.filter((file) => !file.includes("node_modules/"));
    assert.deepEqual(
      ours.filter((file) => !SHARED.test(file)),
      [],
    );
    const others = new Set(
      files.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.slice(1) ?? []),
    );
    assert.deepEqual([...others], ["effect"]);
    assert.isBelow(outputFiles[0]?.contents.length ?? 0, MAX_BYTES);
  });
});

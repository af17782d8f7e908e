import { NodeFileSystem } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { Effect, Layer } from "effect";

import { PageAssets } from "./page_assets.ts";

/** Pages, and the maximum size in bytes of all their scripts, compressed. */
const BUDGETS = [
  ["share", 200_000],
  ["sign", 200_000],
  ["form", 200_000],
  ["send", 200_000],
  ["console", 250_000],
] as const;

/** The maximum size of the PDF worker, which loads in parallel and is the same for all pages. */
const WORKER_BUDGET = 400_000;

layer(PageAssets.layer.pipe(Layer.provide(NodeFileSystem.layer)))("PageAssets", (it) => {
  const compressedSize = Effect.fnUntraced(function* (name: string) {
    const { find } = yield* PageAssets;
    const asset = find(name);
    assert.isDefined(asset, name);
    return (yield* asset.read("br")).length;
  });

  for (const [kind, budget] of BUDGETS) {
    it.effect(`has at most ${budget / 1000} kB of script for the page ${kind}`, () =>
      Effect.gen(function* () {
        const { files } = yield* PageAssets;
        const { script, modules } = files[kind];
        const sizes = yield* Effect.forEach([script, ...modules], compressedSize);
        const total = sizes.reduce((sum, size) => sum + size, 0);
        assert.isBelow(total, budget);
        // Every page has more than its start script.
        assert.isAbove(total, 10_000);
      }),
    );
  }

  it.effect(`has a PDF worker of at most ${WORKER_BUDGET / 1000} kB`, () =>
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      assert.isBelow(yield* compressedSize(files.share.worker), WORKER_BUDGET);
    }),
  );
});

import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { NodeFileSystem } from "@effect/platform-node";
import { assert, describe, layer } from "@effect/vitest";
import { PageAssets } from "@paraph/web";
import { Effect, Layer } from "effect";
import pdfjsPackage from "pdfjs-dist/package.json" with { type: "json" };

import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { codeOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";

const { files } = await Effect.runPromise(
  Effect.provide(PageAssets, Layer.provide(PageAssets.layer, NodeFileSystem.layer)),
);
const { icon, script, modules, stylesheet } = files.share;

layer(apiServer, { excludeTestServices: true })("GET /assets/{name}", (it) => {
  const get = Effect.fnUntraced(function* (name: string, headers: Record<string, string> = {}) {
    const { port } = yield* ApiServer;
    return yield* send(port, { path: `/assets/${name}`, headers });
  });
  const LIBRARY = `pdfjs-${pdfjsPackage.version}/`;

  describe("a file of the pages", () => {
    it.effect("is immutable and has its content type", () =>
      Effect.gen(function* () {
        for (const [name, type] of [
          [script, "text/javascript; charset=utf-8"],
          ...modules.map((module) => [module, "text/javascript; charset=utf-8"] as const),
          [stylesheet, "text/css; charset=utf-8"],
          [icon, "image/svg+xml"],
          [`${LIBRARY}worker.js`, "text/javascript; charset=utf-8"],
          [`${LIBRARY}wasm/openjpeg.wasm`, "application/wasm"],
          [`${LIBRARY}cmaps/UniJIS-UTF16-H.bcmap`, "application/octet-stream"],
          [`${LIBRARY}standard_fonts/LiberationSans-Regular.ttf`, "font/ttf"],
        ] as const) {
          const { status, headers, bytes } = yield* get(name);
          assert.deepEqual([status, headers["content-type"]], [200, type], name);
          assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable");
          assert.strictEqual(headers["x-content-type-options"], "nosniff");
          assert.isNotEmpty(bytes);
        }
      }),
    );

    it.effect("is compressed for clients that accept it", () =>
      Effect.gen(function* () {
        const name = `${LIBRARY}worker.js`;
        const plain = yield* get(name);
        const [br, gzip] = [
          yield* get(name, { "accept-encoding": "gzip, br" }),
          yield* get(name, { "accept-encoding": "gzip" }),
        ];
        assert.deepEqual(brotliDecompressSync(br.bytes), plain.bytes);
        assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
        for (const [{ headers, bytes }, coding] of [
          [plain, undefined],
          [br, "br"],
          [gzip, "gzip"],
        ] as const) {
          assert.strictEqual(headers["content-encoding"], coding);
          assert.strictEqual(headers["content-length"], String(bytes.length));
          assert.strictEqual(headers.vary, "accept-encoding");
        }
        assert.isBelow(br.bytes.length, plain.bytes.length / 3);
      }),
    );
  });

  it.effect("returns not_found for other files", () =>
    Effect.gen(function* () {
      for (const name of [
        "share.js",
        `${script}x`,
        `x/../${script}`,
        `${LIBRARY}cmaps/../worker.js`,
        "..%2f..%2fpackage.json",
        `${LIBRARY}cmaps`,
        "constructor",
        "%",
      ]) {
        const response = yield* get(name);
        assert.deepEqual([response.status, codeOf(response)], [404, "not_found"], name);
      }
    }),
  );
});

import { assert, layer } from "@effect/vitest";
import { AssetStore, documentName } from "@paraph/core/renders";
import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";

import { submitInvoice } from "../_testing/api_client.ts";
import { apiServer, ApiServer } from "../_testing/api_server.ts";
import { fieldsOf } from "../_testing/body.ts";
import { send } from "../_testing/http_client.ts";
import { call, visit } from "../_testing/shared_document.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";

/** The number of corrupt files in the metrics. */
const corruptFiles = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const { text } = yield* send(port, { method: "GET", path: "/metrics" });
  return Number(/^paraph_storage_corrupt_files_total (\d+)$/m.exec(text)?.[1] ?? 0);
});

const SIZES = [
  ["small", 1000],
  ["large", 3_000_000],
] as const;

layer(apiServer, { excludeTestServices: true })("A stored file", (it) => {
  for (const [kind, length] of SIZES) {
    it.effect(`that does not match its checksum is not served: ${kind}`, () =>
      Effect.gen(function* () {
        const store = yield* AssetStore;
        const { logs } = yield* ApiServer;
        const { id } = yield* submitInvoice(`corrupt-${kind}`);
        const document = Buffer.alloc(length, "%PDF-1.7\nThe right document\n");
        yield* succeedRender(RenderId.make(id), document);
        const share = fieldsOf(yield* call("POST", `/v1/renders/${id}/shares`, {}));
        const { downloadUrl } = fieldsOf(yield* call("GET", `/v1/renders/${id}`));
        const downloads = [
          (headers = {}) => call("GET", `/v1/embed/renders/${id}/download`, undefined, headers),
          (headers = {}) => visit(`/share/${String(share["shareToken"])}/document.pdf`, headers),
          (headers = {}) => visit(new URL(String(downloadUrl)).pathname, headers),
        ];
        const range = { range: "bytes=10-19" };
        for (const open of downloads) {
          assert.strictEqual((yield* open()).status, 200);
          assert.strictEqual((yield* open(range)).text, "he right d");
        }
        const [before, logCount] = [yield* corruptFiles, logs.length];
        const otherDocument = Buffer.alloc(length, "%PDF-1.7\nThe otherDocument document\n");
        for (const damagedBytes of [otherDocument, document.subarray(0, length - 1)]) {
          yield* store.put(documentName(RenderId.make(id)), damagedBytes);
          for (const open of downloads) {
            for (const headers of [{}, range]) {
              const { status, text, json } = yield* open(headers);
              assert.strictEqual(status, 500);
              assert.nestedPropertyVal(json, "error.code", "internal_error");
              assert.notInclude(text, "document");
            }
          }
        }
        assert.isAtLeast((yield* corruptFiles) - before, 2 * 2 * downloads.length);
        assert.isTrue(logs.slice(logCount).some(({ text }) => text.includes("match its checksum")));
        yield* store.put(documentName(RenderId.make(id)), document);
        for (const open of downloads) assert.strictEqual((yield* open()).status, 200);
      }),
    );
  }
});

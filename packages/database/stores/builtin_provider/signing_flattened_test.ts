import { createHash } from "node:crypto";

import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import { AssetStore, Renders } from "@paraph/core/renders";
import { flattenedFileName, SignatureStore } from "@paraph/core/signatures";
import { Transaction } from "@paraph/core/values";
import { Effect, Option, Stream } from "effect";
import { SqlClient } from "effect/sql";

import { renderErasure } from "../erasure/render_erasure.ts";
import {
  requestOneSignature,
  certificates,
  finish,
  flattening,
  sealOrders,
  signingServices,
  status,
  tokenOf,
} from "./signing_fixture.ts";

const FLATTENED_PDF = new TextEncoder().encode("%PDF-1.7 a contract that is flattened");
const SHA256 = createHash("sha256").update(FLATTENED_PDF).digest("hex");

/** A request whose document was flattened when it was sent. */
const requestFlattened = Effect.acquireUseRelease(
  Effect.sync(() => {
    flattening.to = FLATTENED_PDF;
  }),
  () => requestOneSignature(),
  () =>
    Effect.sync(() => {
      delete flattening.to;
    }),
);

/** The stored content under a name. */
const readAsset = Effect.fnUntraced(function* (name: string) {
  const asset = yield* (yield* AssetStore).open(name);
  return Option.isSome(asset) ? yield* Stream.mkUint8Array(asset.value.bytes) : undefined;
});

layer(signingServices)("a flattened document", (it) => {
  it.effect("is shown, hashed and sealed, and the render does not change", () =>
    Effect.gen(function* () {
      const request = yield* requestFlattened;
      const token = yield* tokenOf(request, "ada");
      const file = yield* (yield* Signing).document(token);
      assert.strictEqual(file.sha256, SHA256);
      assert.strictEqual(file.totalSize, FLATTENED_PDF.length);
      assert.deepStrictEqual(yield* Stream.mkUint8Array(file.bytes), FLATTENED_PDF);
      const part = yield* (yield* Signing).document(token, { offset: 1, length: 3 });
      assert.strictEqual(Buffer.from(yield* Stream.mkUint8Array(part.bytes)).toString(), "PDF");
      yield* finish(token);
      assert.strictEqual((yield* status(request)).status, "completed");
      assert.deepStrictEqual(sealOrders.at(-1)?.pdf, FLATTENED_PDF);
      assert.strictEqual(certificates.at(-1)?.document.originalSha256, SHA256);
      const render = yield* (yield* Renders).get(request.projectId, request.renderId);
      assert.notStrictEqual(render.sha256, SHA256);
    }),
  );

  it.effect("is stored only for requests that differ from their render", () =>
    Effect.gen(function* () {
      const [plain, flat] = [yield* requestOneSignature(), yield* requestFlattened];
      assert.isUndefined(yield* readAsset(flattenedFileName(plain.id)));
      assert.deepStrictEqual(yield* readAsset(flattenedFileName(flat.id)), FLATTENED_PDF);
    }),
  );

  it.effect("is removed with its render, and with an unsuccessful request", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const countRemovals = (name: string) =>
        Effect.map(sql`SELECT 1 FROM removed_files WHERE name = ${name}`, ({ length }) => length);
      const request = yield* requestFlattened;
      const { eraseRenders } = yield* renderErasure;
      const { renderId } = request;
      const { run } = yield* Transaction;
      assert.isTrue(yield* run(eraseRenders([renderId])));
      assert.strictEqual(yield* countRemovals(flattenedFileName(request.id)), 1);

      const other = yield* requestFlattened;
      yield* sql`
        UPDATE signature_requests
        SET status = 'unsent', provider_id = NULL
        WHERE id = ${other.id}`;
      const store = yield* SignatureStore;
      assert.isTrue(yield* store.discard(other.id));
      assert.isFalse(yield* store.discard(other.id));
      assert.strictEqual(yield* countRemovals(flattenedFileName(other.id)), 1);
    }),
  );
});

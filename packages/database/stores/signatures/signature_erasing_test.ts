import { assert, layer } from "@effect/vitest";
import { ErasureStore } from "@paraph/core/erasure";
import { AssetStore } from "@paraph/core/renders";
import { type ProviderReport, SignatureStore } from "@paraph/core/signatures";
import { type SignatureRequestId, Transaction } from "@paraph/core/values";
import { Deferred, Effect, Exit, Option } from "effect";
import { SqlClient } from "effect/sql";

import type { Script } from "../../testing/mod.ts";
import {
  deliver,
  processRequest,
  NOW,
  PDF,
  providerScript,
  sentRequest,
  services,
} from "./signatures_fixture.ts";

/** The report of a provider when all recipients have signed. */
const COMPLETION_REPORTS: ReadonlyArray<ProviderReport> = [
  ...["recipient-0", "recipient-1"].map(
    (recipientId) => ({ kind: "signed", at: NOW, recipientId }) as const,
  ),
  { kind: "completed", at: NOW },
];

/** A sent request. */
const requestOf = Effect.fnUntraced(function* (id: SignatureRequestId) {
  const request = Option.getOrThrow(yield* (yield* SignatureStore).load(id));
  assert.isTrue(request.sent);
  return request;
});

/** Erases a request with its render. */
const erase = Effect.fnUntraced(function* (id: SignatureRequestId) {
  const { lock, eraseRenders } = yield* ErasureStore;
  const { renderId } = yield* requestOf(id);
  const { run } = yield* Transaction;
  yield* run(Effect.andThen(lock([renderId]), eraseRenders([renderId])));
});

/** The sizes of the files of an erased request that are scheduled for removal. */
const leftFiles = Effect.fnUntraced(function* (id: SignatureRequestId) {
  const sql = yield* SqlClient.SqlClient;
  const assets = yield* AssetStore;
  const names = yield* sql<{ readonly name: string }>`
    SELECT name FROM removed_files WHERE name LIKE ${`signatures/${id}/%`}`;
  const files = yield* Effect.forEach(names, ({ name }) => assets.open(name));
  return files.flatMap((file) => (Option.isSome(file) ? [file.value.byteSize] : []));
});

layer(services)("SignatureWork", (it) => {
  it.effect("schedules the removal of a late certificate before it is stored", () =>
    Effect.gen(function* () {
      const { id, providerId } = yield* sentRequest;
      const sql = yield* SqlClient.SqlClient;
      const certificate = Uint8Array.from(PDF).fill(65, 8);
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: null });
      providerScript.certificate = () => Effect.succeed(certificate);
      yield* deliver(providerId, COMPLETION_REPORTS);
      yield* processRequest(id);
      // Like a kill between the file and its row.
      yield* sql`
        ALTER TABLE signature_requests
        ADD CONSTRAINT killed CHECK (certificate_file IS NULL) NOT VALID`;
      assert.isTrue(Exit.isFailure(yield* Effect.exit(processRequest(id))));
      yield* sql`ALTER TABLE signature_requests DROP CONSTRAINT killed`;
      yield* erase(id);
      assert.sameMembers(yield* leftFiles(id), [PDF.length, certificate.length]);
    }),
  );

  it.effect("stores one late certificate, also after concurrent downloads", () =>
    Effect.gen(function* () {
      const { id, providerId } = yield* sentRequest;
      providerScript.documents = () => Effect.succeed({ signed: PDF, certificate: null });
      yield* deliver(providerId, COMPLETION_REPORTS);
      yield* processRequest(id);
      const all = yield* Deferred.make<void>();
      let fetching = 0;
      providerScript.certificate = () =>
        Effect.gen(function* () {
          const attempt = ++fetching;
          if (attempt === 3) yield* Deferred.succeed(all, undefined);
          yield* Deferred.await(all);
          return Uint8Array.from({ length: 100 + attempt }, () => attempt);
        });
      yield* Effect.all([processRequest(id), processRequest(id), processRequest(id)], {
        concurrency: "unbounded",
      });
      const { certificateFile } = yield* requestOf(id);
      yield* erase(id);
      assert.sameMembers(yield* leftFiles(id), [PDF.length, certificateFile?.byteSize]);
    }),
  );

  it.effect("ignores a request that is erased during a call of its provider", () =>
    Effect.gen(function* () {
      const documents = { signed: PDF, certificate: null };
      const moments: ReadonlyArray<{
        readonly reports: ReadonlyArray<ProviderReport>;
        readonly does: (erased: Effect.Effect<void>) => Partial<Script>;
        /** The files stored before. */
        readonly left?: ReadonlyArray<number>;
      }> = [
        {
          reports: [],
          does: (erasure) => ({ snapshot: () => Effect.as(erasure, COMPLETION_REPORTS) }),
        },
        {
          reports: COMPLETION_REPORTS,
          does: (erasure) => ({ documents: () => Effect.as(erasure, documents) }),
        },
        {
          reports: COMPLETION_REPORTS,
          does: (erasure) => ({
            documents: () => Effect.succeed(documents),
            certificate: () => Effect.as(erasure, PDF),
          }),
          left: [PDF.length],
        },
      ];
      for (const { reports, does, left = [] } of moments) {
        const { id, providerId } = yield* sentRequest;
        const context = yield* Effect.context<ErasureStore | SignatureStore | Transaction>();
        Object.assign(providerScript, does(Effect.provideContext(erase(id), context)));
        yield* deliver(providerId, reports);
        let last = yield* processRequest(id);
        while (last.kind === "in") last = yield* processRequest(id);
        assert.strictEqual(last.kind, "never");
        assert.isTrue(Option.isNone(yield* (yield* SignatureStore).load(id)));
        assert.deepEqual(yield* leftFiles(id), left);
      }
    }),
  );
});

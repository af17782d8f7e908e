import { assert, describe, it } from "@effect/vitest";
import { AssetStore, type PublicAsset, StorageUnavailable } from "@paraph/core/renders";
import { S3_KEY, S3_REGION, type S3Failure, s3Server } from "@paraph/testing/s3_server";
import { Clock, Effect, Exit, Layer, Logger, Option, Redacted, Stream } from "effect";
import { Digest } from "effect/crypto";
import { FetchHttpClient } from "effect/http";

import { assetStoreSuite, bytesOf, NAME, read } from "../asset_store_fixture.ts";
import { assetStoreS3, type AssetStoreS3Options } from "./asset_store.ts";

const TOKEN = "abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE";
const DOCUMENT: PublicAsset = { token: TOKEN, bytes: bytesOf(10, 7), filename: "Größe (1).pdf" };

type Options = Partial<AssetStoreS3Options> & { readonly secret?: string };

/** A store in a bucket of a new server, with its log. */
const makeStore = Effect.fnUntraced(function* ({ secret, ...options }: Options = {}) {
  const server = yield* s3Server("documents", "copies");
  const logs: Array<string> = [];
  const logger = Logger.make(({ message }) => void logs.push(String(message)));
  const context = yield* Layer.build(
    Layer.fresh(
      assetStoreS3({
        bucket: "documents",
        prefix: "p/q/",
        region: S3_REGION,
        publicCopies: undefined,
        endpoint: server.endpoint,
        credentials: {
          accessKeyId: S3_KEY.accessKeyId,
          secretAccessKey: Redacted.make(secret ?? S3_KEY.secretAccessKey),
          sessionToken: undefined,
        },
        timing: { responseTimeout: "1 second", stallTimeout: "500 millis" },
        ...options,
      }),
    ),
  );
  const baseStore = yield* Effect.provideContext(AssetStore, context);
  const withLogger = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Logger.CurrentLoggers, new Set([logger]));
  const store = AssetStore.of({
    ...baseStore,
    put: (name, bytes) => withLogger(baseStore.put(name, bytes)),
    open: (name, range) => withLogger(baseStore.open(name, range)),
    check: withLogger(baseStore.check),
  });
  return { store, server, logs };
});

const names = (objects: ReadonlyMap<string, unknown>) =>
  [...objects.keys()]
    .filter((name) => !name.endsWith("probe"))
    .map((name) => name.replace("documents/p/q/", ""));

const COPIES = { bucket: "copies", url: "https://files.example.com" };

describe("assetStoreS3()", () => {
  it.layer(Layer.merge(FetchHttpClient.layer, Digest.layerWebCrypto), {
    excludeTestServices: true,
  })((it) => {
    assetStoreSuite(
      it,
      Effect.map(makeStore(), ({ store, server }) => ({
        store,
        names: () => names(server.objects),
      })),
    );

    it.effect("stores documents as PDFs below the prefix", () =>
      Effect.gen(function* () {
        const { store, server } = yield* makeStore();
        yield* store.put(NAME, bytesOf(10, 1));
        const document = server.objects.get(`documents/p/q/${NAME}`);
        assert.deepEqual(document?.headers, { "content-type": "application/pdf" });
        assert.deepEqual(server.log, [`PUT documents/p/q/${NAME} 200`]);
        yield* store.put("blobs/ab/abcd", bytesOf(10, 1));
        const blob = server.objects.get("documents/p/q/blobs/ab/abcd");
        assert.deepEqual(blob?.headers, { "content-type": "application/octet-stream" });
      }),
    );

    it.effect("publishes copies at public URLs, and removes them", () =>
      Effect.gen(function* () {
        const { store, server } = yield* makeStore({ publicCopies: COPIES });
        const url = yield* store.publish(DOCUMENT);
        assert.deepEqual(url, Option.some(`https://files.example.com/${TOKEN}.pdf`));
        const copy = server.objects.get(`copies/${TOKEN}.pdf`);
        assert.isTrue(copy?.bytes.equals(DOCUMENT.bytes));
        assert.deepEqual(copy?.headers, {
          "content-type": "application/pdf",
          "content-disposition": `inline; filename="Gr__e (1).pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.pdf`,
          "cache-control": "public, max-age=31536000, immutable",
        });
        yield* Effect.all([store.unpublish(TOKEN), store.unpublish(TOKEN)], { concurrency: 2 });
        assert.strictEqual(server.objects.size, 0);
      }),
    );

    it.effect.each([["slow down", "slow down"], ["drop", "drop"], ["hang"]] satisfies ReadonlyArray<
      ReadonlyArray<S3Failure>
    >)("retries transient failures: %o", (failures) =>
      Effect.gen(function* () {
        const { store, server } = yield* makeStore();
        const bytes = Buffer.from(bytesOf(100_000, 1));
        server.failures.push(...failures);
        yield* store.put(NAME, bytes);
        server.failures.push(...failures);
        assert.isTrue(bytes.equals((yield* read(store, NAME))!));
        assert.strictEqual(server.objects.size, 1);
      }),
    );

    it.effect.each(["truncate", "stall"] satisfies ReadonlyArray<S3Failure>)(
      "fails if a download is cut off: %s",
      (failure) =>
        Effect.gen(function* () {
          const { store, server } = yield* makeStore();
          yield* store.put(NAME, bytesOf(100_000, 1));
          const { bytes } = Option.getOrThrow(yield* store.open(NAME));
          server.failures.push(failure);
          const exit = yield* Effect.exit(Stream.runDrain(bytes));
          assert.deepEqual(exit, Exit.fail(StorageUnavailable.of()));
        }),
    );

    it.effect("is not ready while the bucket is unreachable, and is ready again afterwards", () =>
      Effect.gen(function* () {
        const { store, server, logs } = yield* makeStore();
        yield* store.put(NAME, bytesOf(10, 1));
        yield* server.stop;
        assert.deepEqual(yield* Effect.flip(store.open(NAME)), StorageUnavailable.of());
        assert.deepEqual(yield* Effect.flip(store.check), StorageUnavailable.of());
        assert.match(logs[0] ?? "", /documents does not respond: ECONNREFUSED/);
        yield* server.start;
        assert.isDefined(yield* read(store, NAME));
      }),
    );

    it.effect("does not report missing buckets and timeouts as missing documents", () =>
      Effect.gen(function* () {
        const { store, server, logs } = yield* makeStore();
        server.buckets.clear();
        assert.deepEqual(yield* Effect.flip(store.open(NAME)), StorageUnavailable.of());
        assert.match(logs[0] ?? "", /404 NoSuchBucket: the bucket documents does not exist/);
        server.buckets.add("documents");
        server.missingPermissions.add("s3:ListBucket");
        assert.deepEqual(yield* Effect.flip(store.open(NAME)), StorageUnavailable.of());
      }),
    );

    it.effect.each([
      [{ secret: "wrong" }, /403 SignatureDoesNotMatch: AWS_SECRET_ACCESS_KEY does not belong/],
      [{ region: "eu-west-9" }, /403 AuthorizationHeaderMalformed: .+ it is eu-test-1/],
      [{ bucket: "other" }, /404 NoSuchBucket: the bucket other does not exist/],
    ] satisfies ReadonlyArray<readonly [Options, RegExp]>)(
      "logs configuration errors without secrets: %o",
      ([options, form]) =>
        Effect.gen(function* () {
          const { store, server, logs } = yield* makeStore(options);
          assert.deepEqual(yield* Effect.flip(store.check), StorageUnavailable.of());
          assert.match(logs.join("\n"), form);
          assert.notInclude(logs.join("\n"), S3_KEY.secretAccessKey);
          assert.strictEqual(server.log.length, 1);
        }),
    );

    it.effect.each([
      [20, /403 RequestTimeTooSkewed: the clock of this machine is 20 minutes ahead of that/],
      [-20, /403 RequestTimeTooSkewed: the clock of this machine is 20 minutes behind that/],
    ] as const)("logs the difference of the clocks: %o", ([minutes, form]) =>
      Effect.gen(function* () {
        const { store, logs } = yield* makeStore();
        const clock = yield* Clock.Clock;
        const millis = () => clock.currentTimeMillisUnsafe() + minutes * 60_000;
        const skewedClock = Object.assign(Object.create(clock), {
          currentTimeMillisUnsafe: millis,
          currentTimeMillis: Effect.sync(millis),
        });
        yield* Effect.flip(Effect.provideService(store.open(NAME), Clock.Clock, skewedClock));
        assert.match(logs[0] ?? "", form);
      }),
    );

    it.effect.each(["s3:PutObject documents", "s3:GetObject", "s3:PutObject copies"])(
      "is not ready without the permission %s",
      (right) =>
        Effect.gen(function* () {
          const { store, server, logs } = yield* makeStore({ publicCopies: COPIES });
          server.missingPermissions.add(right);
          assert.deepEqual(yield* Effect.flip(store.check), StorageUnavailable.of());
          assert.include(logs[0], `403 AccessDenied: the key lacks the permission`);
          assert.include(logs[0], right.split(" ")[0]);
        }),
    );

    it.effect("caches health checks", () =>
      Effect.gen(function* () {
        const { store, server } = yield* makeStore();
        yield* Effect.all(Array.from({ length: 50 }, () => store.check));
        assert.deepEqual(server.log, [
          "PUT documents/p/q/.paraph-probe 200",
          "GET documents/p/q/.paraph-probe 200",
        ]);
      }),
    );
  });
});

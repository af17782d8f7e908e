/**
 * A worker in a separate process that tests kill: delivers events from the database of a folder or of a
 * server, with short retry delays.
 */
import { storesSql } from "@paraph/database";
import { postgres } from "@paraph/database/postgres";
import { webhookWorker } from "@paraph/worker";
import { Console, Duration, Effect, Layer, Redacted } from "effect";
import { Mac, SecureRandom } from "effect/crypto";

const [dataDir = "", databaseUrl] = process.argv.slice(2);

const worker = webhookWorker({
  allowPrivateNetwork: true,
  timeout: "400 millis",
  lease: Duration.seconds(1),
  delays: Array.from({ length: 40 }, () => Duration.millis(200)),
});

const url = databaseUrl === undefined ? undefined : Redacted.make(databaseUrl);
const services = Layer.mergeAll(storesSql, Mac.layerWebCrypto).pipe(
  Layer.provideMerge(postgres({ dataDir, url })),
  Layer.provideMerge(SecureRandom.layerWebCrypto),
);

const workerWithLog = Layer.merge(worker, Layer.effectDiscard(Console.log("Working")));
Effect.runFork(Layer.launch(Layer.provide(workerWithLog, services)));

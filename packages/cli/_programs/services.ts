import { NodeServices } from "@effect/platform-node";
import { assetStoreFiles, renderQueueSql } from "@paraph/core/adapters";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { PublicUrls } from "@paraph/core/values";
import { pdfRendererPdfme } from "@paraph/worker";
import { Layer } from "effect";
import { Digest, SecureRandom } from "effect/crypto";

import type { Settings } from "../settings.ts";
import { database } from "./database.ts";

/** What everything stands on: files, randomness, digests. */
export const platform = Layer.mergeAll(
  NodeServices.layer,
  SecureRandom.layerWebCrypto,
  Digest.layerWebCrypto,
);

/** Every store, the queue and the files of a deployment. */
export function storage(settings: Settings) {
  return Layer.merge(renderQueueSql(), assetStoreFiles(settings.filesFolder)).pipe(
    Layer.provideMerge(database(settings)),
    Layer.provideMerge(platform),
  );
}

/** Accounts, projects and keys. */
export function ownership(settings: Settings) {
  return Layer.merge(Projects.layer, Keys.layer(settings.serviceEnv));
}

/** Draws documents and looks into the files of layouts. */
export function renderer({ workerConcurrency, allowPrivateNetwork }: Settings) {
  return pdfRendererPdfme({ threads: workerConcurrency, allowPrivateNetwork });
}

/** The addresses of a deployment, for a process that does not listen itself. */
export function publicUrls({ publicUrl, host, port }: Settings) {
  const base = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return Layer.succeed(PublicUrls, { base });
}

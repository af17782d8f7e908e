import {
  emailWorker,
  renderBatchWorker,
  renderWorker,
  retentionWorker,
  signatureBulkWorker,
  signatureWorker,
  webhookWorker,
} from "@paraph/worker";
import { Layer } from "effect";

import type { Deployment } from "./settings/mod.ts";

/** Runs all workers until the scope closes: rendering, emails, signatures, webhooks and retention. */
export function work(
  deployment: Pick<Deployment, "workerConcurrency" | "allowPrivateNetwork" | "retention">,
) {
  return Layer.mergeAll(
    renderWorker(deployment.workerConcurrency),
    renderBatchWorker,
    emailWorker,
    signatureBulkWorker,
    signatureWorker,
    webhookWorker(deployment),
    retentionWorker(deployment.retention),
  );
}

import {
  mailWorker,
  renderWorker,
  retentionWorker,
  signatureWorker,
  webhookWorker,
} from "@paraph/worker";
import { Layer } from "effect";

import type { Deployment } from "./deployment.ts";

/** Renders what was accepted, sends mails, looks after signatures, delivers events and erases by age, until its scope closes. */
export function work(
  deployment: Pick<Deployment, "workerConcurrency" | "allowPrivateNetwork" | "retention">,
) {
  return Layer.mergeAll(
    renderWorker(deployment.workerConcurrency),
    mailWorker,
    signatureWorker,
    webhookWorker(deployment),
    retentionWorker(deployment.retention),
  );
}

import { Layer } from "effect";

import { retentionWorker } from "../erasure/mod.ts";
import { mailWorker } from "../mail/mod.ts";
import { renderWorker } from "../renders/mod.ts";
import { signatureWorker } from "../signatures/mod.ts";
import { webhookWorker } from "../webhooks/mod.ts";
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

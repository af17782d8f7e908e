import { Layer } from "effect";

import { mailWorker } from "../mail/mod.ts";
import { renderWorker } from "../renders/mod.ts";
import { signatureWorker } from "../signatures/mod.ts";
import { webhookWorker } from "../webhooks/mod.ts";
import type { Deployment } from "./deployment.ts";

/** Renders what was accepted, sends mails, looks after signatures and delivers events, until its scope closes. */
export function work(deployment: Pick<Deployment, "workerConcurrency" | "allowPrivateNetwork">) {
  return Layer.mergeAll(
    renderWorker(deployment.workerConcurrency),
    mailWorker,
    signatureWorker,
    webhookWorker(deployment),
  );
}

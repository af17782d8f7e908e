import { NodeServices } from "@effect/platform-node";
import { assetStoreFiles, mailQueueSql, renderQueueSql } from "@paraph/core/adapters";
import { Engagement, mailAuditEngagement } from "@paraph/core/engagement";
import { Keys } from "@paraph/core/keys";
import { MailJob } from "@paraph/core/mail";
import { Projects } from "@paraph/core/projects";
import { PublicUrls } from "@paraph/core/values";
import { mailer, pdfRendererPdfme } from "@paraph/worker";
import { Layer } from "effect";
import { Digest, Mac, SecureRandom } from "effect/crypto";

import type { Settings } from "../settings.ts";
import { database } from "./database.ts";

/** What everything stands on: files, randomness, digests. */
export const platform = Layer.mergeAll(
  NodeServices.layer,
  SecureRandom.layerWebCrypto,
  Digest.layerWebCrypto,
  Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto)),
);

/** Every store, the queues and the files of a deployment. */
export function storage(settings: Settings) {
  return Layer.mergeAll(
    renderQueueSql(),
    mailQueueSql(),
    assetStoreFiles(settings.filesFolder),
  ).pipe(Layer.provideMerge(database(settings)), Layer.provideMerge(platform));
}

/** Accounts, projects and keys. */
export function ownership(settings: Settings) {
  return Layer.merge(Projects.layer, Keys.layer(settings.serviceEnv));
}

/** Draws documents and looks into the files of layouts. */
export function renderer({ workerConcurrency, allowPrivateNetwork }: Settings) {
  return pdfRendererPdfme({ threads: workerConcurrency, allowPrivateNetwork });
}

/** Sends mails and records that they were sent and opened. */
export function mailing({ smtpUrl, outboxFolder: outbox, mailFrom: from }: Settings) {
  return MailJob.layer.pipe(
    Layer.provideMerge(mailAuditEngagement),
    Layer.provideMerge(Engagement.layer),
    Layer.provide(mailer({ smtpUrl, outbox, from })),
  );
}

/** The addresses of a deployment, for a process that does not listen itself. */
export function publicUrls({ publicUrl, shareUrl, embedUrl, host, port }: Settings) {
  const base = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return Layer.succeed(PublicUrls, {
    base,
    share: shareUrl ?? base,
    embed: embedUrl ?? `${base}/embed`,
  });
}

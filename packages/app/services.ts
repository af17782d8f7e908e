import * as NodeCrypto from "@effect/platform-node/NodeCrypto";
import * as NodeServices from "@effect/platform-node/NodeServices";
import { Admin, Partners } from "@paraph/core/admin";
import { emailAuditSigning } from "@paraph/core/builtin_provider";
import { ConsoleSessions } from "@paraph/core/console";
import { EmailBounces, EmailJob, Emails } from "@paraph/core/emails";
import { BuilderTemplates, Catalogs, Forms, Previews, Sending } from "@paraph/core/embed";
import { Engagement, emailAuditEngagement } from "@paraph/core/engagement";
import { Erasures, Retention } from "@paraph/core/erasure";
import { Fonts } from "@paraph/core/fonts";
import { InboundWebhooks } from "@paraph/core/inbound_webhooks";
import { Keys } from "@paraph/core/keys";
import { Members } from "@paraph/core/members";
import { Projects } from "@paraph/core/projects";
import {
  type AssetStore,
  BatchResults,
  DocumentUploads,
  PageImages,
  RenderBatches,
  RenderBatchUpkeep,
  RenderInputs,
  RenderJob,
  Renders,
  VersionPreviews,
} from "@paraph/core/renders";
import { SharedDocuments, Shares } from "@paraph/core/shares";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { Usage } from "@paraph/core/usage";
import { EventStream, Webhooks } from "@paraph/core/webhooks";
import {
  blobStoreSql,
  emailQueueSql,
  renderQueueSql,
  signatureBulkQueueSql,
  watchDatabaseClock,
} from "@paraph/database";
import { bounceReader } from "@paraph/integrations/bounces";
import { imageFetcherHttp } from "@paraph/integrations/images";
import { mailer } from "@paraph/integrations/mail";
import { identityProviderOidc } from "@paraph/integrations/oidc";
import { outboxFiles } from "@paraph/integrations/outbox";
import { pdfRenderer } from "@paraph/pdf";
import { assetStoreFiles, assetStoreS3, fileRemover } from "@paraph/storage";
import { Layer } from "effect";
import { FetchHttpClient } from "effect/http";

import { database } from "./database.ts";
import { digests } from "./digests.ts";
import { measurements } from "./measurements.ts";
import { secureRandom } from "./secure_random.ts";
import type { Deployment } from "./settings/mod.ts";
import { signatures } from "./signatures.ts";

/** The platform: files, randomness, digests. */
export const platform = Layer.mergeAll(
  NodeServices.layer,
  secureRandom,
  NodeCrypto.layerMac,
  digests,
);

/** Renders documents and inspects the files of layouts. */
export function renderer({
  workerConcurrency,
  allowPrivateNetwork,
}: Pick<Deployment, "workerConcurrency" | "allowPrivateNetwork">) {
  return Layer.provide(
    pdfRenderer({ threads: workerConcurrency }),
    imageFetcherHttp({ allowPrivateNetwork }),
  );
}

/** Accounts, projects and keys on the database of a deployment, without rendering and sending. */
export function ownership(deployment: Deployment) {
  return ownershipOn(deployment).pipe(
    Layer.provideMerge(database(deployment)),
    Layer.provide(platform),
  );
}

/**
 * All services of core for one deployment, with the ports that they need: stores, queues, files,
 * the renderer and email. Embed sessions are not included, because the HTTP server signs them.
 *
 * A process that runs `work` on the same database processes their queues.
 */
export function services(deployment: Deployment) {
  return servicesOn(deployment).pipe(
    Layer.provideMerge(database(deployment)),
    Layer.provideMerge(platform),
  );
}

/**
 * The {@linkcode services} on any database with `storesSql`, and a platform.
 *
 * @param rendering A renderer of the caller's, in place of one with threads of its own.
 */
export function servicesOn(deployment: Deployment, rendering = renderer(deployment)) {
  return Layer.mergeAll(
    InboundWebhooks.layer,
    RenderJob.layer,
    Layer.mergeAll(PageImages.layer, RenderInputs.layer, VersionPreviews.layer),
    RenderBatchUpkeep.layer,
    BatchResults.layer,
    DocumentUploads.layer,
    Shares.layer,
    SharedDocuments.layer,
    TemplateCopies.layer,
    Fonts.layer,
    Usage.layer,
    Admin.layer,
    Webhooks.layer(deployment),
    EventStream.layer,
    measurements,
    Layer.provideMerge(Sending.layer, signatures(deployment)),
    Erasures.layer,
    Layer.provideMerge(Members.layer, ConsoleSessions.layer),
    identityProviderOidc(deployment.oidc),
    Layer.provide(Retention.layer, fileRemover(deployment.outboxFolder)),
    Layer.mergeAll(Catalogs.layer, BuilderTemplates.layer, Previews.layer, Forms.layer),
  ).pipe(
    Layer.provideMerge(Partners.layer),
    Layer.provideMerge(Layer.mergeAll(Renders.layer, RenderBatches.layer, Emails.layer)),
    Layer.provideMerge(mailing(deployment)),
    Layer.provideMerge(Templates.layer),
    Layer.provideMerge(Publication.layer),
    Layer.provideMerge(ownershipOn(deployment)),
    Layer.provideMerge(rendering),
    Layer.provideMerge(
      Layer.mergeAll(
        renderQueueSql,
        emailQueueSql,
        signatureBulkQueueSql,
        watchDatabaseClock,
        blobStoreSql,
      ),
    ),
    Layer.provideMerge(documents(deployment)),
  );
}

function ownershipOn({ serviceEnv }: Deployment) {
  return Layer.merge(Projects.layer, Keys.layer(serviceEnv));
}

/** The asset store of a deployment. */
export function documents({ storage }: Pick<Deployment, "storage">): Layer.Layer<AssetStore> {
  return storage.kind === "folder"
    ? assetStoreFiles(storage.folder).pipe(Layer.provide(platform))
    : assetStoreS3(storage).pipe(Layer.provide([FetchHttpClient.layer, platform]));
}

/** Sends emails, records that they were sent and opened, and reads the ones in the outbox. */
function mailing(deployment: Deployment) {
  const { smtpUrl, outboxFolder: outbox, mailFrom: from, mailWebhookSecret } = deployment;
  const bounces = EmailBounces.layer(mailWebhookSecret).pipe(
    Layer.provide(bounceReader(deployment)),
  );
  return Layer.merge(EmailJob.layer, bounces).pipe(
    Layer.provideMerge(emailAuditSigning.pipe(Layer.provide(emailAuditEngagement))),
    Layer.provideMerge(Engagement.layer),
    Layer.provide(mailer({ smtpUrl, outbox, from })),
    Layer.provideMerge(outboxFiles(outbox)),
  );
}

import { Layer } from "effect";

import { auditLogSql } from "./accounts/audit_log.ts";
import { keyStoreSql } from "./accounts/key_store.ts";
import { partnerStoreSql } from "./accounts/partner_store.ts";
import { projectStoreSql } from "./accounts/project_store.ts";
import { systemStoreSql } from "./accounts/system_store.ts";
import { signingStoreSql } from "./builtin_provider/signing_store.ts";
import { consoleSessionStoreSql } from "./console/console_session_store.ts";
import { emailStoreSql } from "./emails/email_store.ts";
import { embedCatalogStoreSql } from "./embed/embed_catalog_store.ts";
import { embedDraftStoreSql } from "./embed/embed_draft_store.ts";
import { embedSessionStoreSql } from "./embed/embed_session_store.ts";
import { embedSubmissionStoreSql } from "./embed/embed_submission_store.ts";
import { engagementStoreSql } from "./engagement/engagement_store.ts";
import { erasureStoreSql } from "./erasure/erasure_store.ts";
import { retentionStoreSql } from "./erasure/retention_store.ts";
import { fontStoreSql } from "./fonts/font_store.ts";
import { idempotencyStoreSql } from "./idempotency/idempotency_store.ts";
import { memberStoreSql } from "./members/member_store.ts";
import { WakeSignals } from "./queue/wake_signals.ts";
import { renderBatchStoreSql } from "./renders/render_batch_store.ts";
import { renderStoreSql } from "./renders/render_store.ts";
import { shareStoreSql } from "./shares/share_store.ts";
import { signatureBulkFollowUpsSql } from "./signatures/signature_bulk_queue.ts";
import { signatureBulkStoreSql } from "./signatures/signature_bulk_store.ts";
import { signatureDraftStoreSql } from "./signatures/signature_draft_store.ts";
import { signatureQueueSql } from "./signatures/signature_queue.ts";
import { signatureStoreSql } from "./signatures/signature_store.ts";
import { transactionSql } from "./sql/transaction.ts";
import { templateStoreSql } from "./templates/template_store.ts";
import { usageStoreSql } from "./usage/usage_store.ts";
import { deliveryQueueSql } from "./webhooks/delivery_queue.ts";
import { eventPublisherSql } from "./webhooks/event_publisher.ts";
import { eventStoreSql } from "./webhooks/event_store.ts";
import { inboundWebhookStoreSql } from "./webhooks/inbound_webhook_store.ts";
import { webhookStoreSql } from "./webhooks/webhook_store.ts";

const deliveriesSql = eventPublisherSql.pipe(
  Layer.provideMerge(deliveryQueueSql),
  Layer.provide(WakeSignals.layer),
);

/** All stores in PostgreSQL, on a client of a migrated database. */
export const storesSql = Layer.mergeAll(
  Layer.provideMerge(auditLogSql, transactionSql),
  erasureStoreSql,
  retentionStoreSql,
  idempotencyStoreSql,
  projectStoreSql,
  keyStoreSql,
  partnerStoreSql,
  systemStoreSql,
  consoleSessionStoreSql,
  memberStoreSql,
  fontStoreSql,
  templateStoreSql,
  deliveriesSql,
  eventStoreSql,
  webhookStoreSql,
  inboundWebhookStoreSql,
  renderStoreSql,
  renderBatchStoreSql,
  emailStoreSql,
  engagementStoreSql,
  usageStoreSql,
  shareStoreSql,
  signatureStoreSql,
  signatureDraftStoreSql,
  signatureBulkStoreSql,
  Layer.provide(signatureBulkFollowUpsSql, WakeSignals.layer),
  Layer.provide(signatureQueueSql, WakeSignals.layer),
  signingStoreSql,
  embedSessionStoreSql,
  embedCatalogStoreSql,
  embedDraftStoreSql,
  embedSubmissionStoreSql,
);

import { Layer } from "effect";

import { auditLogSql } from "./audit_log.ts";
import { DeliveryBell } from "./delivery_bell.ts";
import { deliveryQueueSql } from "./delivery_queue.ts";
import { embedCatalogStoreSql } from "./embed_catalog_store.ts";
import { embedDraftStoreSql } from "./embed_draft_store.ts";
import { embedSessionStoreSql } from "./embed_session_store.ts";
import { embedSubmissionStoreSql } from "./embed_submission_store.ts";
import { engagementStoreSql } from "./engagement_store.ts";
import { erasureStoreSql } from "./erasure_store.ts";
import { eventPublisherSql } from "./event_publisher.ts";
import { eventStoreSql } from "./event_store.ts";
import { hookStoreSql } from "./hook_store.ts";
import { idempotencyStoreSql } from "./idempotency_store.ts";
import { keyStoreSql } from "./key_store.ts";
import { mailStoreSql } from "./mail_store.ts";
import { partnerStoreSql } from "./partner_store.ts";
import { projectStoreSql } from "./project_store.ts";
import { renderStoreSql } from "./render_store.ts";
import { retentionStoreSql } from "./retention_store.ts";
import { shareStoreSql } from "./share_store.ts";
import { signatureQueueSql } from "./signature_queue.ts";
import { signatureStoreSql } from "./signature_store.ts";
import { signingStoreSql } from "./signing_store.ts";
import { templateStoreSql } from "./template_store.ts";
import { transactionSql } from "./transaction.ts";
import { webhookStoreSql } from "./webhook_store.ts";

const deliveriesSql = eventPublisherSql.pipe(
  Layer.provideMerge(deliveryQueueSql),
  Layer.provide(DeliveryBell.layer),
);

/** Every store in PostgreSQL, on a client of a migrated database. */
export const storesSql = Layer.mergeAll(
  Layer.provideMerge(auditLogSql, transactionSql),
  erasureStoreSql,
  retentionStoreSql,
  idempotencyStoreSql,
  projectStoreSql,
  keyStoreSql,
  partnerStoreSql,
  templateStoreSql,
  deliveriesSql,
  eventStoreSql,
  webhookStoreSql,
  hookStoreSql,
  renderStoreSql,
  mailStoreSql,
  engagementStoreSql,
  shareStoreSql,
  signatureStoreSql,
  signatureQueueSql,
  signingStoreSql,
  embedSessionStoreSql,
  embedCatalogStoreSql,
  embedDraftStoreSql,
  embedSubmissionStoreSql,
);

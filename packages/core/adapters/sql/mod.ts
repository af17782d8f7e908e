import { Layer } from "effect";

import { idempotencyStoreSql } from "./idempotency_store.ts";
import { keyStoreSql } from "./key_store.ts";
import { partnerStoreSql } from "./partner_store.ts";
import { projectStoreSql } from "./project_store.ts";
import { renderStoreSql } from "./render_store.ts";
import { templateStoreSql } from "./template_store.ts";
import { transactionSql } from "./transaction.ts";

/** Every store in PostgreSQL: needs a client of a migrated database and nothing else. */
export const storesSql = Layer.mergeAll(
  transactionSql,
  idempotencyStoreSql,
  projectStoreSql,
  keyStoreSql,
  partnerStoreSql,
  templateStoreSql,
  renderStoreSql,
);

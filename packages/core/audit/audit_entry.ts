import { Schema } from "effect";

import { AccountId, AuditEntryId, PageQuery, ProjectId, Timestamp } from "../values/mod.ts";
import { type AuditAction, AuditActionName } from "./audit_action.ts";

/** Details of an entry: no secrets and no personal data. */
export type AuditNotes = Readonly<Record<string, string | number | boolean | null>>;

/** An entry to add. */
export interface NewAuditEntry {
  readonly action: AuditAction;
  readonly accountId?: AccountId;
  /** The entry gets the account of this project. */
  readonly projectId?: ProjectId;
  readonly target: { readonly kind: string; readonly id: string | null };
  readonly details?: AuditNotes;
}

/** An entry of the audit log: who did what to what, when and from where. */
export const AuditEntry = Schema.Struct({
  id: AuditEntryId,
  at: Timestamp,
  accountId: Schema.NullOr(AccountId),
  projectId: Schema.NullOr(ProjectId),
  actorKind: Schema.String,
  actorId: Schema.NullOr(Schema.String),
  action: Schema.String,
  targetKind: Schema.String,
  targetId: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
  sourceIp: Schema.NullOr(Schema.String),
  details: Schema.Record(Schema.String, Schema.Unknown),
}).annotate({ identifier: "AuditEntry" });
export type AuditEntry = typeof AuditEntry.Type;

/** Filters the audit log by project and action; newest first. */
export const AuditQuery = Schema.Struct({
  ...PageQuery,
  project: Schema.optionalKey(ProjectId),
  action: Schema.optionalKey(AuditActionName),
});
export type AuditQuery = typeof AuditQuery.Type;

/** A page of the audit log. */
export const AuditPage = Schema.Struct({
  entries: Schema.Array(AuditEntry),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "AuditPage" });
export type AuditPage = typeof AuditPage.Type;

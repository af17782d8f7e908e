import { Schema } from "effect";

import {
  AccountId,
  AuditEntryId,
  describeEncoded,
  PageEnd,
  PageQuery,
  ProjectId,
  Timestamp,
} from "../values/mod.ts";
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
  id: AuditEntryId.annotateKey({ description: "The ID of the entry." }),
  at: Timestamp.pipe(describeEncoded("When it happened, by the clock of the database.")),
  accountId: Schema.NullOr(AccountId).annotateKey({
    description: "The account that the action affected.",
  }),
  projectId: Schema.NullOr(ProjectId).annotateKey({
    description: "The project that the action affected. `null` if it affected an account.",
  }),
  actorKind: Schema.String.annotateKey({
    description:
      "`project_key`, `account_key`, `admin_key`, `session` (embedding), `console_session`, `member`, `command` (the CLI on the server) or `system`.",
  }),
  actorId: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The ID of the member, key or session, never a secret. `null` if the actor has no ID.",
  }),
  action: Schema.String.annotateKey({
    description: "The name of the action, such as `project.created`.",
  }),
  targetKind: Schema.String.annotateKey({
    description: "The kind of resource that the action changed, such as `project` or `key`.",
  }),
  targetId: Schema.NullOr(Schema.String).annotateKey({
    description: "The ID of that resource. `null` for recipients.",
  }),
  requestId: Schema.NullOr(Schema.String).annotateKey({
    description: "The `x-request-id` of the request. `null` if there was no request.",
  }),
  sourceIp: Schema.NullOr(Schema.String).annotateKey({
    description: "The IP address of the client. `null` if it is not known.",
  }),
  details: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description: "Details of the action, without secrets and personal data.",
  }),
}).annotate({
  identifier: "AuditEntry",
  description: "An entry of the audit log: who did what to which resource, when and from where.",
});
export type AuditEntry = typeof AuditEntry.Type;

/** Filters the audit log by project and action; newest first. */
export const AuditQuery = Schema.Struct({
  ...PageQuery,
  project: Schema.optionalKey(ProjectId).annotateKey({
    description: "Only the entries of the project with this ID.",
  }),
  action: Schema.optionalKey(AuditActionName).annotateKey({
    description: "Only the entries with this action, such as `project.created`.",
  }),
});
export type AuditQuery = typeof AuditQuery.Type;

/** A page of the audit log. */
export const AuditPage = Schema.Struct({
  entries: Schema.Array(AuditEntry).annotateKey({ description: "The entries, newest first." }),
  ...PageEnd,
}).annotate({ identifier: "AuditPage", description: "A page of the audit log, newest first." });
export type AuditPage = typeof AuditPage.Type;

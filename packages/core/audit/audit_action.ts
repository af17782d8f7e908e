import { Schema } from "effect";

/** The actions of the audit log: stable names and their meanings. */
export const AUDIT_ACTIONS = {
  "account.created": "an account was opened",
  "account_key.minted": "a key of an account was created",
  "account_key.revoked": "a key of an account was revoked",
  "member.invited": "a member was invited to an account",
  "member.invitation_resent": "a member was sent a new invitation",
  "member.updated": "the role or the name of a member was changed",
  "member.removed": "a member was removed from an account",
  "project.created": "a project was created",
  "project.renamed": "a project was renamed",
  "project.updated": "the settings of a project were changed",
  "project.deleted": "a project was deleted",
  "project_key.minted": "a key of a project was created",
  "project_key.revoked": "a key of a project was revoked",
  "org.provisioned": "an organisation was provisioned, or got a new project",
  "org.changed": "the terms of an organisation were changed, `suspended` too",
  "org.key_rotated": "an organisation got a new key",
  "template.copied": "a template was copied into a project",
  "template.deleted": "a template was deleted",
  "font.added": "a font was added to a project",
  "font.removed": "a font was removed from a project",
  "webhook.created": "a webhook was created",
  "webhook.updated": "a webhook was changed",
  "webhook.deleted": "a webhook was deleted",
  "webhook.rotated": "a webhook got a new secret",
  "hook.minted": "an inbound webhook was created or rotated",
  "hook.updated": "an inbound webhook was changed",
  "hook.deleted": "an inbound webhook was deleted",
  "embed_session.ended": "a session was ended, by its integrator or by a reused renew token",
  "console.signed_in":
    "a session of the console was opened, with a link, a key or the identity provider",
  "console.signed_out": "a session of the console was ended by its user",
  "signature.cancelled": "a signature request was cancelled",
  "signature.extended": "the time to sign of a signature request was changed",
  "signature.reminded": "recipients of a signature request were reminded",
  "signature.resent": "a recipient of a signature request was invited again",
  "signature.recipient_changed": "a recipient of a signature request was corrected",
  "render.deleted": "a render was erased with its files and related records",
  "recipient.erased": "the personal data of a recipient was erased in a project",
} as const;

/** The name of an action. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, text);
}

/** The name of an action, in queries. */
export const AuditActionName = Schema.String.annotate({
  description: "The name of an action of the audit log, such as `project.created`.",
})
  .check(Schema.makeFilter((text) => isAuditAction(text) || "Expected the name of an action"))
  .annotate({ identifier: "AuditAction" });

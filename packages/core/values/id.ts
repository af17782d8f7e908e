import { Schema } from "effect";

const Uuid = Schema.String.check(Schema.isUUID());

/** Names an account: the owner of projects. */
export const AccountId = Uuid.pipe(Schema.brand("AccountId"));
export type AccountId = typeof AccountId.Type;

/** Names a project: the scope of almost every resource. */
export const ProjectId = Uuid.pipe(Schema.brand("ProjectId"));
export type ProjectId = typeof ProjectId.Type;

/** Names a key, never the secret itself. */
export const KeyId = Uuid.pipe(Schema.brand("KeyId"));
export type KeyId = typeof KeyId.Type;

/** Names a template, whatever its slug is today. */
export const TemplateId = Uuid.pipe(Schema.brand("TemplateId"));
export type TemplateId = typeof TemplateId.Type;

/** Names one immutable version of a template. */
export const TemplateVersionId = Uuid.pipe(Schema.brand("TemplateVersionId"));
export type TemplateVersionId = typeof TemplateVersionId.Type;

/** Names a render. */
export const RenderId = Uuid.pipe(Schema.brand("RenderId"));
export type RenderId = typeof RenderId.Type;

/** Names a share, never its token. */
export const ShareId = Uuid.pipe(Schema.brand("ShareId"));
export type ShareId = typeof ShareId.Type;

/** Names an engagement event. */
export const EngagementEventId = Uuid.pipe(Schema.brand("EngagementEventId"));
export type EngagementEventId = typeof EngagementEventId.Type;

/** Names an email. */
export const EmailId = Uuid.pipe(Schema.brand("EmailId"));
export type EmailId = typeof EmailId.Type;

/** Names an event: receivers recognise duplicates by it. */
export const EventId = Uuid.pipe(Schema.brand("EventId"));
export type EventId = typeof EventId.Type;

/** Names a webhook: a subscription to events. */
export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"));
export type WebhookId = typeof WebhookId.Type;

/** Names the delivery of one event to one webhook. */
export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"));
export type DeliveryId = typeof DeliveryId.Type;

/** Names a signature request. */
export const SignatureRequestId = Uuid.pipe(Schema.brand("SignatureRequestId"));
export type SignatureRequestId = typeof SignatureRequestId.Type;

/** Names an embed session, never its tokens. */
export const EmbedSessionId = Uuid.pipe(Schema.brand("EmbedSessionId"));
export type EmbedSessionId = typeof EmbedSessionId.Type;

/** Names an entry of the audit log. */
export const AuditEntryId = Uuid.pipe(Schema.brand("AuditEntryId"));
export type AuditEntryId = typeof AuditEntryId.Type;

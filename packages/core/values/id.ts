import { Schema } from "effect";

const Uuid = Schema.String.check(Schema.isUUID());

/** The id of an account, which owns projects. */
export const AccountId = Uuid.pipe(Schema.brand("AccountId"));
export type AccountId = typeof AccountId.Type;

/** The id of a project, the scope of almost every resource. */
export const ProjectId = Uuid.pipe(Schema.brand("ProjectId"));
export type ProjectId = typeof ProjectId.Type;

/** The id of a member of an account. */
export const MemberId = Uuid.pipe(Schema.brand("MemberId"));
export type MemberId = typeof MemberId.Type;

/** The id of a key, not its secret. */
export const KeyId = Uuid.pipe(Schema.brand("KeyId"));
export type KeyId = typeof KeyId.Type;

/** The id of a template. It stays when the slug changes. */
export const TemplateId = Uuid.pipe(Schema.brand("TemplateId"));
export type TemplateId = typeof TemplateId.Type;

/** The id of one immutable version of a template. */
export const TemplateVersionId = Uuid.pipe(Schema.brand("TemplateVersionId"));
export type TemplateVersionId = typeof TemplateVersionId.Type;

/** The id of a font of a project. */
export const FontId = Uuid.pipe(Schema.brand("FontId"));
export type FontId = typeof FontId.Type;

/** The id of a render. */
export const RenderId = Uuid.pipe(Schema.brand("RenderId"));
export type RenderId = typeof RenderId.Type;

/** The id of a batch of renders. */
export const RenderBatchId = Uuid.pipe(Schema.brand("RenderBatchId"));
export type RenderBatchId = typeof RenderBatchId.Type;

/** The id of a share, not its token. */
export const ShareId = Uuid.pipe(Schema.brand("ShareId"));
export type ShareId = typeof ShareId.Type;

/** The id of an engagement event. */
export const EngagementEventId = Uuid.pipe(Schema.brand("EngagementEventId"));
export type EngagementEventId = typeof EngagementEventId.Type;

/** The id of an email. */
export const EmailId = Uuid.pipe(Schema.brand("EmailId"));
export type EmailId = typeof EmailId.Type;

/** The id of an event, by which receivers recognise duplicates. */
export const EventId = Uuid.pipe(Schema.brand("EventId"));
export type EventId = typeof EventId.Type;

/** The id of a webhook, a subscription to events. */
export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"));
export type WebhookId = typeof WebhookId.Type;

/** The id of the delivery of one event to one webhook. */
export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"));
export type DeliveryId = typeof DeliveryId.Type;

/** The id of a signature request. */
export const SignatureRequestId = Uuid.pipe(Schema.brand("SignatureRequestId"));
export type SignatureRequestId = typeof SignatureRequestId.Type;

/** The id of a draft of a signature request. */
export const SignatureDraftId = Uuid.pipe(Schema.brand("SignatureDraftId"));
export type SignatureDraftId = typeof SignatureDraftId.Type;
/** The id of signature requests that were created together. */
export const SignatureBulkId = Uuid.pipe(Schema.brand("SignatureBulkId"));
export type SignatureBulkId = typeof SignatureBulkId.Type;

/** The id of an embed session, not its tokens. */
export const EmbedSessionId = Uuid.pipe(Schema.brand("EmbedSessionId"));
export type EmbedSessionId = typeof EmbedSessionId.Type;

/** The id of an entry in the audit log. */
export const AuditEntryId = Uuid.pipe(Schema.brand("AuditEntryId"));
export type AuditEntryId = typeof AuditEntryId.Type;

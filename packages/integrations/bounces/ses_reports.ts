import type { BounceKind, BounceReport } from "@paraph/core/emails";
import { Schema } from "effect";

import { ID_HEADER, METADATA_NAME } from "./email_headers.ts";

const optional = Schema.optionalKey;
const text = optional(Schema.NullOr(Schema.String));

/** A notification of Amazon SES: `notificationType` of a feedback topic, `eventType` of a configuration set. */
const Notification = Schema.Struct({
  notificationType: text,
  eventType: text,
  mail: optional(
    Schema.Struct({
      headers: optional(
        Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))),
      ),
      tags: optional(Schema.NullOr(Schema.Record(Schema.String, Schema.Array(Schema.String)))),
    }),
  ),
  bounce: optional(
    Schema.Struct({
      bounceType: Schema.String,
      bounceSubType: text,
      bouncedRecipients: Schema.Array(Schema.Struct({ status: text })),
    }),
  ),
  complaint: optional(Schema.Struct({ complaintFeedbackType: text, complaintSubType: text })),
});

const decode = Schema.decodeUnknownOption(Notification);

/** A message of Amazon SNS. */
const SnsMessage = Schema.Struct({
  Type: Schema.Literals(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  Message: Schema.String,
  MessageId: text,
  Subject: text,
  SubscribeURL: text,
  Timestamp: text,
  Token: text,
  TopicArn: text,
  Signature: text,
  SignatureVersion: text,
  SigningCertURL: text,
});
export type SnsMessage = typeof SnsMessage.Type;
export const decodeSns = Schema.decodeUnknownOption(SnsMessage);

/** The reports in a notification of Amazon SES; undefined if it is none. */
export function sesReports(json: unknown): ReadonlyArray<BounceReport> | undefined {
  const decoded = decode(json);
  if (decoded._tag === "None") return undefined;
  const { notificationType, eventType, mail, bounce, complaint } = decoded.value;
  if (notificationType == null && eventType == null) return undefined;
  const references = [
    ...(mail?.tags?.[METADATA_NAME] ?? []),
    ...(mail?.headers ?? [])
      .filter(({ name }) => IDENTIFYING.has(name.toLowerCase()))
      .map(({ value }) => value),
  ];
  const kind = bounce === undefined ? complaintKind(complaint) : bounceKind(bounce);
  if (kind === undefined) return [];
  const code = bounce?.bouncedRecipients[0]?.status ?? null;
  return [{ kind, references, code }];
}

const IDENTIFYING: ReadonlySet<string> = new Set([ID_HEADER.toLowerCase(), "message-id"]);

/**
 * SES reports automatic replies as transient bounces of the kind `General`, so these do not count as failed.
 * The other transient ones have failed: SES does not try again after its report.
 */
function bounceKind({
  bounceType,
  bounceSubType,
}: {
  readonly bounceType: string;
  readonly bounceSubType?: string | null;
}): BounceKind {
  const isDelayed = bounceType === "Transient" && (bounceSubType ?? "General") === "General";
  return isDelayed ? "delayed" : "bounced";
}

function complaintKind(
  complaint:
    | { readonly complaintFeedbackType?: string | null; readonly complaintSubType?: string | null }
    | undefined,
): BounceKind | undefined {
  if (complaint === undefined || complaint.complaintFeedbackType === "not-spam") return undefined;
  // SES has not sent the email, because the address is on its suppression list.
  return complaint.complaintSubType === "OnAccountSuppressionList" ? "bounced" : "complained";
}

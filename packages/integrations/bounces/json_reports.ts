import type { BounceKind, BounceReport } from "@paraph/core/emails";
import { Schema } from "effect";

import { METADATA_NAME } from "./email_headers.ts";
import { sesReports } from "./ses_reports.ts";

const optional = Schema.optionalKey;
const text = optional(Schema.NullOr(Schema.String));
const metadata = optional(Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)));

const decodePostmark = Schema.decodeUnknownOption(
  Schema.Struct({ RecordType: Schema.String, Type: text, Metadata: metadata, Details: text }),
);

/** Kinds of Postmark's bounces. Those without an entry, such as automatic replies, are no failures. */
const POSTMARK_KINDS: Readonly<Record<string, BounceKind>> = {
  HardBounce: "bounced",
  SoftBounce: "bounced",
  BadEmailAddress: "bounced",
  Blocked: "bounced",
  Undeliverable: "bounced",
  SMTPApiError: "bounced",
  DMARCPolicy: "bounced",
  VirusNotification: "bounced",
  ManuallyDeactivated: "bounced",
  SpamNotification: "complained",
  SpamComplaint: "complained",
  Transient: "delayed",
  DnsError: "delayed",
};

function postmarkReports(json: unknown): ReadonlyArray<BounceReport> | undefined {
  const decoded = decodePostmark(json);
  if (decoded._tag === "None") return undefined;
  const { RecordType, Type, Metadata, Details } = decoded.value;
  const name = RecordType === "Bounce" ? (Type ?? "") : RecordType;
  const kind = Object.hasOwn(POSTMARK_KINDS, name) ? POSTMARK_KINDS[name] : undefined;
  if (kind === undefined) return [];
  return [{ kind, references: textsOf([Metadata?.[METADATA_NAME]]), code: statusIn(Details) }];
}

const SendGridEvent = Schema.Struct({
  event: Schema.String,
  status: text,
  reason: text,
  "smtp-id": text,
  [METADATA_NAME]: optional(Schema.Unknown),
});
const decodeSendGrid = Schema.decodeUnknownOption(Schema.Array(SendGridEvent));

const SENDGRID_KINDS: Readonly<Record<string, BounceKind>> = {
  bounce: "bounced",
  dropped: "bounced",
  deferred: "delayed",
  spamreport: "complained",
};

function sendGridReports(json: unknown): ReadonlyArray<BounceReport> | undefined {
  const decoded = decodeSendGrid(json);
  if (decoded._tag === "None") return undefined;
  return decoded.value.flatMap((event): ReadonlyArray<BounceReport> => {
    const kind = Object.hasOwn(SENDGRID_KINDS, event.event)
      ? SENDGRID_KINDS[event.event]
      : undefined;
    if (kind === undefined) return [];
    const references = textsOf([event[METADATA_NAME], event["smtp-id"]]);
    return [{ kind, references, code: statusIn(event.status) ?? statusIn(event.reason) }];
  });
}

const decodeMailgun = Schema.decodeUnknownOption(
  Schema.Struct({
    "event-data": Schema.Struct({
      event: Schema.String,
      severity: text,
      message: optional(
        Schema.Struct({ headers: optional(Schema.Struct({ "message-id": text })) }),
      ),
      "user-variables": metadata,
      "delivery-status": optional(
        Schema.NullOr(Schema.Struct({ "enhanced-code": text, message: text, description: text })),
      ),
    }),
  }),
);

function mailgunReports(json: unknown): ReadonlyArray<BounceReport> | undefined {
  const decoded = decodeMailgun(json);
  if (decoded._tag === "None") return undefined;
  const { event, severity, message, ...data } = decoded.value["event-data"];
  const kind = mailgunKind(event, severity);
  if (kind === undefined) return [];
  const references = textsOf([
    data["user-variables"]?.[METADATA_NAME],
    message?.headers?.["message-id"],
  ]);
  const status = data["delivery-status"];
  const code = statusIn(status?.["enhanced-code"]) ?? statusIn(status?.message);
  return [{ kind, references, code }];
}

/** Mailgun tries again after temporary failures, and reports when it gives up. */
function mailgunKind(event: string, severity: string | null | undefined): BounceKind | undefined {
  if (event === "failed") return severity === "temporary" ? "delayed" : "bounced";
  if (event === "rejected") return "bounced";
  return event === "complained" ? "complained" : undefined;
}

/** The reports in the JSON of an email service; undefined if its format is not known. */
export function jsonReports(json: unknown): ReadonlyArray<BounceReport> | undefined {
  return sesReports(json) ?? mailgunReports(json) ?? postmarkReports(json) ?? sendGridReports(json);
}

function textsOf(values: ReadonlyArray<unknown>): ReadonlyArray<string> {
  return values.filter((value) => typeof value === "string");
}

/** The first enhanced status code (RFC 3463) of a failure in a text. */
export function statusIn(description: string | null | undefined): string | null {
  return /\b[45]\.\d{1,3}\.\d{1,3}\b/u.exec(description ?? "")?.[0] ?? null;
}

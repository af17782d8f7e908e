import { createHash, createHmac } from "node:crypto";

import { CallbackRefused, type IncomingReport, type ProviderReport } from "@paraph/core/signatures";
import { DateTime, Option, Redacted, Result, Schema } from "effect";
import { Mac } from "effect/crypto";

import { parseJson } from "../api/api_response.ts";
import { reasonOf, withoutSecrets } from "../api/sanitize.ts";
import { FirmaCallback } from "./firma_schemas.ts";

/** Events without new information. */
const IGNORED_EVENTS: ReadonlySet<string> = new Set([
  "signing_request.created",
  "signing_request.sent",
  "signing_request.updated",
  "signing_request.reminder.sent",
]);

const decode = Schema.decodeUnknownOption(FirmaCallback);

/** The reports of an authentic callback. */
export function readFirmaCallback(
  body: Uint8Array,
): Result.Result<ReadonlyArray<IncomingReport>, CallbackRefused> {
  const json = parseJson(body);
  const callback = Option.getOrUndefined(Option.flatMap(json, decode));
  const type = callback?.type ?? callback?.event_type;
  if (callback === undefined || type === undefined) return Result.fail(invalidCallback);
  // Events of templates, workspaces and domains, and test events, are ignored.
  if (!type.startsWith("signing_request.") || IGNORED_EVENTS.has(type)) return Result.succeed([]);
  const providerId = callback.data?.signing_request?.id ?? callback.data?.signing_request_id;
  if (providerId === undefined) return Result.fail(invalidCallback);
  const key = callback.id ?? callback.event_id ?? createHash("sha256").update(body).digest("hex");
  const payload = withoutSecrets(Option.getOrNull(json));
  return Result.succeed([{ key, providerId, report: reportOf(type, callback), received: payload }]);
}

const invalidCallback = new CallbackRefused({
  authentic: true,
  message: "The callback from Firma is not valid",
});

/** The report of an event, or null if the request must be looked up. */
function reportOf(type: string, { created_at, data }: FirmaCallback): ProviderReport | null {
  const createdAt = Option.getOrUndefined(DateTime.make(created_at ?? ""));
  if (createdAt === undefined) return null;
  const recipientId = data?.recipient?.id ?? data?.recipient_id ?? null;
  switch (type) {
    case "signing_request.viewed":
      return { kind: "viewed", at: createdAt, recipientId };
    case "signing_request.recipient.signed":
      return recipientId === null ? null : { kind: "signed", at: createdAt, recipientId };
    case "signing_request.recipient.declined": {
      const reason = reasonOf(data?.recipient?.decline_reason);
      return recipientId === null ? null : { kind: "declined", at: createdAt, recipientId, reason };
    }
    default:
      // Ends are read from the request itself, which has their times and recipients.
      return null;
  }
}

/** Maximum difference between the timestamp and the clock, in seconds. */
const TOLERANCE = 300;

const SIGNATURE_HEADERS = ["x-firma-signature", "x-firma-signature-old"] as const;

/**
 * Whether a callback was signed recently with one of the secrets. During a rotation Firma sends two
 * signatures; one match is enough.
 */
export function isFirmaSignature(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  { secrets, nowSeconds }: SignatureCheck,
): boolean {
  return SIGNATURE_HEADERS.flatMap((name) => signatureIn(headers[name])).some(
    ({ time, digest }) => {
      if (Math.abs(nowSeconds - Number(time)) > TOLERANCE) return false;
      return secrets.some((secret) => Mac.timingSafeEqual(digestOf(secret, time, body), digest));
    },
  );
}

/** The secrets and the time for checking signatures. */
export interface SignatureCheck {
  readonly secrets: ReadonlyArray<Redacted.Redacted>;
  readonly nowSeconds: number;
}

/** Parses `t=<seconds>,v1=<64 hex digits>` strictly. */
function signatureIn(header: string | undefined) {
  const [, time, hex] = /^t=(\d{1,12}),\s*v1=([0-9a-f]{64})$/iu.exec(header ?? "") ?? [];
  return time === undefined || hex === undefined ? [] : [{ time, digest: Buffer.from(hex, "hex") }];
}

function digestOf(secret: Redacted.Redacted, time: string, body: Uint8Array): Uint8Array {
  return createHmac("sha256", Redacted.value(secret)).update(`${time}.`).update(body).digest();
}

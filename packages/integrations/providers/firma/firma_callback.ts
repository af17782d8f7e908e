import { createHash, createHmac } from "node:crypto";

import { CallbackRefused, type IncomingReport, type ProviderReport } from "@paraph/core/signatures";
import { DateTime, Option, Redacted, Result, Schema } from "effect";
import { Mac } from "effect/crypto";

import { parseJson } from "../api/api_response.ts";
import { reasonOf, withoutSecrets } from "../api/sanitize.ts";
import { FirmaCallback } from "./firma_schemas.ts";

/** What tells nothing that is not known already. */
const IDLE: ReadonlySet<string> = new Set([
  "signing_request.created",
  "signing_request.sent",
  "signing_request.updated",
  "signing_request.reminder.sent",
]);

const decode = Schema.decodeUnknownOption(FirmaCallback);

/** What an authentic callback says. */
export function readFirmaCallback(
  body: Uint8Array,
): Result.Result<ReadonlyArray<IncomingReport>, CallbackRefused> {
  const json = parseJson(body);
  const callback = Option.getOrUndefined(Option.flatMap(json, decode));
  const type = callback?.type ?? callback?.event_type;
  if (callback === undefined || type === undefined) return Result.fail(notUnderstood);
  // Of templates, workspaces and domains, and tests of the line.
  if (!type.startsWith("signing_request.") || IDLE.has(type)) return Result.succeed([]);
  const providerId = callback.data?.signing_request?.id ?? callback.data?.signing_request_id;
  if (providerId === undefined) return Result.fail(notUnderstood);
  const key = callback.id ?? callback.event_id ?? createHash("sha256").update(body).digest("hex");
  const received = withoutSecrets(Option.getOrNull(json));
  return Result.succeed([{ key, providerId, report: reportOf(type, callback), received }]);
}

const notUnderstood = new CallbackRefused({
  authentic: true,
  message: "The callback is Firma's, but cannot be understood",
});

/** What an event means; nothing when the request has to be looked at to know. */
function reportOf(type: string, { created_at, data }: FirmaCallback): ProviderReport | null {
  const at = Option.getOrUndefined(DateTime.make(created_at ?? ""));
  if (at === undefined) return null;
  const recipientId = data?.recipient?.id ?? data?.recipient_id ?? null;
  switch (type) {
    case "signing_request.viewed":
      return { kind: "viewed", at, recipientId };
    case "signing_request.recipient.signed":
      return recipientId === null ? null : { kind: "signed", at, recipientId };
    case "signing_request.recipient.declined": {
      const reason = reasonOf(data?.recipient?.decline_reason);
      return recipientId === null ? null : { kind: "declined", at, recipientId, reason };
    }
    default:
      // An end is taken from the request itself, with its times and whoever brought it about.
      return null;
  }
}

/** So old a callback may be, in seconds, and so far ahead of our clock. */
const TOLERANCE = 300;

const HEADERS = ["x-firma-signature", "x-firma-signature-old"] as const;

/**
 * Whether a callback was signed with one of the secrets, a moment ago. While a secret is being
 * replaced, Firma signs with both: either will do, and so will either of ours.
 */
export function isFirmaSignature(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  { secrets, nowSeconds }: SignatureCheck,
): boolean {
  return HEADERS.flatMap((name) => signatureIn(headers[name])).some(({ time, digest }) => {
    if (Math.abs(nowSeconds - Number(time)) > TOLERANCE) return false;
    return secrets.some((secret) => Mac.timingSafeEqual(digestOf(secret, time, body), digest));
  });
}

/** What signatures are checked against. */
export interface SignatureCheck {
  readonly secrets: ReadonlyArray<Redacted.Redacted>;
  readonly nowSeconds: number;
}

/** What a header says: `t=<seconds>,v1=<64 hex digits>`, and nothing that only resembles it. */
function signatureIn(header: string | undefined) {
  const [, time, hex] = /^t=(\d{1,12}),\s*v1=([0-9a-f]{64})$/iu.exec(header ?? "") ?? [];
  return time === undefined || hex === undefined ? [] : [{ time, digest: Buffer.from(hex, "hex") }];
}

function digestOf(secret: Redacted.Redacted, time: string, body: Uint8Array): Uint8Array {
  return createHmac("sha256", Redacted.value(secret)).update(`${time}.`).update(body).digest();
}

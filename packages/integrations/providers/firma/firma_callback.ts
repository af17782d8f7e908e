import { createHash } from "node:crypto";

import { CallbackRefused, type IncomingReport, type ProviderReport } from "@paraph/core/signatures";
import { DateTime, Option, Result, Schema } from "effect";

import { parseJson } from "../api/api_answer.ts";
import { reasonOf, withoutSecrets } from "../api/without_secrets.ts";
import { FirmaCallback } from "./firma_shapes.ts";

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

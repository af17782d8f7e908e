import { createHash } from "node:crypto";

import { CallbackRefused, type IncomingReport } from "@paraph/core/signatures";
import { Option, Redacted, Result, Schema } from "effect";
import { Mac } from "effect/crypto";

import { parseJson } from "../api/api_response.ts";
import { withoutSecrets } from "../api/sanitize.ts";
import { DocumensoCallback } from "./documenso_schemas.ts";

/** What tells nothing that is not known already. */
const IDLE: ReadonlySet<string> = new Set([
  "DOCUMENT_CREATED",
  "DOCUMENT_SENT",
  "DOCUMENT_REMINDER_SENT",
]);

const decode = Schema.decodeUnknownOption(DocumensoCallback);

/**
 * What a callback says: that an envelope is to be looked at. All that speaks for it is a secret that
 * travels along, so nothing in it is believed.
 */
export function readDocumensoCallback(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  secret: Redacted.Redacted | undefined,
): Result.Result<ReadonlyArray<IncomingReport>, CallbackRefused> {
  const told = headers["x-documenso-secret"];
  if (secret === undefined || told === undefined || !isSame(told, Redacted.value(secret))) {
    return Result.fail(notAuthentic);
  }
  const json = parseJson(body);
  const callback = Option.getOrUndefined(Option.flatMap(json, decode));
  if (callback === undefined) return Result.fail(notUnderstood);
  const { event, payload } = callback;
  if (IDLE.has(event) || event.startsWith("TEMPLATE_")) return Result.succeed([]);
  const providerId = payload.envelopeId ?? undefined;
  if (providerId === undefined) return Result.fail(notUnderstood);
  // Two people may do the same in the same millisecond: only the whole of it tells them apart.
  const key = digest(body).toString("hex");
  const received = withoutSecrets(Option.getOrNull(json));
  return Result.succeed([{ key, providerId, report: null, received }]);
}

/** Compares digests, so that how long it takes tells nothing. */
function isSame(one: string, other: string): boolean {
  return Mac.timingSafeEqual(digest(one), digest(other));
}

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

const notAuthentic = new CallbackRefused({
  authentic: false,
  message: "The callback does not come from Documenso",
});

const notUnderstood = new CallbackRefused({
  authentic: true,
  message: "The callback is Documenso's, but cannot be understood",
});

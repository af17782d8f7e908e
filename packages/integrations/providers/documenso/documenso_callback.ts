import { createHash } from "node:crypto";

import { CallbackRefused, type IncomingReport } from "@paraph/core/signatures";
import { Option, Redacted, Result, Schema } from "effect";
import { Mac } from "effect/crypto";

import { parseJson } from "../api/api_response.ts";
import { withoutSecrets } from "../api/sanitize.ts";
import { DocumensoCallback } from "./documenso_schemas.ts";

/** Events without new information. */
const IGNORED_EVENTS: ReadonlySet<string> = new Set([
  "DOCUMENT_CREATED",
  "DOCUMENT_SENT",
  "DOCUMENT_REMINDER_SENT",
]);

const decode = Schema.decodeUnknownOption(DocumensoCallback);

/**
 * The reports of a callback. The callback is authenticated only by a secret in a header, so its
 * contents are not trusted: the envelope is looked up instead.
 */
export function readDocumensoCallback(
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  secret: Redacted.Redacted | undefined,
): Result.Result<ReadonlyArray<IncomingReport>, CallbackRefused> {
  const secretHeader = headers["x-documenso-secret"];
  if (
    secret === undefined ||
    secretHeader === undefined ||
    !isSame(secretHeader, Redacted.value(secret))
  ) {
    return Result.fail(notAuthentic);
  }
  const json = parseJson(body);
  const callback = Option.getOrUndefined(Option.flatMap(json, decode));
  if (callback === undefined) return Result.fail(invalidCallback);
  const { event, payload } = callback;
  if (IGNORED_EVENTS.has(event) || event.startsWith("TEMPLATE_")) return Result.succeed([]);
  const providerId = payload.envelopeId ?? undefined;
  if (providerId === undefined) return Result.fail(invalidCallback);
  // Two events may have the same millisecond, so the key is a digest of the whole body.
  const key = digest(body).toString("hex");
  const received = withoutSecrets(Option.getOrNull(json));
  return Result.succeed([{ key, providerId, report: null, received }]);
}

/** Compares digests in constant time. */
function isSame(left: string, right: string): boolean {
  return Mac.timingSafeEqual(digest(left), digest(right));
}

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

const notAuthentic = new CallbackRefused({
  authentic: false,
  message: "The callback does not come from Documenso",
});

const invalidCallback = new CallbackRefused({
  authentic: true,
  message: "The callback from Documenso is not valid",
});

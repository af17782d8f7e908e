import { Timestamp } from "@paraph/core/values";
import { Option, Predicate, Schema } from "effect";

import type { OutboundResponse } from "../../outbound_request.ts";

/** The response of a provider; `json` is absent if the body is not JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly json: Option.Option<unknown>;
  readonly retryAfter: string | undefined;
}

/** An id of a provider: safe in a path. */
export const ProviderId = Schema.String.check(
  Schema.isBetweenLength(1, 200),
  Schema.isPattern(/^[\w-]+$/u),
);
export const OptionalText = Schema.optionalKey(Schema.NullOr(Schema.String));
export const OptionalTime = Schema.optionalKey(Schema.NullOr(Timestamp));

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown));

/** Parses a body as JSON and ignores its content type. */
export function parseJson(bytes: Uint8Array): Option.Option<unknown> {
  return decodeJson(new TextDecoder().decode(bytes));
}

/** Parses a complete response. */
export function toApiResponse({ status, headers, bytes }: OutboundResponse): ApiResponse {
  return { status, json: parseJson(bytes), retryAfter: headers["retry-after"] };
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<ApiResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Long enough for a reason, short enough for a message. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Why a provider rejected a request, in one line: the status and the provider's message, if any.
 *
 * @param secrets Texts to remove, in case the provider repeats them.
 */
export function explain(
  name: string,
  { status, json }: ApiResponse,
  secrets: ReadonlyArray<string>,
): string {
  const message = Option.flatMap(json, messageOf).pipe(
    Option.map((text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)),
    Option.map((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim()),
    Option.filter((text) => text !== ""),
  );
  const reason = Option.match(message, {
    onNone: () => "",
    onSome: (text) => `: ${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}`,
  });
  return `${name} responded with ${status}${reason}`;
}

/** Providers use different fields for their messages, some of them nested. */
function messageOf(body: unknown): Option.Option<string> {
  if (!Predicate.isObject(body)) return Option.none();
  const { message, error } = body;
  const candidates = [message, error, Predicate.isObject(error) ? error["message"] : undefined];
  return Option.fromNullishOr(candidates.find(Predicate.isString));
}

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

/** Reads a body as JSON, whatever its content type says. */
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

/** Enough to tell what is wrong, and no more than fits into a message. */
const MAX_WORDS = 300;

/**
 * What a provider says about a request that it did not do, as one line: its status, and its own words
 * when it has any.
 *
 * @param secrets Texts that are taken out, should the provider repeat them.
 */
export function explain(
  name: string,
  { status, json }: ApiResponse,
  secrets: ReadonlyArray<string>,
): string {
  const words = Option.flatMap(json, wordsOf).pipe(
    Option.map((text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)),
    Option.map((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim()),
    Option.filter((text) => text !== ""),
  );
  const said = Option.match(words, {
    onNone: () => "",
    onSome: (text) => `: ${text.slice(0, MAX_WORDS).toWellFormed()}`,
  });
  return `${name} answered ${status}${said}`;
}

/** Providers put their words under different names, some of them in an object of its own. */
function wordsOf(body: unknown): Option.Option<string> {
  if (!Predicate.isObject(body)) return Option.none();
  const { message, error } = body;
  const candidates = [message, error, Predicate.isObject(error) ? error["message"] : undefined];
  return Option.fromNullishOr(candidates.find(Predicate.isString));
}

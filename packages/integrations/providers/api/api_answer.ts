import { Option, Predicate, Schema } from "effect";

import type { OutboundResponse } from "../../outbound/mod.ts";

/** What a provider answered; `json` is absent when the body is none. */
export interface ApiAnswer {
  readonly status: number;
  readonly json: Option.Option<unknown>;
  readonly retryAfter: string | undefined;
}

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown));

/** Reads a body as JSON, whatever its content type says. */
export function parseJson(bytes: Uint8Array): Option.Option<unknown> {
  return decodeJson(new TextDecoder().decode(bytes));
}

/** Reads an answer that has come whole. */
export function answerOf({ status, headers, bytes }: OutboundResponse): ApiAnswer {
  return { status, json: parseJson(bytes), retryAfter: headers["retry-after"] };
}

/** Whether a provider says that it did what it was asked. */
export function isSuccess({ status }: Pick<ApiAnswer, "status">): boolean {
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
  { status, json }: ApiAnswer,
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

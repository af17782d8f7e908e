import { Schema } from "effect";

import { maxCharacters } from "../values/mod.ts";

/** Scheme, host and port; a trailing slash is allowed. */
const ORIGIN = /^https?:\/\/[^\s/?#@\\]+\/?$/i;

/** A normalised host without characters that have a meaning in lists of origins, such as `*` and `;`. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * The origin in a text, in the form of browsers: lower-case, without a default port.
 * `undefined` if the text is no origin or has more than scheme, host and port.
 *
 * @example Origins have no path
 * ```ts
 * import { originOf } from "@paraph/core/admin";
 * import assert from "node:assert/strict";
 *
 * assert.equal(originOf("HTTPS://App.Example.com:443"), "https://app.example.com");
 * assert.equal(originOf("http://localhost:5173"), "http://localhost:5173");
 * assert.equal(originOf("https://app.example.com/builder"), undefined);
 * assert.equal(originOf("https://*.example.com"), undefined);
 * ```
 */
export function originOf(text: string): string | undefined {
  if (!ORIGIN.test(text)) return undefined;
  const url = URL.parse(text);
  return url !== null && HOST.test(url.hostname) ? url.origin : undefined;
}

const MAX_ORIGINS = 50;
const MAX_LENGTH = 300;

/** The origins whose pages may embed, stored in the form of browsers. */
export const AllowedOrigins = Schema.Array(
  Schema.String.check(
    maxCharacters(MAX_LENGTH),
    Schema.makeFilter(
      (text) =>
        originOf(text) !== undefined ||
        "Expected an origin, such as https://app.example.com: scheme, host and port only",
    ),
  ),
).check(Schema.isMaxLength(MAX_ORIGINS));

/** The origins in the form of browsers, without duplicates, in their order. */
export function normaliseOrigins(origins: ReadonlyArray<string>): ReadonlyArray<string> {
  return [...new Set(origins.map(originOf).filter((origin) => origin !== undefined))];
}

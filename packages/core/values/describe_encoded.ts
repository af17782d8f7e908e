import { Schema } from "effect";

/**
 * Describes a field that has another form in JSON, such as a `Timestamp`. The OpenAPI document shows
 * the JSON form, and `annotateKey` describes the other one.
 *
 * @example A described timestamp
 * ```ts
 * import { describeEncoded, Timestamp } from "@paraph/core/values";
 * import { Schema } from "effect";
 * import assert from "node:assert/strict";
 *
 * const Key = Schema.Struct({ createdAt: Timestamp.pipe(describeEncoded("When it was created.")) });
 * const { schema } = Schema.toJsonSchemaDocument(Key);
 * assert.match(JSON.stringify(schema), /When it was created/);
 * ```
 */
export function describeEncoded(description: string) {
  return <S extends Schema.Top>(self: S): S["Rebuild"] =>
    Schema.flip(Schema.flip(self).annotateKey({ description }));
}

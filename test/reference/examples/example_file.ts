import * as fs from "node:fs";

import { Schema } from "effect";

const Texts = Schema.Record(Schema.String, Schema.String);

/** A recorded request, and one JSON response for each success status. */
export const Example = Schema.Struct({
  request: Schema.Struct({
    path: Schema.optionalKey(Texts),
    query: Schema.optionalKey(Texts),
    header: Schema.optionalKey(Texts),
    body: Schema.optionalKey(Schema.Unknown),
  }),
  responses: Schema.Record(Schema.String, Schema.Unknown),
});
export type Example = typeof Example.Type;

/** The examples of the reference. */
export const Examples = Schema.Struct({
  /** By `operationId`. */
  operations: Schema.Record(Schema.String, Example),
  /** Bodies by the names of their schemas. */
  errors: Schema.Record(Schema.String, Schema.Unknown),
});
export type Examples = typeof Examples.Type;

const FILE = new URL("examples.json", import.meta.url);

/** The recorded examples. */
export const readExamples = (): Examples =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Examples))(fs.readFileSync(FILE, "utf8"));

/** Replaces the recorded examples. */
export const writeExamples = (examples: Examples): void =>
  fs.writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);

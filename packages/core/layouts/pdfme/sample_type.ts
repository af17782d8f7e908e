import { Result } from "effect";

import { checkValue, type DataType, printFormat, printerOf } from "../../manifests/mod.ts";

/** Longer numbers without decimals are identifiers, such as those of accounts. */
const NUMBER = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/;

/** The data types that a sample can tell, the most specific one first. */
const TYPES: ReadonlyArray<DataType> = ["number", "currency", "date", "datetime", "url", "email"];

/**
 * The data type of samples: the one in whose default format all of them print as they are, else text.
 *
 * @example Dates
 * ```ts
 * import { typeOfSamples } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(typeOfSamples(["2026-12-01", "2027-01-31"]), "date");
 * assert.equal(typeOfSamples(["10.10", "3"]), "number");
 * assert.equal(typeOfSamples(["007"]), "text");
 * ```
 */
export function typeOfSamples(samples: ReadonlyArray<string>): DataType {
  const values = samples.filter((sample) => sample !== "");
  if (values.length === 0) return "text";
  const type = TYPES.find((candidate) => values.every((value) => printsAsItIs(candidate, value)));
  return type ?? (values.some((value) => value.includes("\n")) ? "longtext" : "text");
}

function printsAsItIs(dataType: DataType, sample: string): boolean {
  if ((dataType === "number" || dataType === "currency") && !NUMBER.test(sample)) return false;
  const value = checkValue(dataType, sample);
  return Result.isSuccess(value) && printerOf(printFormat(dataType))(value.success) === sample;
}

import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import type { DataType } from "../data_type.ts";
import { printerOf, printFormat } from "./value_printer.ts";

const valuePrinter = (dataType: DataType, format?: string) =>
  printerOf(printFormat(dataType, format));

describe("printerOf()", () => {
  it.each([
    ["currency", "currency:EUR", "1234.5", "€1,234.50"],
    ["currency", "currency:EUR@de-DE", "1234.5", "1.234,50\u00a0€"],
    ["currency", "currency:JPY", "1234.5", "¥1,235"],
    ["currency", "currency:EUR", "-0.001", "€0.00"],
    ["currency", undefined, "1234.5", "1,234.50"],
    ["currency", "currency:USD", "9007199254740993.29", "$9,007,199,254,740,993.29"],
    ["currency", "currency:USD", "1e3", "$1,000.00"],
    ["number", undefined, "1234.50", "1234.50"],
    ["number", "number:2", "0.125", "0.13"],
    ["number", "number", "12345.678", "12,345.678"],
    ["number", "percent", "0.125", "12.5%"],
    ["date", undefined, "2026-02-03", "2026-02-03"],
    ["date", "date:DD/MM/YYYY", "2026-02-03", "03/02/2026"],
    ["date", "date:long", "2026-02-03", "February 3, 2026"],
    ["date", "date:long@fr-FR", "2026-02-03", "3 février 2026"],
    ["date", "date:D MMMM YYYY@ru-RU", "2026-02-03", "3 февраля 2026"],
    ["date", "date:D [of] MMM", "2026-02-03", "3 of Feb"],
    ["datetime", undefined, "2026-02-03T23:30:00-05:00", "2026-02-04 04:30"],
    ["datetime", "date:h:mm A", "2026-02-03T13:05", "1:05 PM"],
    ["boolean", undefined, true, "Yes"],
    ["boolean", undefined, false, "No"],
    ["text", undefined, "{6*7}", "{6*7}"],
    ["text", undefined, null, ""],
  ] as const)("prints a %s by %s: %s", (dataType, format, value, expected) => {
    assert.strictEqual(valuePrinter(dataType, format)(value), expected);
  });

  const Digits = Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 2 ** 52 }));
  it.prop(
    "prints every digit of amounts beyond the precision of floats",
    [Digits, Digits],
    ([high, low]) => {
      const amount = `${high}${low}.${String(low).slice(-2)}`;
      return valuePrinter("currency", "currency:USD")(amount).replace(/[$,]/g, "") === amount;
    },
  );
});

import {
  layoutFormatProblem,
  printerOf,
  type PrintFormat,
  printFormat,
  type DataType,
} from "../../manifests/mod.ts";
import { decimalText, wholeDecimal } from "../../values/mod.ts";
import { integer, isDecimal, isList, type Meter, textOf, type Value } from "../value.ts";
import { BOOLEAN, NUMBER, TEXT, type ValueType } from "../value_type.ts";
import {
  type FunctionRule,
  listOf,
  number,
  type Parameter,
  printable,
  text,
} from "./function_rule.ts";

/** The largest length that texts are padded to. */
const MAX_PADDING = 1_000;

/** A function of texts; absent with an absent argument. */
function ofTexts(
  parameters: ReadonlyArray<Parameter>,
  result: ValueType,
  run: (texts: ReadonlyArray<string>, meter: Meter) => Value,
): FunctionRule {
  return {
    parameters,
    result: () => result,
    run: (args, meter) => {
      const texts = args.map(textOf);
      for (const { length } of texts) meter.spend(length >> 6);
      return run(texts, meter);
    },
  };
}

const format: Parameter = {
  expected: "text",
  accepts: ({ type }) => type.kind === "text",
  problem: ({ literal }, [value]) => {
    if (literal === undefined) return 'Expected a format in quotes, such as "date:long"';
    return value === undefined ? undefined : layoutFormatProblem(literal, dataTypeOf(value.type));
  },
};

/** The arguments of `format` and `string` that their types decide: how the value prints. */
const printing = (types: ReadonlyArray<ValueType>) => {
  const [type] = types;
  const own = type !== undefined && "format" in type ? type.format : undefined;
  return type === undefined ? [] : [dataTypeOf(type), own ?? ""];
};

export function dataTypeOf(type: ValueType): DataType {
  if (type.kind === "number" || type.kind === "date") return type.dataType;
  return type.kind === "boolean" ? "boolean" : "text";
}

/** Recently used formats: one object for each, which has one printer. */
const formats = new Map<string, PrintFormat>();
const MAX_FORMATS = 200;

function print(value: Value, dataType: Value | undefined, formatText: Value | undefined): Value {
  const key = `${textOf(dataType)} ${textOf(formatText)}`;
  let printFormatOf = formats.get(key);
  if (printFormatOf === undefined) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    const type = DATA_TYPES.find((candidate) => candidate === dataType) ?? "text";
    printFormatOf = printFormat(type, typeof formatText === "string" ? formatText : undefined);
    formats.set(key, printFormatOf);
  }
  if (isDecimal(value)) return printerOf(printFormatOf)(decimalText(value));
  return typeof value === "string" || typeof value === "boolean"
    ? printerOf(printFormatOf)(value)
    : null;
}

const DATA_TYPES = ["number", "currency", "date", "datetime", "boolean", "text"] as const;

function padding(atStart: boolean): FunctionRule {
  return {
    parameters: [text, number, text],
    optional: 1,
    result: () => TEXT,
    run: ([value, length, filler], meter) => {
      if (typeof value !== "string") return null;
      const fill = Array.from(typeof filler === "string" && filler !== "" ? filler : " ");
      const missing = integer(length, MAX_PADDING) - Array.from(value).length;
      if (missing <= 0) return value;
      const added = Array.from({ length: missing }, (_, index) => fill[index % fill.length]).join(
        "",
      );
      return meter.text(atStart ? added + value : value + added);
    },
  };
}

export const textFunctions = {
  upper: ofTexts([text], TEXT, ([value = ""], meter) => meter.text(value.toUpperCase())),
  lower: ofTexts([text], TEXT, ([value = ""], meter) => meter.text(value.toLowerCase())),
  trim: ofTexts([text], TEXT, ([value = ""]) => value.trim()),
  length: ofTexts([text], NUMBER, ([value = ""]) => wholeDecimal(Array.from(value).length)),
  contains: ofTexts([text, text], BOOLEAN, ([value = "", part = ""]) => value.includes(part)),
  startsWith: ofTexts([text, text], BOOLEAN, ([value = "", part = ""]) => value.startsWith(part)),
  endsWith: ofTexts([text, text], BOOLEAN, ([value = "", part = ""]) => value.endsWith(part)),
  replace: ofTexts([text, text, text], TEXT, ([value = "", from = "", to = ""], meter) => {
    if (from === "") return value;
    const parts = value.split(from);
    meter.length(value.length + (parts.length - 1) * Math.max(0, to.length - from.length));
    return parts.join(to);
  }),
  substring: {
    parameters: [text, number, number],
    optional: 1,
    result: () => TEXT,
    run: ([value, start, end], meter) => {
      if (typeof value !== "string") return null;
      meter.length(value.length);
      const characters = Array.from(value);
      const from = Math.max(0, integer(start, characters.length));
      const to =
        end === undefined ? characters.length : Math.max(0, integer(end, characters.length));
      return characters.slice(from, to).join("");
    },
  },
  padStart: padding(true),
  padEnd: padding(false),
  join: {
    parameters: [listOf("a list of texts", "text"), text],
    optional: 1,
    result: () => TEXT,
    takesAbsent: true,
    run: ([items = null, separator], meter) => {
      if (!isList(items)) return null;
      const texts = items.map(textOf).filter((item) => item !== "");
      const between = textOf(separator);
      meter.length(texts.reduce((sum, { length }) => sum + length + between.length, 0));
      return texts.join(between);
    },
  },
  format: {
    parameters: [printable, format],
    result: () => TEXT,
    extra: (types) => printing(types).slice(0, 1),
    run: ([value = null, formatText, dataType], meter) => {
      meter.spend(5);
      return print(value, dataType, formatText);
    },
  },
  string: {
    parameters: [printable],
    result: () => TEXT,
    extra: printing,
    run: ([value = null, dataType, formatText], meter) => {
      meter.spend(5);
      return print(value, dataType, formatText === "" ? undefined : formatText);
    },
  },
} as const satisfies Readonly<Record<string, FunctionRule>>;

import { Result } from "effect";

import { type DataType, parseFormat, printerOf } from "../../manifests/mod.ts";
import type { PdfmeField } from "./read_template.ts";

/** The parts of date-fns patterns, as the patterns of formats write them. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ["yyyy", "YYYY"],
  ["yy", "YY"],
  ["MMMM", "MMMM"],
  ["MMM", "MMM"],
  ["MM", "MM"],
  ["M", "M"],
  ["dd", "DD"],
  ["d", "D"],
  ["EEEE", "dddd"],
  ["EEE", "ddd"],
  ["HH", "HH"],
  ["H", "H"],
  ["hh", "hh"],
  ["h", "h"],
  ["mm", "mm"],
  ["a", "A"],
]);

/** The patterns in which pdfme prints dates without a format. */
const DEFAULT_PATTERNS = { date: "yyyy/MM/dd", datetime: "yyyy/MM/dd HH:mm" } as const;

/** The format of a date field; `undefined` if formats have no such pattern. */
export function dateFormatOf(
  { settings }: PdfmeField,
  dataType: "date" | "datetime",
): string | undefined {
  const { format, locale } = settings;
  const pattern = typeof format === "string" && format !== "" ? format : DEFAULT_PATTERNS[dataType];
  const parts = pattern.match(/[A-Za-z]+|'[^']*'|[^A-Za-z']+/g) ?? [];
  const translated = parts.map((part) => {
    if (part.startsWith("'")) return `[${part.slice(1, -1)}]`;
    return /[A-Za-z]/.test(part) ? TOKENS.get(part) : part;
  });
  if (translated.includes(undefined)) return undefined;
  const tag = typeof locale === "string" && locale !== "" ? `@${locale}` : "";
  const text = `${dataType}:${translated.join("")}${tag}`;
  return text.length <= 60 && Result.isSuccess(parseFormat(text)) ? text : undefined;
}

/** A date of pdfme, such as `2026/12/01 09:30`, in ISO 8601. */
export function isoDate(content: string): string {
  return content.trim().replaceAll("/", "-").replace(" ", "T");
}

/** Prints a date in a format. */
export function printDate(content: string, format: string): string {
  const parsed = parseFormat(format);
  return Result.isSuccess(parsed) ? printerOf(parsed.success)(isoDate(content)) : content;
}

/** Whether a data type is a date with or without a time. */
export function isDateType(dataType: DataType | undefined): dataType is "date" | "datetime" {
  return dataType === "date" || dataType === "datetime";
}

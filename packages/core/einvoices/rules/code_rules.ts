import { parseDecimal } from "../../values/mod.ts";
import type { InvoiceValues, TermValue } from "../model/invoice.ts";
import { BUSINESS_TERMS, type TermType } from "../model/terms.ts";
import { CODE_LISTS, COUNTRIES } from "./code_lists.ts";
import { type InvoiceProblem, nameOf } from "./rule.ts";

/** The VAT identifiers that start with a country. */
const VAT_IDENTIFIERS = ["BT-31", "BT-48", "BT-63"];

/** The terms with codes, and the schemes with codes of terms, such as `BT-34-1` of `BT-34`. */
const CODED_TERMS = CODE_LISTS.flatMap(({ terms, ...list }) =>
  terms.map((id) => ({ ...list, id, term: /^BT-\d+/.exec(id)?.[0] ?? id })),
);

/** The rules about codes, VAT identifiers, card numbers and the forms of dates and numbers. */
export function codeProblems(values: InvoiceValues): ReadonlyArray<InvoiceProblem> {
  const valuesOf = (term: string) => values.get(term) ?? [];
  return [
    ...CODED_TERMS.flatMap(({ rule, id, term, name, has }) =>
      codesOf(valuesOf(term), id, term)
        .filter(([code]) => !has(code))
        .map(([code, path]) => ({
          rule,
          term: id,
          path,
          message: `Expected ${name}, found "${code}"`,
        })),
    ),
    ...VAT_IDENTIFIERS.flatMap((term) =>
      valuesOf(term)
        .filter(({ text }) => !hasCountry(text))
        .map(({ path }) => ({
          rule: "BR-CO-09",
          term,
          path,
          message: `${nameOf(term)} must start with a country code, such as DE`,
        })),
    ),
    ...valuesOf("BT-87")
      .filter(({ text }) => text.length > 10)
      .map(({ path }) => ({
        rule: "BR-51",
        term: "BT-87",
        path,
        message: `${nameOf("BT-87")} must have only the last 4 to 6 digits`,
      })),
    ...FORMED_TERMS.flatMap(({ id, type }) =>
      valuesOf(id).flatMap((value) => wrongForm(id, type, value)),
    ),
  ];
}

/** The rules that a constant of a mapping breaks: codes, and the forms of dates and numbers. */
export function constantProblems(
  id: string,
  text: string,
): ReadonlyArray<Pick<InvoiceProblem, "rule" | "message">> {
  const lists = CODE_LISTS.filter(({ terms, has }) => terms.includes(id) && !has(text));
  const term = BUSINESS_TERMS.get(id);
  return [
    ...lists.map(({ rule, name }) => ({ rule, message: `Expected ${name}, found "${text}"` })),
    ...(term === undefined ? [] : wrongForm(id, term.type, { text, path: "" })),
  ];
}

/** The codes of a term, or of a scheme of the term, with their paths. */
function codesOf(
  values: ReadonlyArray<TermValue>,
  id: string,
  term: string,
): ReadonlyArray<readonly [code: string, path: string]> {
  return values.flatMap(({ text, path, qualifiers }) => {
    const code = term === id ? text : (qualifiers?.[id] ?? "");
    return code === "" ? [] : [[code, path] as const];
  });
}

function hasCountry(text: string): boolean {
  const country = text.slice(0, 2);
  return country === "EL" || COUNTRIES.has(country);
}

const NUMBERS: ReadonlySet<TermType> = new Set<TermType>([
  "amount",
  "price",
  "quantity",
  "percent",
]);

/** The terms whose values have a form. */
const FORMED_TERMS = [...BUSINESS_TERMS.values()].filter(
  ({ type }) => type === "date" || NUMBERS.has(type),
);

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Numbers and dates that are none. The syntaxes define their form, so the rule is the term itself. */
function wrongForm(
  term: string,
  type: TermType,
  { text, path }: TermValue,
): ReadonlyArray<InvoiceProblem> {
  const expected =
    type === "date"
      ? isDay(text)
        ? undefined
        : "a date"
      : NUMBERS.has(type) && parseDecimal(text) === undefined
        ? "a number"
        : undefined;
  if (expected === undefined) return [];
  return [
    { rule: term, term, path, message: `${nameOf(term)}: expected ${expected}, found "${text}"` },
  ];
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

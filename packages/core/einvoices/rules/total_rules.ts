import {
  addDecimals,
  compareDecimals,
  type Decimal,
  roundDecimal,
  subtractDecimals,
  ZERO,
} from "../../values/mod.ts";
import {
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  type InvoiceValues,
  numberOf,
  pathOf,
  textOf,
} from "../model/invoice.ts";
import { CREDIT_NOTES } from "./code_lists.ts";
import { type InvoiceProblem, nameOf } from "./rule.ts";
import { amountOf, amountText, isNear, percentOf, sumOf } from "./sum.ts";

/** A total, how it is calculated, and the formula for people. */
interface TotalRule {
  readonly rule: string;
  readonly term: string;
  readonly formula: string;
  readonly expected: (invoice: InvoiceGroup) => Decimal;
  /** Whether the rule holds for an invoice without the total. */
  readonly optional?: boolean;
}

/** The totals of a document (EN 16931-1, BR-CO-10 to BR-CO-16), in the order in which they are calculated. */
export const TOTAL_RULES: ReadonlyArray<TotalRule> = [
  {
    rule: "BR-CO-10",
    term: "BT-106",
    formula: "the sum of BT-131",
    expected: (invoice) => sumOf(groupsOf(invoice, "BG-25"), "BT-131"),
  },
  {
    rule: "BR-CO-11",
    term: "BT-107",
    formula: "the sum of BT-92",
    expected: (invoice) => sumOf(groupsOf(invoice, "BG-20"), "BT-92"),
    optional: true,
  },
  {
    rule: "BR-CO-12",
    term: "BT-108",
    formula: "the sum of BT-99",
    expected: (invoice) => sumOf(groupsOf(invoice, "BG-21"), "BT-99"),
    optional: true,
  },
  {
    rule: "BR-CO-13",
    term: "BT-109",
    formula: "BT-106 - BT-107 + BT-108",
    expected: (invoice) =>
      addDecimals(
        subtractDecimals(amountOf(invoice, "BT-106"), amountOf(invoice, "BT-107")),
        amountOf(invoice, "BT-108"),
      ),
  },
  {
    rule: "BR-CO-14",
    term: "BT-110",
    formula: "the sum of BT-117",
    expected: (invoice) => sumOf(groupsOf(invoice, "BG-23"), "BT-117"),
  },
  {
    rule: "BR-CO-15",
    term: "BT-112",
    formula: "BT-109 + BT-110",
    expected: (invoice) => addDecimals(amountOf(invoice, "BT-109"), amountOf(invoice, "BT-110")),
  },
  {
    rule: "BR-CO-16",
    term: "BT-115",
    formula: "BT-112 - BT-113 + BT-114",
    expected: (invoice) =>
      addDecimals(
        subtractDecimals(amountOf(invoice, "BT-112"), amountOf(invoice, "BT-113")),
        amountOf(invoice, "BT-114"),
      ),
  },
];

/** The terms with at most two digits after the point, by the rule. */
const TWO_DECIMALS: ReadonlyArray<readonly [rule: string, term: string]> = [
  ["BR-DEC-01", "BT-92"],
  ["BR-DEC-02", "BT-93"],
  ["BR-DEC-05", "BT-99"],
  ["BR-DEC-06", "BT-100"],
  ["BR-DEC-09", "BT-106"],
  ["BR-DEC-10", "BT-107"],
  ["BR-DEC-11", "BT-108"],
  ["BR-DEC-12", "BT-109"],
  ["BR-DEC-13", "BT-110"],
  ["BR-DEC-14", "BT-112"],
  ["BR-DEC-15", "BT-111"],
  ["BR-DEC-16", "BT-113"],
  ["BR-DEC-17", "BT-114"],
  ["BR-DEC-18", "BT-115"],
  ["BR-DEC-19", "BT-116"],
  ["BR-DEC-20", "BT-117"],
  ["BR-DEC-23", "BT-131"],
  ["BR-DEC-24", "BT-136"],
  ["BR-DEC-25", "BT-137"],
  ["BR-DEC-27", "BT-141"],
  ["BR-DEC-28", "BT-142"],
];

/** The prices that must not be negative, by the rule. */
const NOT_NEGATIVE: ReadonlyArray<readonly [rule: string, term: string]> = [
  ["BR-27", "BT-146"],
  ["BR-28", "BT-148"],
];

/** The start and end of periods, by the rule. */
const PERIODS: ReadonlyArray<readonly [rule: string, group: string, start: string, end: string]> = [
  ["BR-29", "BG-14", "BT-73", "BT-74"],
  ["BR-30", "BG-26", "BT-134", "BT-135"],
];

/** The rules about amounts, totals and periods. */
export function totalProblems(
  invoice: InvoiceGroup,
  values: InvoiceValues,
): ReadonlyArray<InvoiceProblem> {
  const valuesOf = (term: string) => values.get(term) ?? [];
  return [
    ...TOTAL_RULES.flatMap((total) => wrongTotal(invoice, total)),
    ...groupsOf(invoice, "BG-23").flatMap(wrongTax),
    ...TWO_DECIMALS.flatMap(([rule, term]) =>
      valuesOf(term)
        .filter(({ text }) => (text.split(".")[1]?.length ?? 0) > 2)
        .map(({ path }) => ({
          rule,
          term,
          path,
          message: `${nameOf(term)} has more than 2 digits after the point`,
        })),
    ),
    ...NOT_NEGATIVE.flatMap(([rule, term]) =>
      valuesOf(term)
        .filter(({ text }) => text.startsWith("-") && /[1-9]/.test(text))
        .map(({ path }) => ({ rule, term, path, message: `${nameOf(term)} must not be negative` })),
    ),
    ...PERIODS.flatMap(([rule, id, start, end]) =>
      groupsOf(invoice, id)
        .filter((period) => {
          const last = textOf(period, end);
          return last !== "" && last < textOf(period, start);
        })
        .map((period) => ({
          rule,
          term: end,
          path: pathOf(period, end),
          message: `${nameOf(end)} is before ${nameOf(start)}`,
        })),
    ),
    ...paymentTerms(invoice),
  ];
}

function wrongTotal(
  invoice: InvoiceGroup,
  { rule, term, formula, expected, optional = false }: TotalRule,
): ReadonlyArray<InvoiceProblem> {
  const total = numberOf(invoice, term);
  if (total === undefined && (!optional || compareDecimals(expected(invoice), ZERO) === 0))
    return [];
  const amount = roundDecimal(expected(invoice), 2);
  if (total !== undefined && compareDecimals(total, amount) === 0) return [];
  const found = total === undefined ? "is missing" : `is ${textOf(invoice, term)}`;
  const message = `${nameOf(term)} ${found}, but ${formula} is ${amountText(amount)}`;
  return [{ rule, term, path: pathOf(invoice, term), message }];
}

function wrongTax(breakdown: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const tax = numberOf(breakdown, "BT-117");
  if (tax === undefined) return [];
  const expected = percentOf(amountOf(breakdown, "BT-116"), amountOf(breakdown, "BT-119"));
  if (isNear(tax, expected)) return [];
  const message = `${nameOf("BT-117")} is ${textOf(breakdown, "BT-117")}, but BT-116 x BT-119 / 100 is ${amountText(expected)}`;
  return [{ rule: "BR-CO-17", term: "BT-117", path: pathOf(breakdown, "BT-117"), message }];
}

function paymentTerms(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const due = numberOf(invoice, "BT-115") ?? ZERO;
  const isStated = hasTerm(invoice, "BT-9") || hasTerm(invoice, "BT-20");
  // A credit note is paid to the buyer.
  const isCredit = CREDIT_NOTES.has(textOf(invoice, "BT-3"));
  if (compareDecimals(due, ZERO) <= 0 || isStated || isCredit) return [];
  const message = `${nameOf("BT-9")} or ${nameOf("BT-20")} is required if an amount is due`;
  return [{ rule: "BR-CO-25", term: "BT-9", path: pathOf(invoice, "BT-9"), message }];
}

import { compareDecimals, ZERO } from "../../values/mod.ts";
import {
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  type InvoiceValues,
  numberOf,
  pathOf,
  textOf,
} from "../model/invoice.ts";
import { type InvoiceProblem, nameOf } from "./rule.ts";
import { amountOf, amountText, isNear, percentOf, taxableAmount } from "./sum.ts";

/** The rules of a VAT category. */
interface VatCategory {
  readonly code: string;
  /** The prefix of its rules: `BR-S`. */
  readonly prefix: string;
  readonly rate: "positive" | "zero" | "zero or more" | "absent";
  /** Whether each rate has a breakdown of its own, and taxable amounts have a tolerance. */
  readonly byRate: boolean;
  /** Sets of terms; the invoice needs one of each set. */
  readonly requires: ReadonlyArray<ReadonlyArray<string>>;
  readonly excludes?: ReadonlyArray<string>;
  readonly exemption: "required" | "excluded";
}

const SELLER = ["BT-31", "BT-32", "BT-63"];
const SELLER_VAT = ["BT-31", "BT-63"];

/** The VAT categories of EN 16931 (UNCL 5305), with their rules. */
export const VAT_CATEGORIES: ReadonlyArray<VatCategory> = [
  {
    code: "S",
    prefix: "BR-S",
    rate: "positive",
    byRate: true,
    requires: [SELLER],
    exemption: "excluded",
  },
  {
    code: "Z",
    prefix: "BR-Z",
    rate: "zero",
    byRate: false,
    requires: [SELLER],
    exemption: "excluded",
  },
  {
    code: "E",
    prefix: "BR-E",
    rate: "zero",
    byRate: false,
    requires: [SELLER],
    exemption: "required",
  },
  {
    code: "AE",
    prefix: "BR-AE",
    rate: "zero",
    byRate: false,
    requires: [SELLER, ["BT-48", "BT-47"]],
    exemption: "required",
  },
  {
    code: "K",
    prefix: "BR-IC",
    rate: "zero",
    byRate: false,
    requires: [SELLER_VAT, ["BT-48"]],
    exemption: "required",
  },
  {
    code: "G",
    prefix: "BR-G",
    rate: "zero",
    byRate: false,
    requires: [SELLER_VAT],
    exemption: "required",
  },
  {
    code: "O",
    prefix: "BR-O",
    rate: "absent",
    byRate: false,
    requires: [],
    excludes: ["BT-31", "BT-63", "BT-48"],
    exemption: "required",
  },
  {
    code: "L",
    prefix: "BR-AF",
    rate: "zero or more",
    byRate: true,
    requires: [SELLER],
    exemption: "excluded",
  },
  {
    code: "M",
    prefix: "BR-AG",
    rate: "zero or more",
    byRate: true,
    requires: [SELLER],
    exemption: "excluded",
  },
];

/** Where categories are used, with their rate, and the last two digits of the rules about parties and rates. */
const USES = [
  { group: "BG-25", category: "BT-151", rate: "BT-152", parties: "02", rates: "05" },
  { group: "BG-20", category: "BT-95", rate: "BT-96", parties: "03", rates: "06" },
  { group: "BG-21", category: "BT-102", rate: "BT-103", parties: "04", rates: "07" },
] as const;

/** The terms with a category: those of the uses, and that of a breakdown. */
const CATEGORY_TERMS = [...USES.map(({ category }) => category), "BT-118"];

/** The rules of VAT categories: BR-S, BR-Z, BR-E, BR-AE, BR-IC, BR-G, BR-O, BR-AF and BR-AG. */
export function vatProblems(
  invoice: InvoiceGroup,
  values: InvoiceValues,
): ReadonlyArray<InvoiceProblem> {
  const codes = new Set(
    CATEGORY_TERMS.flatMap((term) => values.get(term) ?? []).map(({ text }) => text),
  );
  return [
    // No rule applies to a category that the invoice does not use.
    ...VAT_CATEGORIES.filter(({ code }) => codes.has(code)).flatMap((category) =>
      categoryProblems(invoice, category),
    ),
    ...missingRates(invoice),
    ...notSubjectToVat(invoice),
    ...intraCommunity(invoice),
  ];
}

function categoryProblems(
  invoice: InvoiceGroup,
  category: VatCategory,
): ReadonlyArray<InvoiceProblem> {
  const { code, prefix } = category;
  const breakdowns = groupsOf(invoice, "BG-23").filter((each) => textOf(each, "BT-118") === code);
  const uses = USES.map((use) => ({
    ...use,
    groups: groupsOf(invoice, use.group).filter((each) => textOf(each, use.category) === code),
  }));
  const isUsed = uses.some(({ groups }) => groups.length > 0);
  return [
    ...breakdownCount(invoice, category, isUsed, breakdowns),
    ...uses.flatMap(({ parties, groups: [first], category: term }) =>
      first === undefined ? [] : partyProblems(invoice, category, `${prefix}-${parties}`, term),
    ),
    ...uses.flatMap(({ rates, groups, rate }) =>
      groups
        .filter((group) => !hasRate(group, rate, category))
        .map((group) => ({
          rule: `${prefix}-${rates}`,
          term: rate,
          path: pathOf(group, rate),
          message: `${nameOf(rate)} must be ${RATES[category.rate]} for category ${code}`,
        })),
    ),
    ...breakdowns.flatMap((breakdown) => breakdownProblems(invoice, category, breakdown)),
  ];
}

const RATES: Readonly<Record<VatCategory["rate"], string>> = {
  positive: "greater than 0",
  zero: "0",
  "zero or more": "0 or greater",
  absent: "absent",
};

function hasRate(group: InvoiceGroup, term: string, { rate }: VatCategory): boolean {
  const value = numberOf(group, term);
  if (rate === "absent" || value === undefined)
    return (rate === "absent") === !hasTerm(group, term);
  const sign = compareDecimals(value, ZERO);
  return rate === "positive" ? sign > 0 : rate === "zero" ? sign === 0 : sign >= 0;
}

function breakdownCount(
  invoice: InvoiceGroup,
  { code, prefix, byRate }: VatCategory,
  isUsed: boolean,
  breakdowns: ReadonlyArray<InvoiceGroup>,
): ReadonlyArray<InvoiceProblem> {
  const count = breakdowns.length;
  const isRight = byRate ? isUsed === count > 0 : count === (isUsed ? 1 : 0);
  if (isRight) return [];
  const expected = isUsed ? (byRate ? "at least one" : "exactly one") : "no";
  return [
    {
      rule: `${prefix}-01`,
      term: "BT-118",
      path:
        breakdowns[0] === undefined ? invoice.pathOf("BT-118") : pathOf(breakdowns[0], "BT-118"),
      message: `Expected ${expected} VAT breakdown (BG-23) of category ${code}, found ${count}`,
    },
  ];
}

function partyProblems(
  invoice: InvoiceGroup,
  { code, requires, excludes = [] }: VatCategory,
  rule: string,
  use: string,
): ReadonlyArray<InvoiceProblem> {
  const missing = requires
    .filter((terms) => !terms.some((term) => hasTerm(invoice, term)))
    .map(([term = use, ...others]) => ({
      rule,
      term,
      path: pathOf(invoice, term),
      message: `Category ${code} requires ${[term, ...others].map(nameOf).join(" or ")}`,
    }));
  const excluded = excludes
    .filter((term) => hasTerm(invoice, term))
    .map((term) => ({
      rule,
      term,
      path: pathOf(invoice, term),
      message: `Category ${code} excludes ${nameOf(term)}`,
    }));
  return [...missing, ...excluded];
}

function breakdownProblems(
  invoice: InvoiceGroup,
  { code, prefix, byRate, exemption }: VatCategory,
  breakdown: InvoiceGroup,
): ReadonlyArray<InvoiceProblem> {
  const problems: Array<InvoiceProblem> = [];
  const report = (number: string, term: string, message: string) =>
    problems.push({ rule: `${prefix}-${number}`, term, path: pathOf(breakdown, term), message });
  const rate = amountOf(breakdown, "BT-119");
  const expected = taxableAmount(
    invoice,
    (group, category, percent) =>
      textOf(group, category) === code &&
      (!byRate || compareDecimals(amountOf(group, percent), rate) === 0),
  );
  const taxable = amountOf(breakdown, "BT-116");
  const isRight = byRate ? isNear(taxable, expected) : compareDecimals(taxable, expected) === 0;
  if (hasTerm(breakdown, "BT-116") && !isRight) {
    report(
      "08",
      "BT-116",
      `${nameOf("BT-116")} is ${textOf(breakdown, "BT-116")}, but lines and charges less allowances of category ${code} are ${amountText(expected)}`,
    );
  }
  const tax = byRate ? percentOf(taxable, rate) : ZERO;
  const found = amountOf(breakdown, "BT-117");
  if (!(byRate ? isNear(found, tax) : compareDecimals(found, tax) === 0)) {
    report(
      "09",
      "BT-117",
      `${nameOf("BT-117")} is ${textOf(breakdown, "BT-117")}, expected ${amountText(tax)}`,
    );
  }
  const isExplained = hasTerm(breakdown, "BT-120") || hasTerm(breakdown, "BT-121");
  if (isExplained !== (exemption === "required")) {
    const names = `${nameOf("BT-120")} or ${nameOf("BT-121")}`;
    report(
      "10",
      "BT-120",
      isExplained ? `Category ${code} excludes ${names}` : `Category ${code} requires ${names}`,
    );
  }
  return problems;
}

function missingRates(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  return groupsOf(invoice, "BG-23")
    .filter((each) => textOf(each, "BT-118") !== "O" && !hasTerm(each, "BT-119"))
    .map((each) => ({
      rule: "BR-48",
      term: "BT-119",
      path: pathOf(each, "BT-119"),
      message: `${nameOf("BT-119")} is required unless the category is O`,
    }));
}

/** Category O excludes all others: BR-O-11 to BR-O-14. */
function notSubjectToVat(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const isUsed = groupsOf(invoice, "BG-23").some((each) => textOf(each, "BT-118") === "O");
  if (!isUsed) return [];
  const places = [
    ["BR-O-11", "BG-23", "BT-118"],
    ["BR-O-12", "BG-25", "BT-151"],
    ["BR-O-13", "BG-20", "BT-95"],
    ["BR-O-14", "BG-21", "BT-102"],
  ] as const;
  return places.flatMap(([rule, id, term]) =>
    groupsOf(invoice, id)
      .filter((group) => textOf(group, term) !== "O")
      .map((group) => ({
        rule,
        term,
        path: pathOf(group, term),
        message: `Category O excludes others, found ${nameOf(term)} "${textOf(group, term)}"`,
      })),
  );
}

/** An intra-community supply needs a delivery date or period, and a country: BR-IC-11 and BR-IC-12. */
function intraCommunity(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const isUsed = groupsOf(invoice, "BG-23").some((each) => textOf(each, "BT-118") === "K");
  if (!isUsed) return [];
  const needs = [
    ["BR-IC-11", ["BT-72", "BT-73", "BT-74"]],
    ["BR-IC-12", ["BT-80"]],
  ] as const;
  return needs
    .filter(([, terms]) => !terms.some((term) => hasTerm(invoice, term)))
    .map(([rule, terms]) => ({
      rule,
      term: terms[0],
      path: pathOf(invoice, terms[0]),
      message: `Category K requires ${terms.map(nameOf).join(" or ")}`,
    }));
}

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  ZERO,
} from "../../values/mod.ts";
import {
  addGroup,
  addValue,
  emptyGroup,
  ensureGroup,
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  numberOf,
  textOf,
} from "../model/invoice.ts";
import { amountOf, amountText, percentOf, sumOf, taxableAmount } from "../rules/sum.ts";
import { TOTAL_RULES } from "../rules/total_rules.ts";
import { VAT_CATEGORIES } from "../rules/vat_rules.ts";

/** The terms that need no mapping: they are calculated, numbered or set by the profile. */
export const CALCULATED_TERMS: ReadonlySet<string> = new Set([
  "BT-23",
  "BT-24",
  "BT-106",
  "BT-107",
  "BT-108",
  "BT-109",
  "BT-110",
  "BT-112",
  "BT-115",
  "BT-116",
  "BT-117",
  "BT-118",
  "BT-119",
  "BT-126",
  "BT-131",
]);

/** The reasons of categories that have only one. */
const EXEMPTIONS: Readonly<Record<string, string>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O",
};

/** Adds the amounts that an invoice lacks: line net amounts, the VAT breakdown and totals. */
export function calculateMissing(invoice: InvoiceGroup): void {
  for (const line of groupsOf(invoice, "BG-25")) {
    if (!hasTerm(line, "BT-131")) addLineAmount(line);
  }
  const breakdowns = groupsOf(invoice, "BG-23");
  if (!breakdowns.some((each) => hasTerm(each, "BT-118"))) addBreakdown(invoice);
  const totals = ensureGroup(invoice, "BG-22");
  for (const { term, expected } of TOTAL_RULES) {
    if (hasTerm(invoice, term)) continue;
    const amount = expected(invoice);
    const isUsed = !["BT-107", "BT-108"].includes(term) || compareDecimals(amount, ZERO) !== 0;
    if (isUsed) addValue(totals, term, { text: amountText(amount), path: "" });
  }
}

/** Quantity times price, less allowances, plus charges. */
function addLineAmount(line: InvoiceGroup): void {
  const [quantity, price] = [numberOf(line, "BT-129"), numberOf(line, "BT-146")];
  if (quantity === undefined || price === undefined) return;
  const product = multiplyDecimals(quantity, price);
  const base = numberOf(line, "BT-149");
  const amount = base === undefined ? product : (divideDecimals(product, base) ?? product);
  const net = addDecimals(
    subtractDecimals(roundDecimal(amount, 2), sumOf(groupsOf(line, "BG-27"), "BT-136")),
    sumOf(groupsOf(line, "BG-28"), "BT-141"),
  );
  addValue(line, "BT-131", { text: amountText(net), path: line.pathOf("BT-131") });
}

/** A breakdown for each category and rate of lines, allowances and charges, in their order. */
function addBreakdown(invoice: InvoiceGroup): void {
  const exemption = groupsOf(invoice, "BG-23")[0];
  invoice.groups.delete("BG-23");
  const uses = [
    ...groupsOf(invoice, "BG-25").map((line) => used(line, "BT-151", "BT-152")),
    ...groupsOf(invoice, "BG-20").map((each) => used(each, "BT-95", "BT-96")),
    ...groupsOf(invoice, "BG-21").map((each) => used(each, "BT-102", "BT-103")),
  ];
  const distinct = uses.filter(
    (use, index) => use.code !== "" && uses.findIndex((other) => isSame(use, other)) === index,
  );
  for (const { code, rate, rateText } of distinct) {
    const taxable = taxableAmount(invoice, (group, category, percent) =>
      isSame({ code, rate }, used(group, category, percent)),
    );
    const breakdown = emptyGroup("BG-23", invoice.pathOf);
    const add = (term: string, text: string) => addValue(breakdown, term, { text, path: "" });
    add("BT-116", amountText(taxable));
    add("BT-117", amountText(percentOf(taxable, rate)));
    add("BT-118", code);
    if (code !== "O") add("BT-119", rateText);
    addExemption(breakdown, code, exemption);
    addGroup(invoice, breakdown);
  }
}

function addExemption(
  breakdown: InvoiceGroup,
  code: string,
  mapped: InvoiceGroup | undefined,
): void {
  const category = VAT_CATEGORIES.find((each) => each.code === code);
  if (category?.exemption !== "required") return;
  for (const term of ["BT-120", "BT-121"]) {
    const values = mapped?.terms.get(term);
    if (values !== undefined) breakdown.terms.set(term, values);
  }
  const reason = EXEMPTIONS[code];
  const isExplained = breakdown.terms.has("BT-120") || breakdown.terms.has("BT-121");
  if (reason !== undefined && !isExplained) {
    addValue(breakdown, "BT-121", { text: reason, path: "" });
  }
}

interface Use {
  readonly code: string;
  readonly rate: Decimal;
}

function used(
  group: InvoiceGroup,
  category: string,
  rate: string,
): Use & { readonly rateText: string } {
  const rateText = textOf(group, rate);
  return {
    code: textOf(group, category),
    rate: amountOf(group, rate),
    rateText: rateText === "" ? "0" : rateText,
  };
}

function isSame(one: Use, other: Use): boolean {
  return one.code === other.code && compareDecimals(one.rate, other.rate) === 0;
}

import {
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  pathOf,
  textOf,
  valueOf,
  valuesOf,
} from "../model/invoice.ts";
import { INVOICE } from "../model/terms.ts";
import { type InvoiceProblem, nameOf } from "./rule.ts";

/** The rules that require a term in each instance of a group: rule, group, and the terms of which one is enough. */
export const REQUIRED_TERMS: ReadonlyArray<readonly [string, string, ...ReadonlyArray<string>]> = [
  ["BR-01", INVOICE, "BT-24"],
  ["BR-02", INVOICE, "BT-1"],
  ["BR-03", INVOICE, "BT-2"],
  ["BR-04", INVOICE, "BT-3"],
  ["BR-05", INVOICE, "BT-5"],
  ["BR-06", INVOICE, "BT-27"],
  ["BR-07", INVOICE, "BT-44"],
  ["BR-09", INVOICE, "BT-40"],
  ["BR-11", INVOICE, "BT-55"],
  ["BR-12", INVOICE, "BT-106"],
  ["BR-13", INVOICE, "BT-109"],
  ["BR-14", INVOICE, "BT-112"],
  ["BR-15", INVOICE, "BT-115"],
  ["BR-17", "BG-10", "BT-59"],
  ["BR-18", "BG-11", "BT-62"],
  ["BR-20", "BG-11", "BT-69"],
  ["BR-21", "BG-25", "BT-126"],
  ["BR-22", "BG-25", "BT-129"],
  ["BR-23", "BG-25", "BT-130"],
  ["BR-24", "BG-25", "BT-131"],
  ["BR-25", "BG-25", "BT-153"],
  ["BR-26", "BG-25", "BT-146"],
  ["BR-31", "BG-20", "BT-92"],
  ["BR-32", "BG-20", "BT-95"],
  ["BR-33", "BG-20", "BT-97", "BT-98"],
  ["BR-36", "BG-21", "BT-99"],
  ["BR-37", "BG-21", "BT-102"],
  ["BR-38", "BG-21", "BT-104", "BT-105"],
  ["BR-41", "BG-27", "BT-136"],
  ["BR-42", "BG-27", "BT-139", "BT-140"],
  ["BR-43", "BG-28", "BT-141"],
  ["BR-44", "BG-28", "BT-144", "BT-145"],
  ["BR-45", "BG-23", "BT-116"],
  ["BR-46", "BG-23", "BT-117"],
  ["BR-47", "BG-23", "BT-118"],
  ["BR-49", "BG-16", "BT-81"],
  ["BR-50", "BG-17", "BT-84"],
  ["BR-52", "BG-24", "BT-122"],
  ["BR-54", "BG-32", "BT-160"],
  ["BR-54", "BG-32", "BT-161"],
  ["BR-55", "BG-3", "BT-25"],
  ["BR-56", "BG-11", "BT-63"],
  ["BR-57", "BG-15", "BT-80"],
  ["BR-CO-04", "BG-25", "BT-151"],
  ["BR-CO-19", "BG-14", "BT-73", "BT-74"],
  ["BR-CO-20", "BG-26", "BT-134", "BT-135"],
  ["BR-CO-21", "BG-20", "BT-97", "BT-98"],
  ["BR-CO-22", "BG-21", "BT-104", "BT-105"],
  ["BR-CO-23", "BG-27", "BT-139", "BT-140"],
  ["BR-CO-24", "BG-28", "BT-144", "BT-145"],
  ["BR-CO-26", INVOICE, "BT-29", "BT-30", "BT-31"],
];

const REQUIREMENTS = REQUIRED_TERMS.map(([rule, id, ...terms]) => ({ rule, id, terms }));

/** The groups that an invoice needs, by the rule. */
const REQUIRED_GROUPS: ReadonlyArray<readonly [rule: string, within: string, group: string]> = [
  ["BR-08", INVOICE, "BG-5"],
  ["BR-10", INVOICE, "BG-8"],
  ["BR-16", INVOICE, "BG-25"],
  ["BR-19", "BG-11", "BG-12"],
  ["BR-CO-18", INVOICE, "BG-23"],
];

/** The identifiers that need a scheme. */
const REQUIRED_SCHEMES: ReadonlyArray<readonly [rule: string, term: string]> = [
  ["BR-62", "BT-34"],
  ["BR-63", "BT-49"],
  ["BR-64", "BT-157"],
  ["BR-65", "BT-158"],
];

const CREDIT_TRANSFERS = new Set(["30", "58"]);

/** The rules about terms and groups that must be present. */
export function presenceProblems(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  return [
    ...REQUIREMENTS.flatMap(({ rule, id, terms }) =>
      groupsOf(invoice, id).flatMap((group) => missing(rule, group, terms)),
    ),
    ...REQUIRED_GROUPS.flatMap(([rule, within, id]) =>
      groupsOf(invoice, within)
        .filter((group) => groupsOf(group, id).length === 0)
        .map((group) => ({
          rule,
          term: id,
          path: group.pathOf(id),
          message: `${nameOf(id)} is required`,
        })),
    ),
    ...REQUIRED_SCHEMES.flatMap(([rule, term]) =>
      valuesOf(invoice, term)
        .filter(({ qualifiers }) => (qualifiers?.[`${term}-1`] ?? "") === "")
        .map(({ path }) => ({
          rule,
          term: `${term}-1`,
          path,
          message: `${nameOf(term)} needs a scheme (${term}-1)`,
        })),
    ),
    ...paymentAccount(invoice),
    ...accountingCurrency(invoice),
    ...taxPointDate(invoice),
  ];
}

/** Shared, because almost every check of every line finds nothing. */
const NONE: ReadonlyArray<InvoiceProblem> = [];

/** A problem if a group has none of the terms. */
export function missing(
  rule: string,
  group: InvoiceGroup,
  terms: ReadonlyArray<string>,
): ReadonlyArray<InvoiceProblem> {
  for (const term of terms) if (hasTerm(group, term)) return NONE;
  const [term = ""] = terms;
  const names = terms.map(nameOf).join(" or ");
  const path = terms.map(group.pathOf).find((each) => each !== "") ?? "";
  return [{ rule, term, path, message: `${names} is required` }];
}

function paymentAccount(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  return groupsOf(invoice, "BG-16")
    .filter((group) => CREDIT_TRANSFERS.has(textOf(group, "BT-81")))
    .flatMap((group) => missing("BR-61", group, ["BT-84"]));
}

function accountingCurrency(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const currency = textOf(invoice, "BT-6");
  if (currency === "") return [];
  // In the same currency, the total VAT amount is both.
  const terms = currency === textOf(invoice, "BT-5") ? ["BT-111", "BT-110"] : ["BT-111"];
  return missing("BR-53", invoice, terms);
}

function taxPointDate(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const both = hasTerm(invoice, "BT-7") && valueOf(invoice, "BT-8") !== undefined;
  if (!both) return [];
  const message = `${nameOf("BT-7")} and ${nameOf("BT-8")} exclude each other`;
  return [{ rule: "BR-CO-03", term: "BT-8", path: pathOf(invoice, "BT-8"), message }];
}

import {
  groupsOf,
  hasTerm,
  type InvoiceGroup,
  pathOf,
  textOf,
  valuesOf,
} from "../model/invoice.ts";
import { INVOICE } from "../model/terms.ts";
import { missing } from "./presence_rules.ts";
import { type InvoiceProblem, nameOf } from "./rule.ts";

/** The terms that XRechnung requires in each instance of a group. */
export const XRECHNUNG_TERMS: ReadonlyArray<readonly [string, string, ...ReadonlyArray<string>]> = [
  ["BR-DE-1", INVOICE, "BT-81"],
  ["BR-DE-3", INVOICE, "BT-37"],
  ["BR-DE-4", INVOICE, "BT-38"],
  ["BR-DE-5", INVOICE, "BT-41"],
  ["BR-DE-6", INVOICE, "BT-42"],
  ["BR-DE-7", INVOICE, "BT-43"],
  ["BR-DE-8", INVOICE, "BT-52"],
  ["BR-DE-9", INVOICE, "BT-53"],
  ["BR-DE-10", "BG-15", "BT-77"],
  ["BR-DE-11", "BG-15", "BT-78"],
  ["BR-DE-14", "BG-23", "BT-119"],
  ["BR-DE-15", INVOICE, "BT-10"],
  ["BR-DE-30", "BG-19", "BT-90"],
  ["BR-DE-31", "BG-19", "BT-91"],
  ["PEPPOL-EN16931-R001", INVOICE, "BT-23"],
  ["PEPPOL-EN16931-R010", INVOICE, "BT-49"],
  ["PEPPOL-EN16931-R020", INVOICE, "BT-34"],
];

const TYPES = new Set(["326", "380", "384", "389", "381", "875", "876", "877"]);
const WITH_VAT = new Set(["S", "Z", "E", "AE", "K", "G", "L", "M"]);
const SKONTO = /^#(?:SKONTO|VERZUG)#TAGE=\d+#PROZENT=\d+\.\d\d(?:#BASISBETRAG=-?\d+\.\d\d)?#$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
const EMAIL = /^[^@\s]+@[^@\s]{2,}$/;

/** Which payment group belongs to a payment means: the rule, the codes, the group and the groups it excludes. */
const PAYMENT_GROUPS: ReadonlyArray<
  readonly [string, ReadonlyArray<string>, string, ReadonlyArray<string>]
> = [
  ["BR-DE-23", ["30", "58"], "BG-17", ["BG-18", "BG-19"]],
  ["BR-DE-24", ["48", "54", "55"], "BG-18", ["BG-17", "BG-19"]],
  ["BR-DE-25", ["59"], "BG-19", ["BG-17", "BG-18"]],
];

/** The rules of XRechnung 3.0, and those of Peppol that it adopts. */
export function xrechnungProblems(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  return [
    ...XRECHNUNG_TERMS.flatMap(([rule, id, ...terms]) =>
      groupsOf(invoice, id).flatMap((group) => missing(rule, group, terms)),
    ),
    ...patternProblems(invoice),
    ...taxIdentifier(invoice),
    ...paymentGroups(invoice),
    ...precedingInvoice(invoice),
  ];
}

/** The terms with a form of their own: rule, term, condition and message. */
function patternProblems(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const means = textOf(invoice, "BT-81");
  const patterns: ReadonlyArray<readonly [string, string, (text: string) => boolean, string]> = [
    ["BR-DE-17", "BT-3", (text) => TYPES.has(text), `one of ${[...TYPES].join(", ")}`],
    ["BR-DE-18", "BT-20", hasSkontoForm, "lines with # in the form #SKONTO#TAGE=14#PROZENT=2.00#"],
    ["BR-DE-19", "BT-84", (text) => means !== "58" || isIban(text), "an IBAN"],
    ["BR-DE-20", "BT-91", (text) => means !== "59" || isIban(text), "an IBAN"],
    ["BR-DE-27", "BT-42", (text) => /\d\D*\d\D*\d/.test(text), "at least 3 digits"],
    ["BR-DE-28", "BT-43", (text) => EMAIL.test(text), "an email address"],
  ];
  return patterns.flatMap(([rule, term, holds, expected]) =>
    valuesOf(invoice, term)
      .filter(({ text }) => !holds(text))
      .map(({ path }) => ({ rule, term, path, message: `${nameOf(term)}: expected ${expected}` })),
  );
}

function hasSkontoForm(text: string): boolean {
  return text.split(/\r?\n/).every((line) => !line.includes("#") || SKONTO.test(line.trim()));
}

/** Whether text is an IBAN with the right check digits (ISO 13616). */
function isIban(text: string): boolean {
  const iban = text.replaceAll(" ", "");
  if (!IBAN.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

function taxIdentifier(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const categories = ["BT-95", "BT-102", "BT-151"].flatMap((term) => valuesOf(invoice, term));
  const isTaxed = categories.some(({ text }) => WITH_VAT.has(text));
  return isTaxed ? missing("BR-DE-16", invoice, ["BT-31", "BT-32", "BT-63"]) : [];
}

function paymentGroups(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const means = textOf(invoice, "BT-81");
  return PAYMENT_GROUPS.filter(([, codes]) => codes.includes(means)).flatMap(
    ([rule, , group, excluded]) => [
      ...(groupsOf(invoice, group).length > 0
        ? []
        : [problem(`${rule}-a`, group, `Payment means ${means} requires ${nameOf(group)}`)]),
      ...excluded
        .filter((other) => groupsOf(invoice, other).length > 0)
        .map((other) =>
          problem(`${rule}-b`, other, `Payment means ${means} excludes ${nameOf(other)}`),
        ),
    ],
  );

  function problem(rule: string, term: string, message: string): InvoiceProblem {
    return { rule, term, path: pathOf(invoice, "BT-81"), message };
  }
}

function precedingInvoice(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  if (textOf(invoice, "BT-3") !== "384" || hasTerm(invoice, "BT-25")) return [];
  const message = `A corrected invoice (384) requires ${nameOf("BT-25")}`;
  return [{ rule: "BR-DE-26", term: "BT-25", path: invoice.pathOf("BT-25"), message }];
}

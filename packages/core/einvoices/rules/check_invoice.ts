import { type InvoiceGroup, textOf, valueOf, valuesByTerm } from "../model/invoice.ts";
import { type Profile, PROFILES, profileOf } from "../model/profile.ts";
import { codeProblems } from "./code_rules.ts";
import { presenceProblems } from "./presence_rules.ts";
import { type InvoiceProblem } from "./rule.ts";
import { totalProblems } from "./total_rules.ts";
import { vatProblems } from "./vat_rules.ts";
import { xrechnungProblems } from "./xrechnung_rules.ts";

/**
 * Checks an invoice against the rules of EN 16931 and of its profile. Returns every broken rule.
 *
 * @param profile Default: the profile of its specification identifier (BT-24).
 */
export function checkInvoice(
  invoice: InvoiceGroup,
  profile: Profile | undefined = profileOf(textOf(invoice, "BT-24")),
): ReadonlyArray<InvoiceProblem> {
  const values = valuesByTerm(invoice);
  return [
    ...presenceProblems(invoice),
    ...codeProblems(values),
    ...totalProblems(invoice, values),
    ...vatProblems(invoice, values),
    ...(profile === "xrechnung" ? [...specification(invoice), ...xrechnungProblems(invoice)] : []),
  ];
}

function specification(invoice: InvoiceGroup): ReadonlyArray<InvoiceProblem> {
  const value = valueOf(invoice, "BT-24");
  if (value === undefined || value.text === PROFILES.xrechnung) return [];
  const message = `Expected the specification identifier ${PROFILES.xrechnung}`;
  return [{ rule: "BR-DE-21", term: "BT-24", path: value.path, message }];
}

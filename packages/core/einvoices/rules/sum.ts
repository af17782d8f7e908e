import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
  ZERO,
} from "../../values/mod.ts";
import { groupsOf, type InvoiceGroup, numberOf } from "../model/invoice.ts";

const HUNDREDTH: Decimal = { digits: 1n, scale: 2 };
const ONE: Decimal = { digits: 1n, scale: 0 };

/** The sum of a term over groups; missing values count as zero. */
export function sumOf(groups: ReadonlyArray<InvoiceGroup>, term: string): Decimal {
  return groups.reduce((sum, group) => addDecimals(sum, numberOf(group, term) ?? ZERO), ZERO);
}

/** The number of a term, zero without a value. */
export function amountOf(group: InvoiceGroup, term: string): Decimal {
  return numberOf(group, term) ?? ZERO;
}

/** A percentage of an amount, rounded to two digits after the point. */
export function percentOf(amount: Decimal, percent: Decimal): Decimal {
  return roundDecimal(multiplyDecimals(multiplyDecimals(amount, percent), HUNDREDTH), 2);
}

/** Whether two amounts differ by less than one unit, the tolerance of the official validation of VAT. */
export function isNear(a: Decimal, b: Decimal): boolean {
  const difference = subtractDecimals(a, b);
  return (
    compareDecimals(difference, ONE) < 0 &&
    compareDecimals(subtractDecimals(ZERO, ONE), difference) < 0
  );
}

/** An amount as text with two digits after the point. */
export function amountText(amount: Decimal): string {
  return decimalText(roundDecimal(amount, 2));
}

/** What a VAT category has in an invoice: lines and charges, less allowances. */
export function taxableAmount(
  invoice: InvoiceGroup,
  applies: (group: InvoiceGroup, category: string, rate: string) => boolean,
): Decimal {
  const lines = groupsOf(invoice, "BG-25").filter((line) => applies(line, "BT-151", "BT-152"));
  const charges = groupsOf(invoice, "BG-21").filter((each) => applies(each, "BT-102", "BT-103"));
  const allowances = groupsOf(invoice, "BG-20").filter((each) => applies(each, "BT-95", "BT-96"));
  return subtractDecimals(
    addDecimals(sumOf(lines, "BT-131"), sumOf(charges, "BT-99")),
    sumOf(allowances, "BT-92"),
  );
}

import { BUSINESS_GROUPS, BUSINESS_TERMS } from "../model/terms.ts";

/** A broken rule of an invoice. */
export interface InvoiceProblem {
  /** The ID of the rule, such as `BR-CO-16`. */
  readonly rule: string;
  /** The ID of the business term or group, such as `BT-115`. */
  readonly term: string;
  /** Where the value is, or belongs, in the data or file. */
  readonly path: string;
  readonly message: string;
}

/** A term or group with its name: `Amount due for payment (BT-115)`. */
export function nameOf(term: string): string {
  const name = BUSINESS_TERMS.get(term)?.name ?? BUSINESS_GROUPS.get(term)?.name;
  return name === undefined ? term : `${name} (${term})`;
}

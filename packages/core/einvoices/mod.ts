export { CALCULATED_TERMS } from "./mapping/calculate.ts";
export * from "./mapping/check_mapping.ts";
export * from "./mapping/einvoice.ts";
export * from "./mapping/invoice_from_data.ts";
export {
  dataTypesOfTerm,
  fieldsOfTerm,
  isLoopGroup,
  loopOfTerm,
  type TermField,
  type TermRequirement,
  termRequirements,
} from "./mapping/term_sources.ts";
export * from "./model/invoice.ts";
export * from "./model/profile.ts";
export * from "./model/terms.ts";
export * from "./rules/check_invoice.ts";
export type { InvoiceProblem } from "./rules/rule.ts";
export * from "./syntax/write_invoice.ts";

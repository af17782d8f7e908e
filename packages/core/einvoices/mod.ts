export * from "./mapping/check_mapping.ts";
export * from "./mapping/einvoice.ts";
export * from "./mapping/invoice_from_data.ts";
export * from "./model/invoice.ts";
export * from "./model/profile.ts";
export * from "./model/terms.ts";
export * from "./rules/check_invoice.ts";
export type { InvoiceProblem } from "./rules/rule.ts";
export * from "./syntax/write_invoice.ts";

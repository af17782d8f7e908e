import type { Einvoice } from "@paraph/core/einvoices";

const fixed = (value: string) => ({ value });

/** The terms of a short invoice, whose lines are the loop `rows` with `name` and `price`. */
export const INVOICE_MAP: Einvoice["map"] = {
  "BT-1": fixed("1"),
  "BT-2": fixed("2026-11-26"),
  "BT-3": fixed("380"),
  "BT-5": fixed("EUR"),
  "BG-25": "rows",
  "BT-129": fixed("1"),
  "BT-130": fixed("C62"),
  "BT-146": "price",
  "BT-151": fixed("S"),
  "BT-152": fixed("19"),
  "BT-153": "name",
};

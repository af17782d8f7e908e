/**
 * What a project used on each day: renders, pages, bytes, shares, views and signature requests.
 *
 * @module
 */
export * from "./usage.ts";
export * from "./usage_csv.ts";
export * from "./usage_period.ts";
export * from "./usage_report.ts";
export * from "./usage_store.ts";

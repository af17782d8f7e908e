import type { Design, DesignField } from "./design.ts";

/**
 * Whether two designs print the same. The designer sizes tables by itself, to what stands in them for
 * the data, and writes what is not set in several ways: neither is a change that anybody has made.
 */
export function isSameDesign(one: Design, other: Design): boolean {
  if (one.basePdf !== other.basePdf) {
    if (typeof one.basePdf === "string" || typeof other.basePdf === "string") return false;
    if (JSON.stringify(one.basePdf) !== JSON.stringify(other.basePdf)) return false;
  }
  return (
    one.schemas.length === other.schemas.length &&
    one.schemas.every((fields, page) => areSame(fields, other.schemas[page] ?? []))
  );
}

function areSame(ones: ReadonlyArray<DesignField>, others: ReadonlyArray<DesignField>): boolean {
  return ones.length === others.length && ones.every((one, at) => said(one) === said(others[at]));
}

function said(field: DesignField | undefined): string {
  if (field === undefined) return "";
  const settings = Object.entries(field).filter(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      value !== false &&
      value !== "" &&
      name !== "id" &&
      !(name === "height" && field.type === "table"),
  );
  return JSON.stringify(settings.toSorted(([one], [other]) => one.localeCompare(other)));
}

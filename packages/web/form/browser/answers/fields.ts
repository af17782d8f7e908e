import { type DataType, type Manifest, parseFormat } from "@paraph/core/manifests";
import { Result } from "effect";

import type { EmbedCatalog, EncodedManifest } from "../../../ui/browser/session/context.ts";

/** One value that the form asks for. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly description?: string;
  /** What stands beside the number, such as `€` or `%`. */
  readonly unit?: string;
  /** Whether people write hundredths where the data has parts of one. */
  readonly isPercent: boolean;
}

/** Fields that belong together. */
export interface Section {
  /** Nothing for those that belong to nothing. */
  readonly title: string | undefined;
  readonly fields: ReadonlyArray<FormField>;
}

/** Rows that all ask for the same. */
export interface Loop {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: ReadonlyArray<FormField>;
}

/** What a template wants to know, with nothing left out. */
export function toManifest({ variables, loops }: EncodedManifest): Manifest {
  const whole = <A extends { readonly required?: boolean }>(field: A) => ({
    ...field,
    required: field.required ?? false,
  });
  return {
    variables: variables.map(whole),
    loops: loops.map((loop) => ({ ...loop, itemFields: loop.itemFields.map(whole) })),
  };
}

/**
 * The fields of a form under headings: a key such as `customer.name` stands under its first name, as the
 * partner's catalog calls it. What has no group comes first.
 */
export function sectionsOf(
  { variables }: Manifest,
  catalog: EmbedCatalog | null,
): ReadonlyArray<Section> {
  const groups = new Map<string, Array<FormField>>([["", []]]);
  for (const variable of variables) {
    const [name = "", ...rest] = variable.key.split(".");
    const group = rest.length === 0 ? "" : name;
    groups.set(group, [...(groups.get(group) ?? []), fieldOf(variable)]);
  }
  const titleOf = (name: string) =>
    catalog?.namespaces.find(({ key }) => key === name)?.label ?? toWords(name);
  return [...groups]
    .filter(([, fields]) => fields.length > 0)
    .map(([name, fields]) => ({ title: name === "" ? undefined : titleOf(name), fields }));
}

/** The loops of a form. */
export function loopsOf({ loops }: Manifest): ReadonlyArray<Loop> {
  return loops.map(({ key, label, description, itemFields }) => ({
    key,
    label,
    fields: itemFields.map(fieldOf),
    ...(description === undefined ? {} : { description }),
  }));
}

function fieldOf(
  variable: Manifest["variables"][number] | Manifest["loops"][number]["itemFields"][number],
): FormField {
  const { key, label, dataType, required, format } = variable;
  const parsed = format === undefined ? undefined : Result.getOrUndefined(parseFormat(format));
  const isNumber = dataType === "number" || dataType === "currency";
  const isPercent = isNumber && parsed?.kind === "percent";
  const currency = isNumber && parsed?.kind === "currency" ? symbolOf(parsed.currency) : undefined;
  const unit = isPercent ? "%" : currency;
  return {
    key,
    label,
    dataType,
    required,
    isPercent,
    ...("description" in variable ? { description: variable.description } : {}),
    ...(unit === undefined ? {} : { unit }),
  };
}

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** A name of a program in words: `billingAddress` and `billing_address` are "Billing address". */
function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .split(/\s+/u)
    .map((word) => (/^[A-Z]{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import {
  type DataType,
  type LoopDefinition,
  type Manifest,
  parseFormat,
} from "@paraph/core/manifests";
import { Result } from "effect";

import type { EmbedCatalog, EncodedManifest } from "../../../ui/browser/session/context.ts";
import { decodedLoop, withRequired } from "../../../ui/browser/session/decoded_loop.ts";

/** A field of the form. */
export interface FormField {
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly required: boolean;
  readonly description?: string;
  /** The unit next to the number, such as `€` or `%`. */
  readonly unit?: string;
  /** Whether the control shows percent and the data has fractions. */
  readonly isPercent: boolean;
}

/** Fields under a common heading. */
export interface Section {
  /** Undefined for fields without a group. */
  readonly title: string | undefined;
  readonly fields: ReadonlyArray<FormField>;
}

/** Repeatable rows with the same fields. */
export interface Loop {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly fields: ReadonlyArray<FormField>;
  /** The loops in its rows. */
  readonly loops: ReadonlyArray<Loop>;
}

/** Decodes a manifest: `required` is false by default. */
export function toManifest({ variables, loops }: EncodedManifest): Manifest {
  return { variables: variables.map(withRequired), loops: loops.map(decodedLoop) };
}

/**
 * Groups the fields of a form: a key such as `customer.name` is in the group of its first part, with its
 * label in the integrator's catalog. Fields without a group come first.
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

export function loopsOf({ loops = [] }: Pick<LoopDefinition, "loops">): ReadonlyArray<Loop> {
  return loops.map(({ key, label, description, itemFields, loops: nested = [] }) => ({
    key,
    label,
    fields: itemFields.map(fieldOf),
    loops: loopsOf({ loops: nested }),
    ...(description === undefined ? {} : { description }),
  }));
}

function fieldOf(
  variable: Manifest["variables"][number] | Manifest["loops"][number]["itemFields"][number],
): FormField {
  const { key, label, dataType, required, format } = variable;
  const parsedFormat =
    format === undefined ? undefined : Result.getOrUndefined(parseFormat(format));
  const isNumber = dataType === "number" || dataType === "currency";
  const isPercent = isNumber && parsedFormat?.kind === "percent";
  const currency =
    isNumber && parsedFormat?.kind === "currency" ? symbolOf(parsedFormat.currency) : undefined;
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

/** Converts an identifier to words: `billingAddress` and `billing_address` become "Billing address". */
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

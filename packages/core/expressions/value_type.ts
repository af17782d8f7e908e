import type { DataType, ItemField, LoopDefinition } from "../manifests/mod.ts";

/** How a number prints by default: as an amount, or in the format of the values that it was computed from. */
export interface NumberStyle {
  readonly dataType: "number" | "currency";
  readonly format?: string;
}

/** The type of a value in an expression. */
export type ValueType =
  | ({ readonly kind: "number" } & NumberStyle)
  | { readonly kind: "date"; readonly dataType: "date" | "datetime"; readonly format?: string }
  | { readonly kind: "text" | "boolean" | "image" | "absent" }
  | { readonly kind: "list"; readonly of: ValueType }
  | {
      readonly kind: "row";
      /** The key of the loop, with the keys of the loops around it: `customers.orders`. */
      readonly loop: string;
      readonly fields: ReadonlyArray<ItemField>;
      readonly loops: ReadonlyArray<LoopDefinition>;
    };

export const NUMBER: ValueType = { kind: "number", dataType: "number" };
export const TEXT: ValueType = { kind: "text" };
export const BOOLEAN: ValueType = { kind: "boolean" };
export const DATE: ValueType = { kind: "date", dataType: "date" };
export const ABSENT: ValueType = { kind: "absent" };

/** The type of the values of a variable or an item field. */
export function typeOfData(dataType: DataType, format: string | undefined): ValueType {
  const style = format === undefined ? {} : { format };
  switch (dataType) {
    case "number":
    case "currency":
      return { kind: "number", dataType, ...style };
    case "date":
    case "datetime":
      return { kind: "date", dataType, ...style };
    case "boolean":
    case "image":
      return { kind: dataType };
    default:
      return TEXT;
  }
}

/** A type for people: `a number`. */
export function nameOfType(type: ValueType): string {
  switch (type.kind) {
    case "boolean":
      return "true or false";
    case "text":
      return "text";
    case "absent":
      return "null";
    case "image":
      return "an image";
    case "list":
      return type.of.kind === "row" ? "a list of rows" : "a list";
    default:
      return `a ${type.kind}`;
  }
}

/**
 * The type of a value that is one of two; `undefined` if they differ. A number keeps its style if both have it,
 * or if one has none.
 */
export function commonType(a: ValueType, b: ValueType): ValueType | undefined {
  if (a.kind === "absent") return b;
  if (b.kind === "absent") return a;
  if (a.kind === "number" && b.kind === "number") return { kind: "number", ...commonStyle(a, b) };
  if (a.kind === "date" && b.kind === "date") {
    const dataType = a.dataType === b.dataType ? a.dataType : "datetime";
    return a.format === b.format ? { ...a, dataType } : { kind: "date", dataType };
  }
  if (a.kind === "list" && b.kind === "list") {
    const of = commonType(a.of, b.of);
    return of === undefined ? undefined : { kind: "list", of };
  }
  if (a.kind === "row" && b.kind === "row") return a.loop === b.loop ? a : undefined;
  return a.kind === b.kind ? a : undefined;
}

function commonStyle(a: NumberStyle, b: NumberStyle): NumberStyle {
  if (isPlain(a)) return styleOf(b);
  if (isPlain(b) || (a.dataType === b.dataType && a.format === b.format)) return styleOf(a);
  // An amount of no currency in particular, or a plain number.
  return { dataType: a.dataType === b.dataType ? a.dataType : "number" };
}

/** The style of a product: that of the amount in it. A product of two amounts, or of none, is a plain number. */
export function productType(a: NumberStyle, b: NumberStyle): ValueType {
  if (a.dataType === b.dataType) return NUMBER;
  return { kind: "number", ...styleOf(a.dataType === "currency" ? a : b) };
}

/** The style of a quotient: that of an amount that is divided by a number. */
export function quotientType(a: NumberStyle, b: NumberStyle): ValueType {
  return a.dataType === "currency" && b.dataType === "number"
    ? { kind: "number", ...styleOf(a) }
    : NUMBER;
}

function styleOf({ dataType, format }: NumberStyle): NumberStyle {
  return format === undefined ? { dataType } : { dataType, format };
}

function isPlain({ dataType, format }: NumberStyle): boolean {
  return dataType === "number" && format === undefined;
}

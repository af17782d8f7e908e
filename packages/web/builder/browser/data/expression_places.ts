import { isRecord } from "../../../ui/browser/is_record.ts";

/** A setting that names keys of the data. */
export interface ExpressionPlace {
  /** The path of the setting; `*` is every position or name. */
  readonly path: string;
  /** A text with placeholders, a condition (a key or an expression), or an expression on a row. */
  readonly kind: "text" | "condition" | "rowCondition";
  /** Names that are no keys here, such as the row of a table. */
  readonly locals: ReadonlyArray<string>;
}

type Settings = Readonly<Record<string, unknown>>;

const NONE: ReadonlyArray<string> = [];
const ROW: ReadonlyArray<string> = ["row"];
const GROUP: ReadonlyArray<string> = ["row", "group"];

const places = (
  kind: ExpressionPlace["kind"],
  locals: ReadonlyArray<string>,
  ...paths: ReadonlyArray<string>
): ReadonlyArray<ExpressionPlace> => paths.map((path) => ({ path, kind, locals }));

/** The settings of a field that name keys, without the fields in a section. */
export const FIELD_PLACES: ReadonlyArray<ExpressionPlace> = [
  ...places("text", NONE, "content", "text", "alt", "link", "anchor"),
  ...places("condition", NONE, "when", "unless"),
  ...places("text", NONE, "head.*", "headRows.*.*.text", "footRows.*.*.text"),
  ...places("text", NONE, "totals.label", "pageTotals.label"),
  ...places("text", NONE, "carryOver.broughtForward", "carryOver.carriedForward"),
  // An item field is a text without placeholders.
  ...places("text", ROW, "columns.*", "cells.*.alt", "groupBy.*.by", "rowSpans.*.by"),
  ...places("text", GROUP, "groupBy.*.header", "groupBy.*.continued", "groupBy.*.totals.label"),
  ...places("rowCondition", ROW, "conditionalStyles.*.when", "columnSpans.*.when"),
];

/** The settings of a layout outside of its fields that name keys. */
export const SETTING_PLACES: ReadonlyArray<ExpressionPlace> = [
  ...places("text", NONE, "title", "author", "subject", "keywords.*"),
  ...places("text", NONE, "attachments.*.name", "attachments.*.content"),
  ...places("text", NONE, "attachments.*.description"),
  ...places("condition", NONE, "prepend.*.when", "prepend.*.unless"),
  ...places("condition", NONE, "append.*.when", "append.*.unless"),
];

/** Changes the texts at places. Settings in which none changes are the same object. */
export function changePlaces<Subject extends Settings>(
  settings: Subject,
  all: ReadonlyArray<ExpressionPlace>,
  change: (text: string, place: ExpressionPlace) => string,
): Subject {
  return all.reduce(
    (changed, place) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts in it change
      changeAt(changed, place.path.split("."), (text) => change(text, place)) as Subject,
    settings,
  );
}

/** The texts at places. */
export function textsAt(
  settings: Settings,
  all: ReadonlyArray<ExpressionPlace>,
): ReadonlyArray<{ readonly text: string; readonly place: ExpressionPlace }> {
  const found: Array<{ readonly text: string; readonly place: ExpressionPlace }> = [];
  changePlaces(settings, all, (text, place) => {
    found.push({ text, place });
    return text;
  });
  return found;
}

/** Changes the texts at a path in a value. */
export function changeAt(
  value: unknown,
  [step, ...rest]: ReadonlyArray<string>,
  change: (text: string) => string,
): unknown {
  if (step === undefined) return typeof value === "string" ? change(value) : value;
  const isMeant = (name: string) => step === "*" || step === name;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      isMeant(String(index)) ? changeAt(item, rest, change) : item,
    );
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    isMeant(name) ? changeAt(item, rest, change) : item,
  ]);
  return entries.every(([name, item]) => value[String(name)] === item)
    ? value
    : Object.fromEntries(entries);
}

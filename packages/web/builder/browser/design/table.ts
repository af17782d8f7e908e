import { columnExpression } from "@paraph/core/layouts";
import type { LoopDefinition } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { TEXTS } from "../texts.ts";
import { columnsOf } from "./binding.ts";
import type { DesignField } from "./design.ts";

const NO_SIDES = { top: 0, right: 0, bottom: 0, left: 0 };

/** The default styles of cells. */
const CELL = {
  alignment: "left",
  verticalAlignment: "middle",
  fontSize: 10,
  lineHeight: 1.2,
  characterSpacing: 0,
  fontColor: "#000000",
  backgroundColor: "",
  borderColor: "",
  borderWidth: NO_SIDES,
  padding: { top: 2, right: 2, bottom: 2, left: 2 },
};
const DEFAULT_HEAD = { backgroundColor: "#2980ba" };

/**
 * Adds all settings that the pages show to a table. pdfme's designer makes a table as high as it shows it, so
 * `plannedHeight` keeps the height of the layout, which defines the space above the fields below.
 */
export function completeTable(field: DesignField): DesignField {
  const record = (value: unknown) => (typeof value === "object" && value !== null ? value : {});
  const percentages = field["headWidthPercentages"] ?? percentagesOf(field);
  return {
    ...field,
    ...(percentages === undefined ? {} : { headWidthPercentages: percentages }),
    plannedHeight: field["plannedHeight"] ?? field.height,
    showHead: field["showHead"] !== false,
    head: Array.isArray(field["head"]) ? field["head"] : [],
    tableStyles: { borderColor: "#000000", borderWidth: 0, ...record(field["tableStyles"]) },
    headStyles: completeHead(record(field["headStyles"] ?? DEFAULT_HEAD)),
    bodyStyles: { ...CELL, alternateBackgroundColor: "", ...record(field["bodyStyles"]) },
    columnStyles: record(field["columnStyles"]),
  };
}

/** The style of a head: its text is white on a background, and black without one. */
function completeHead(style: { readonly backgroundColor?: unknown }) {
  const hasBackground = (style.backgroundColor ?? "") !== "";
  return { ...CELL, fontColor: hasBackground ? "#ffffff" : CELL.fontColor, ...style };
}

/** The percentages that the pages show for `columnWidths`; automatic columns share what is left. */
function percentagesOf({ columnWidths, width }: DesignField): ReadonlyArray<number> | undefined {
  const given = listOf(columnWidths);
  if (given.length === 0) return undefined;
  const fixed = given.filter((each) => typeof each === "number");
  const rest = width - sumOf(fixed);
  const auto = Math.max(1, rest / Math.max(1, given.length - fixed.length));
  const widths = given.map((each) => (typeof each === "number" ? each : auto));
  return widths.map((each) => (each * 100) / sumOf(widths));
}

/** A width in percent that differs less is the same. */
const ROUNDING = 0.05;

/**
 * Converts the size of a table to that of a layout: its planned height, and either `columnWidths` or, if the
 * user has changed them, percentages.
 */
export function withSavedSize({ plannedHeight, ...field }: DesignField): DesignField {
  const height =
    typeof plannedHeight === "number" ? Math.min(plannedHeight, field.height) : field.height;
  return withSavedWidths({ ...field, height });
}

function withSavedWidths(field: DesignField): DesignField {
  const shown = percentagesOf(field);
  if (shown === undefined) return field;
  const { columnWidths, headWidthPercentages, ...rest } = field;
  const percentages = listOf(headWidthPercentages);
  const isSame =
    shown.length === percentages.length &&
    shown.every((each, index) => Math.abs(each - Number(percentages[index])) < ROUNDING);
  const fixed = listOf(columnWidths).filter((each) => typeof each === "number");
  const fits = sumOf(fixed) <= field.width + ROUNDING;
  return isSame && fits ? { ...rest, columnWidths } : { ...rest, headWidthPercentages };
}

function sumOf(numbers: ReadonlyArray<number>): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/**
 * Sets the columns of a table, in this order. Columns keep their settings; new ones get an
 * equal share of the width.
 */
export function withColumns(
  field: DesignField,
  loop: LoopDefinition,
  columns: ReadonlyArray<string>,
): DesignField {
  const before = columnsOf(field, loop);
  const previousIndex = (column: string) => before.indexOf(column);
  const heads = listOf(field["head"]);
  const widths = listOf(field["headWidthPercentages"]);
  const alignment = styleOf(field, "alignment");
  const format = styleOf(field, "format");
  const item = (key: string) => loop.itemFields.find((each) => each.key === key);
  const shares = columns.map((column) => {
    const share = widths[previousIndex(column)];
    return typeof share === "number" ? share : 100 / Math.max(1, columns.length);
  });
  const totalShare = shares.reduce((total, share) => total + share, 0);
  const isFigure = (key: string) => ["number", "currency"].includes(item(key)?.dataType ?? "");
  const formats = columns.flatMap((column, position) => {
    const columnFormat = format[String(previousIndex(column))];
    return previousIndex(column) === -1 || columnFormat === undefined
      ? []
      : [[String(position), columnFormat] as const];
  });
  return completeTable({
    ...field,
    columns: [...columns],
    head: columns.map((column) => {
      const head = heads[previousIndex(column)];
      return typeof head === "string" ? head : plain(item(column)?.label ?? column);
    }),
    headWidthPercentages: shares.map((share) => Math.round((share * 10_000) / totalShare) / 100),
    columnStyles: {
      alignment: Object.fromEntries(
        columns.map((column, position) => [
          String(position),
          alignment[String(previousIndex(column))] ?? (isFigure(column) ? "right" : "left"),
        ]),
      ),
      ...(formats.length === 0 ? {} : { format: Object.fromEntries(formats) }),
    },
    ...totalsOf(field, columns),
    ...cellsOf(field, before, columns),
  });
}

/** The settings of cells for columns that stay, at their new positions. */
function cellsOf(
  field: DesignField,
  before: ReadonlyArray<string>,
  columns: ReadonlyArray<string>,
): Partial<DesignField> {
  const moved = (key: string): string | undefined => {
    if (!/^\d+$/.test(key)) return columns.includes(key) ? key : undefined;
    const position = columns.indexOf(before[Number(key)] ?? "");
    return position === -1 ? undefined : String(position);
  };
  const { cells } = field;
  const spans = (["columnSpans", "rowSpans"] as const).flatMap((name) => {
    const list = listOf(field[name]).flatMap((span) => {
      const column = isRecord(span) ? moved(String(span["column"])) : undefined;
      return isRecord(span) && column !== undefined ? [{ ...span, column }] : [];
    });
    return field[name] === undefined ? [] : [[name, list] as const];
  });
  return {
    ...Object.fromEntries(spans),
    ...(isRecord(cells)
      ? {
          cells: Object.fromEntries(
            Object.entries(cells).flatMap(([key, cell]) => {
              const column = moved(key);
              return column === undefined ? [] : [[column, cell] as const];
            }),
          ),
        }
      : {}),
  };
}

/** Whether a change has broken a table: its columns do not match its loop. */
export function isTableBroken(field: DesignField, loop: LoopDefinition): boolean {
  const columns = columnsOf(field, loop);
  const areColumnsKnown = columns.every((column) => isColumnOf(loop, column));
  const counts = [field["head"], field["headWidthPercentages"]].map((list) => listOf(list).length);
  return !areColumnsKnown || counts.some((count) => count !== columns.length);
}

/** A column has an item field or an expression. */
function isColumnOf({ itemFields }: LoopDefinition, column: string): boolean {
  return itemFields.some(({ key }) => key === column) || columnExpression(column) !== undefined;
}

/** Restores the columns of a table. */
export function repairTable(field: DesignField, loop: LoopDefinition): DesignField {
  const knownColumns = columnsOf(field, loop).filter((column) => isColumnOf(loop, column));
  const columns = knownColumns.length === 0 ? loop.itemFields.map(({ key }) => key) : knownColumns;
  const { head: _head, headWidthPercentages: _widths, ...rest } = field;
  const isConsistent = listOf(field["head"]).length === columnsOf(field, loop).length;
  return withColumns(isConsistent ? field : rest, loop, columns);
}

/** Returns the columns of a table with a total. */
export function columnsWithTotal(field: DesignField): ReadonlyArray<string> {
  const { totals } = field;
  if (typeof totals !== "object" || totals === null || !("columns" in totals)) return [];
  return typeof totals.columns === "object" && totals.columns !== null
    ? Object.keys(totals.columns)
    : [];
}

/** Sets the columns with a total. */
export function withTotals(
  field: DesignField,
  totalColumns: ReadonlyArray<string>,
  label: string,
): DesignField {
  const { totals, ...rest } = field;
  if (totalColumns.length === 0) return rest;
  const before = typeof totals === "object" && totals !== null ? totals : { label };
  const functions = isRecord(before) && isRecord(before["columns"]) ? before["columns"] : {};
  return {
    ...field,
    totals: {
      ...before,
      columns: Object.fromEntries(
        totalColumns.map((column) => [column, functions[column] ?? "sum"]),
      ),
    },
  };
}

function totalsOf(field: DesignField, columns: ReadonlyArray<string>): Partial<DesignField> {
  const totalColumns = columnsWithTotal(field);
  if (totalColumns.length === 0) return {};
  const { totals } = withTotals(
    field,
    totalColumns.filter((key) => columns.includes(key) || columns[Number(key)] !== undefined),
    TEXTS.selection.total,
  );
  return { totals: totals ?? null };
}

export function styleOf(field: DesignField, name: string): Readonly<Record<string, unknown>> {
  const styles = field["columnStyles"];
  const style = isRecord(styles) ? styles[name] : undefined;
  return isRecord(style) ? style : {};
}

export function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}

/** Braces in a label would be read as a placeholder. */
function plain(label: string): string {
  return label.replaceAll("{", "(").replaceAll("}", ")");
}

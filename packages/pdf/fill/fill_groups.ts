import {
  Accumulator,
  evaluateExpression,
  isDecimal,
  printExpressionValue,
  type Value,
} from "@paraph/core/expressions";
import { type InputRow, valueInRow } from "@paraph/core/manifests";
import { decimalText } from "@paraph/core/values";

import type {
  CompiledCell,
  CompiledGrouping,
  CompiledLine,
  CompiledStyle,
  RowText,
  TableColumn,
} from "../compile/compiled_template.ts";
import type { DataScope } from "./data_scope.ts";
import { RowPrinter } from "./fill_rows.ts";
import { fillText, plainText } from "./rich_text.ts";

/** A line between rows: the header or the totals of a group. */
export interface GroupLine {
  readonly kind: "header" | "totals";
  /** The level of the group, from 0. */
  readonly level: number;
  readonly columns: ReadonlyArray<TableColumn>;
  readonly cells: ReadonlyArray<string>;
  /** The text of a header on pages that continue the group. */
  readonly continued?: string;
}

/** A line at a page break. */
export interface PageLine {
  readonly columns: ReadonlyArray<TableColumn>;
  /** The cells that are the same for all rows; others are empty. */
  readonly labels: ReadonlyArray<string>;
  /** The cells for the rows from `from` (inclusive) to `to` (exclusive) of a page. */
  readonly cells: (from: number, to: number) => ReadonlyArray<string>;
}

/** What a table has next to its rows. */
export interface FilledGrouping {
  /** The headers in front of rows, and the totals behind rows, by the index of the row. */
  readonly before: ReadonlyMap<number, ReadonlyArray<GroupLine>>;
  readonly after: ReadonlyMap<number, ReadonlyArray<GroupLine>>;
  /** The conditional styles of each row by their positions, joined by commas; empty without any. */
  readonly styles: ReadonlyArray<string>;
  readonly conditional: ReadonlyArray<CompiledStyle>;
  /** The number of each row in its innermost group, and of that group in the table. */
  readonly stripes: {
    readonly rows: ReadonlyArray<number>;
    readonly groups: ReadonlyArray<number>;
  };
  readonly pageTotals: PageLine | undefined;
  readonly broughtForward: PageLine | undefined;
  readonly carriedForward: PageLine | undefined;
}

/** The rows of a table in the order of its groups, and what it has next to them. */
export function fillGroups(
  { groups, values, styles, ...lines }: CompiledGrouping,
  cells: ReadonlyArray<CompiledCell | RowText>,
  rows: ReadonlyArray<InputRow>,
  scope: DataScope,
): { readonly rows: ReadonlyArray<ReadonlyArray<string>>; readonly grouping: FilledGrouping } {
  const printer = new RowPrinter(cells, values, scope);
  const printedRows: Array<ReadonlyArray<string>> = [];
  const columns = new Map(values.map(({ column }) => [column, new Array<Value>()] as const));
  const valuesOf = (column: number) => columns.get(column) ?? [];
  const before = new Map<number, Array<GroupLine>>();
  const after = new Map<number, Array<GroupLine>>();
  const styleKeys: Array<string> = [];
  const stripes = { rows: new Array<number>(), groups: new Array<number>() };
  const hasStyles = styles.length > 0;
  let innermost = 0;

  const addRows = (members: ReadonlyArray<InputRow>) => {
    members.forEach((row, index) => {
      const printed = printer.print(row);
      printedRows.push(printed.cells);
      values.forEach(({ column }, position) =>
        valuesOf(column).push(printed.values[position] ?? null),
      );
      stripes.rows.push(index);
      stripes.groups.push(innermost);
      if (hasStyles) styleKeys.push(stylesOf(row));
    });
    innermost += 1;
  };
  const stylesOf = (row: InputRow) => {
    const names = { ...scope.locals, row };
    const matches = styles.flatMap(({ when }, index) =>
      when === undefined || evaluateExpression(when, scope.data, names) === true ? [index] : [],
    );
    return matches.join(",");
  };
  const addGroups = (members: ReadonlyArray<InputRow>, level: number) => {
    const group = groups[level];
    if (group === undefined) {
      addRows(members);
      return;
    }
    for (const inside of partition(members, keyReader(group.by, scope))) {
      if (group.restartRunning) printer.restart();
      const start = printedRows.length;
      const needsScope = group.header !== undefined || group.totals !== undefined;
      const own = needsScope ? scope.withLocals({ group: inside, row: inside[0] ?? null }) : scope;
      if (group.header !== undefined)
        add(before, start, {
          kind: "header",
          level,
          columns: WHOLE_WIDTH,
          cells: [plainText(fillText(group.header, own))],
          ...(group.continued === undefined
            ? {}
            : { continued: plainText(fillText(group.continued, own)) }),
        });
      addGroups(inside, level + 1);
      const end = printedRows.length;
      if (group.totals !== undefined)
        add(after, end - 1, {
          kind: "totals",
          level,
          columns: group.totals.columns,
          cells: pageLine(group.totals, own, valuesOf).cells(start, end),
        });
    }
  };
  addGroups(rows, 0);
  const lineOf = (line: CompiledLine | undefined) =>
    line === undefined ? undefined : pageLine(line, scope, valuesOf);
  return {
    rows: printedRows,
    grouping: {
      before,
      after,
      styles: styleKeys,
      conditional: styles,
      stripes,
      pageTotals: lineOf(lines.pageTotals),
      broughtForward: lineOf(lines.broughtForward),
      carriedForward: lineOf(lines.carriedForward),
    },
  };
}

const WHOLE_WIDTH: ReadonlyArray<TableColumn> = [{ share: 1, alignment: undefined }];

function add(lines: Map<number, Array<GroupLine>>, row: number, line: GroupLine): void {
  const others = lines.get(row);
  if (others === undefined) lines.set(row, [line]);
  else others.push(line);
}

/** The rows by their values, in the order of the first row of each value. */
function partition(
  rows: ReadonlyArray<InputRow>,
  keyOf: (row: InputRow) => string,
): Iterable<ReadonlyArray<InputRow>> {
  const parts = new Map<string, Array<InputRow>>();
  for (const row of rows) {
    const key = keyOf(row);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [row]);
    else part.push(row);
  }
  return parts.values();
}

/** Reads the value that the rows of a group share, as a text that is equal for equal values. */
function keyReader(by: CompiledCell, { data, locals }: DataScope): (row: InputRow) => string {
  if (!("code" in by)) return (row) => String(valueInRow(row, by.key) ?? "");
  return (row) => {
    const value = evaluateExpression(by.code, data, { ...locals, row });
    if (typeof value === "string" || typeof value === "boolean") return String(value);
    if (!isDecimal(value)) return "";
    return decimalText(value)
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  };
}

/** Prints a line for ranges of rows. Ranges that continue the one before are added to it. */
function pageLine(
  { columns, cells }: CompiledLine,
  scope: DataScope,
  valuesOf: (column: number) => ReadonlyArray<Value>,
): PageLine {
  const labels = cells.map((cell) =>
    cell.kind === "label" ? plainText(fillText(cell.text, scope)) : "",
  );
  const printers = cells.map((cell, index): PageLine["cells"] => {
    if (cell.kind === "label") return () => [labels[index] ?? ""];
    const { column, how, format } = cell;
    const values = valuesOf(column);
    if (how === "last")
      return (_from, to) => [printExpressionValue(values[to - 1] ?? null, format)];
    let range = { from: 0, to: 0, totals: new Accumulator() };
    return (from, to) => {
      if (from !== range.from || to < range.to)
        range = { from, to: from, totals: new Accumulator() };
      while (range.to < to) range.totals.add(values[range.to++] ?? null);
      return [printExpressionValue(range.totals.total(how), format)];
    };
  });
  return { columns, labels, cells: (from, to) => printers.flatMap((print) => print(from, to)) };
}

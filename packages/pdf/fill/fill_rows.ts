import {
  decimalOf,
  evaluateExpression,
  isDecimal,
  printExpressionValue,
  runningName,
  type Value,
} from "@paraph/core/expressions";
import { type InputRow, printerOf, printFormat, valueInRow } from "@paraph/core/manifests";
import { addDecimals, type Decimal, ZERO } from "@paraph/core/values";

import type {
  CompiledCell,
  PrintedExpression,
  PrintedKey,
  RowText,
  TotalledColumn,
} from "../compile/compiled_template.ts";
import type { DataScope } from "./data_scope.ts";
import { fillText, plainText } from "./rich_text.ts";

/** A printed row, and the values of the columns that are added up, in their order. */
export interface PrintedRow {
  readonly cells: ReadonlyArray<string>;
  readonly values: ReadonlyArray<Value>;
}

/** A cell of a row: its text, and its value for totals. */
interface CellValue {
  readonly text: string;
  readonly value: () => Value;
}

/** Prints the rows of a table in turn, with their running totals. */
export class RowPrinter {
  readonly #cells: ReadonlyArray<(row: InputRow) => CellValue>;
  readonly #values: ReadonlyArray<TotalledColumn>;
  /** The running totals of each column. */
  readonly #running: ReadonlyArray<Array<Decimal>>;

  constructor(
    cells: ReadonlyArray<CompiledCell | RowText>,
    values: ReadonlyArray<TotalledColumn>,
    scope: DataScope,
  ) {
    this.#values = values;
    this.#running = cells.map((cell) =>
      "code" in cell ? (cell.running ?? []).map(() => ZERO) : [],
    );
    const isNumber = new Set(values.flatMap(({ column, isNumber }) => (isNumber ? [column] : [])));
    this.#cells = cells.map((cell, column) => {
      if ("text" in cell)
        return (row) => ({ text: fillRowText(cell, scope, row), value: NO_VALUE });
      return "code" in cell
        ? (row) => {
            const value = evaluateCell(cell, row, scope, this.#running[column] ?? []);
            return { text: printExpressionValue(value, cell.format), value: () => value };
          }
        : fieldPrinter(cell, isNumber.has(column));
    });
  }

  print(row: InputRow): PrintedRow {
    const cells = this.#cells.map((cell) => cell(row));
    return {
      cells: cells.map(({ text }) => text),
      values: this.#values.map(({ column }) => cells[column]?.value() ?? null),
    };
  }

  /** Starts the running totals again. */
  restart(): void {
    for (const totals of this.#running) totals.fill(ZERO);
  }
}

const TRUE = printerOf(printFormat("text"))(true);

/** Whether a text about a row is a condition that holds. */
export function isTrueText(text: string | undefined): boolean {
  return text === TRUE;
}

const NO_VALUE = () => null;

/** Fills a text about a row. */
export function fillRowText({ text }: RowText, scope: DataScope, row: InputRow): string {
  return plainText(fillText(text, scope.withLocals({ row })));
}

function fieldPrinter(
  { key, format }: PrintedKey,
  isNumber: boolean,
): (row: InputRow) => CellValue {
  const print = printerOf(format);
  return (row) => {
    const value = valueInRow(row, key);
    return {
      text: print(value),
      value: () => (isNumber && typeof value === "string" ? decimalOf(value) : value),
    };
  };
}

function evaluateCell(
  { code, running = [] }: PrintedExpression,
  row: InputRow,
  { data, locals }: DataScope,
  totals: Array<Decimal>,
): Value {
  const names: Record<string, Value> = { ...locals, row };
  running.forEach((addend, index) => {
    const value = evaluateExpression(addend, data, names);
    const total = totals[index] ?? ZERO;
    totals[index] = isDecimal(value) ? addDecimals(total, value) : total;
    names[runningName(index)] = totals[index] ?? ZERO;
  });
  return evaluateExpression(code, data, names);
}

import {
  columnExpression,
  expressionSource,
  positionOfTotal,
  type TableField,
  type TableGroup,
  type TableTotals,
  type TotalFunction,
} from "@paraph/core/layouts";
import { type LoopDefinition, printFormat } from "@paraph/core/manifests";

import { compileText } from "./compile_text.ts";
import type {
  CompiledCell,
  CompiledGroup,
  CompiledGrouping,
  CompiledLine,
  CompiledStyle,
  CompiledText,
  LineCell,
  TableColumn,
} from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";
import { lineOf, type LoopTable } from "./table_line.ts";

/** Compiles what makes more of a table than its rows; undefined for other tables. */
export function compileGrouping(
  field: TableField,
  columns: ReadonlyArray<TableColumn>,
  table: LoopTable,
  keys: KnownKeys,
): CompiledGrouping | undefined {
  const { groupBy, pageTotals, carryOver, conditionalStyles } = field;
  const hasRunning = table.cells.some(({ cell }) => "code" in cell && cell.running !== undefined);
  if (!groupBy && !pageTotals && !carryOver && !conditionalStyles && !hasRunning) return undefined;
  const lines = new LineCompiler(columns, table);
  const carry = (label: string | null | undefined) =>
    carryOver && label ? lines.carryOver(compileText(label, keys), carryOver.columns) : undefined;
  const groups = (groupBy ?? []).map((group) => compileGroup(group, lines, table.loop, keys));
  const grouping = {
    groups,
    pageTotals: pageTotals ? lines.totals(pageTotals, keys) : undefined,
    broughtForward: carry(carryOver?.broughtForward),
    carriedForward: carry(carryOver?.carriedForward),
    styles: (conditionalStyles ?? []).map(({ when, columns: positions }): CompiledStyle => ({
      when: when ? keys.condition(expressionSource(when), table.loop) : undefined,
      columns: positions?.map((key) => positionOfTotal(key, table.sources)),
    })),
  };
  const values = [...lines.used]
    .toSorted((a, b) => a - b)
    .map((column) => ({ column, isNumber: table.cells[column]?.isNumber === true }));
  return { ...grouping, values };
}

function compileGroup(
  { by, header, continued, totals, restartRunning }: TableGroup,
  lines: LineCompiler,
  loop: LoopDefinition,
  keys: KnownKeys,
): CompiledGroup {
  const inside = keys.inGroup(loop);
  return {
    by: keyOf(by, loop, keys),
    header: header ? compileText(header, inside) : undefined,
    ...(continued ? { continued: compileText(continued, inside) } : {}),
    totals: totals ? lines.totals(totals, inside) : undefined,
    restartRunning: restartRunning === true,
  };
}

function keyOf(by: string, loop: LoopDefinition, keys: KnownKeys): CompiledCell {
  const source = columnExpression(by)?.source;
  const expression = source === undefined ? undefined : keys.expression(source, undefined, loop);
  return expression ?? { key: by, format: TEXT };
}

const TEXT = printFormat("text");
const COUNT = printFormat("number");
const EMPTY: LineCell = { kind: "label", text: [] };

/** Compiles the lines of a table, and collects the columns that they add up. */
class LineCompiler {
  readonly used = new Set<number>();
  readonly #columns: ReadonlyArray<TableColumn>;
  readonly #table: LoopTable;

  constructor(columns: ReadonlyArray<TableColumn>, table: LoopTable) {
    this.#columns = columns;
    this.#table = table;
  }

  totals({ label, columns }: TableTotals, keys: KnownKeys): CompiledLine {
    const totals = new Map(
      Object.entries(columns).map(([key, how]) => [positionOfTotal(key, this.#table.sources), how]),
    );
    return this.#line(compileText(label ?? "", keys), (index) => totals.get(index));
  }

  /** A running total is carried over as it is, other columns are added up. */
  carryOver(label: CompiledText, columns: ReadonlyArray<string>): CompiledLine {
    const { sources, cells } = this.#table;
    const positions = new Set(columns.map((key) => positionOfTotal(key, sources)));
    return this.#line(label, (index) => {
      if (!positions.has(index)) return undefined;
      const cell = cells[index]?.cell;
      return cell !== undefined && "code" in cell && cell.running !== undefined ? "last" : "sum";
    });
  }

  #line(
    text: CompiledText,
    totalOf: (column: number) => TotalFunction | "last" | undefined,
  ): CompiledLine {
    return lineOf<LineCell>(this.#columns, { kind: "label", text }, EMPTY, (column) => {
      const [how, cell] = [totalOf(column), this.#table.cells[column]?.cell];
      if (how === undefined || cell === undefined) return undefined;
      this.used.add(column);
      return { kind: "total", column, how, format: how === "count" ? COUNT : cell.format };
    });
  }
}

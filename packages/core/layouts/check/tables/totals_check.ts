import { Result } from "effect";

import {
  checkExpression,
  type ExpressionScope,
  withColumn,
  withRow,
} from "../../../expressions/mod.ts";
import { isNumeric, isTemporal, type LoopDefinition, nearestName } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import {
  positionOfTotal,
  type TableColumnSource,
  totalSource,
} from "../../model/fields/table_columns.ts";
import type { TableTotals, TotalFunction } from "../../model/fields/table_field.ts";
import type { ManifestIndex } from "../../model/layout_binding.ts";
import { textProblems } from "../texts/text_check.ts";

/** The columns of a table with the rows of a loop. */
export interface TableOfLoop {
  readonly sources: ReadonlyArray<TableColumnSource>;
  readonly loop: LoopDefinition;
  readonly index: ManifestIndex;
}

/**
 * The problems of totals: they need columns that the table shows.
 *
 * @param scope The names that the label can use.
 */
export function totalsProblems(
  path: string,
  totals: TableTotals,
  table: TableOfLoop,
  scope: ExpressionScope,
): ReadonlyArray<Issue> {
  const { sources, index } = table;
  const columns = Object.keys(totals.columns);
  const positions = new Set(columns.map((key) => positionOfTotal(key, sources)));
  const hasLabelColumn = sources.some((_, position) => !positions.has(position));
  return [
    ...(columns.length === 0
      ? [{ path: `${path}.columns`, message: "Expected a column to add up" }]
      : Object.entries(totals.columns).flatMap(([key, how]) => {
          const place = `${path}.columns.${key}`;
          const column = sources[positionOfTotal(key, sources)];
          return column === undefined
            ? [{ path: place, message: noColumn(key, table) }]
            : totalProblem(place, how, key, column, table);
        })),
    ...textProblems(`${path}.label`, totals.label, index, scope),
    ...((totals.label ?? "") !== "" && !hasLabelColumn
      ? [
          {
            path: `${path}.label`,
            message: "Every column has a total: no column is left for the label",
          },
        ]
      : []),
  ];
}

/** Says that a table does not show a column, and which one was probably meant. */
export function noColumn(key: string, { sources, loop }: TableOfLoop): string {
  const nearest = nearestName(
    key,
    sources.flatMap((source) => (source.kind === "field" ? [source.item.key] : [])),
  );
  const message = `The table of "${loop.key}" shows no "${key}"`;
  return nearest === undefined ? message : `${message}. Did you mean "${nearest}"?`;
}

/** Whether a column is an expression with a running total. */
export function isRunning(column: TableColumnSource, { loop, index }: TableOfLoop): boolean {
  if (column.kind === "field") return false;
  const checked = checkExpression(column.source, withColumn(index, loop));
  return Result.isSuccess(checked) && checked.success.running !== undefined;
}

function totalProblem(
  path: string,
  how: TotalFunction,
  key: string,
  column: TableColumnSource,
  table: TableOfLoop,
): ReadonlyArray<Issue> {
  const { loop, index } = table;
  if (column.kind === "field") {
    const { dataType } = column.item;
    const isFit =
      how === "count" ||
      isNumeric(dataType) ||
      (how !== "sum" && how !== "avg" && isTemporal(dataType));
    return isFit ? [] : [{ path, message: `"${key}" is ${dataType}, ${REFUSED[how]}` }];
  }
  if (isRunning(column, table))
    return [{ path, message: "A running total has no total: its last value is the sum" }];
  const checked = checkExpression(totalSource(how, column, loop), withRow(index, undefined));
  return Result.isSuccess(checked)
    ? []
    : checked.failure.slice(0, 1).map(({ message }) => ({ path, message }));
}

/** Why values that are neither numbers nor dates have no total. */
const REFUSED: Readonly<Record<TotalFunction, string>> = {
  sum: "which cannot be added up",
  avg: "which has no average",
  min: "which has no smallest value",
  max: "which has no largest value",
  count: "which cannot be counted",
};

import { Result } from "effect";

import {
  checkExpression,
  conditionProblem,
  withColumn,
  withGroup,
  withRow,
} from "../../../expressions/mod.ts";
import { isNumeric, type LoopDefinition, nearestName } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import {
  columnExpression,
  positionOfTotal,
  tableColumns,
  type TableColumnSource,
} from "../../model/fields/table_columns.ts";
import type {
  CarryOver,
  ConditionalStyle,
  TableField,
  TableGroup,
} from "../../model/fields/table_field.ts";
import type { ManifestIndex } from "../../model/layout_binding.ts";
import { expressionSource } from "../../model/text/condition.ts";
import { expressionProblems, placedProblems, textProblems } from "../texts/text_check.ts";
import { isRunning, noColumn, type TableOfLoop, totalsProblems } from "./totals_check.ts";

/** The problems of a table's groups, of its lines at page breaks and of its conditional styles. */
export function groupingProblems(
  field: TableField,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  const { columns, groupBy, alternateBy, pageTotals, carryOver, conditionalStyles } = field;
  const table = { sources: tableColumns(loop, columns), loop, index };
  const groups = groupBy ?? [];
  return [
    ...groups.flatMap((group, level) => groupProblems(`groupBy.${level}`, group, table)),
    ...(alternateBy === "group" && groups.length === 0
      ? [{ path: "alternateBy", message: "The table has no groups: add groupBy" }]
      : []),
    ...(pageTotals
      ? totalsProblems("pageTotals", pageTotals, table, withRow(index, undefined))
      : []),
    ...(carryOver ? carryOverProblems(carryOver, table) : []),
    ...(conditionalStyles ?? []).flatMap((style, position) =>
      styleProblems(`conditionalStyles.${position}`, style, table),
    ),
  ];
}

function groupProblems(
  path: string,
  { by, header, continued, totals }: TableGroup,
  table: TableOfLoop,
): ReadonlyArray<Issue> {
  const { loop, index } = table;
  const scope = withGroup(index, loop);
  return [
    ...keyProblems(`${path}.by`, by, table),
    ...((header ?? "") === "" && !totals
      ? [{ path, message: "The group shows nothing: add a header or totals" }]
      : []),
    ...textProblems(`${path}.header`, header, index, scope),
    ...textProblems(`${path}.continued`, continued, index, scope),
    ...((continued ?? "") !== "" && (header ?? "") === ""
      ? [
          {
            path: `${path}.continued`,
            message: "The group has no header to continue: add a header",
          },
        ]
      : []),
    ...(totals ? totalsProblems(`${path}.totals`, totals, table, scope) : []),
  ];
}

/** The problems of what rows have in common: an item field, or an expression. */
export function keyProblems(
  path: string,
  by: string,
  { loop, index }: TableOfLoop,
): ReadonlyArray<Issue> {
  const expression = columnExpression(by);
  if (expression !== undefined) {
    const { source } = expression;
    return expressionProblems(path, { source, format: undefined }, withRow(index, loop));
  }
  if (by.startsWith("{"))
    return [{ path, message: "Expected one expression, such as {= year(row.date) }" }];
  const keys = loop.itemFields.map(({ key }) => key);
  if (keys.includes(by)) return [];
  const nearest = nearestName(by, keys);
  const message = `"${loop.key}" has no item field "${by}"`;
  return [
    { path, message: nearest === undefined ? message : `${message}. Did you mean "${nearest}"?` },
  ];
}

function carryOverProblems(
  { columns, broughtForward, carriedForward }: CarryOver,
  table: TableOfLoop,
): ReadonlyArray<Issue> {
  const { sources, index } = table;
  const positions = new Set(columns.map((key) => positionOfTotal(key, sources)));
  const hasLabelColumn = sources.some((_, position) => !positions.has(position));
  const labels = Object.entries({ broughtForward, carriedForward });
  return [
    ...(labels.every(([, label]) => (label ?? "") === "")
      ? [{ path: "carryOver", message: "Expected broughtForward or carriedForward, a label" }]
      : []),
    ...columns.flatMap((key, position) => {
      const path = `carryOver.columns.${position}`;
      const column = sources[positionOfTotal(key, sources)];
      if (column === undefined) return [{ path, message: noColumn(key, table) }];
      return isNumber(column, table)
        ? []
        : [{ path, message: `"${key}" is not a number, so it cannot be carried over` }];
    }),
    ...labels.flatMap(([name, label]) => {
      const path = `carryOver.${name}`;
      const noSpace = { path, message: "Every column is carried over: none is left for the label" };
      return [
        ...textProblems(path, label, index),
        ...((label ?? "") !== "" && !hasLabelColumn ? [noSpace] : []),
      ];
    }),
  ];
}

function isNumber(column: TableColumnSource, table: TableOfLoop): boolean {
  if (column.kind === "field") return isNumeric(column.item.dataType);
  if (isRunning(column, table)) return true;
  const checked = checkExpression(column.source, withColumn(table.index, table.loop));
  // An invalid column has its own problem.
  return Result.isFailure(checked) || checked.success.type.kind === "number";
}

function styleProblems(
  path: string,
  { when, columns }: ConditionalStyle,
  table: TableOfLoop,
): ReadonlyArray<Issue> {
  const { sources } = table;
  const unknown = (columns ?? []).flatMap((key, position) =>
    positionOfTotal(key, sources) === -1
      ? [{ path: `${path}.columns.${position}`, message: noColumn(key, table) }]
      : [],
  );
  if (when === undefined || when === null) {
    const message = "Expected a condition or columns: use bodyStyles for all cells";
    return columns ? unknown : [{ path: `${path}.when`, message }];
  }
  return [...unknown, ...rowConditionProblems(`${path}.when`, when, table)];
}

/** The problems of a condition on a row. */
export function rowConditionProblems(
  path: string,
  when: string,
  { loop, index }: TableOfLoop,
): ReadonlyArray<Issue> {
  const source = expressionSource(when);
  const checked = checkExpression(source, withRow(index, loop));
  if (Result.isFailure(checked)) return placedProblems(path, source, checked.failure);
  const message = conditionProblem(checked.success.type);
  return message === undefined ? [] : placedProblems(path, source, [{ message, column: 1 }]);
}

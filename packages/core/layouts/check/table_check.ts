import { Result, Schema } from "effect";

import { checkExpression, withRow } from "../../expressions/mod.ts";
import {
  isNumeric,
  isTemporal,
  layoutFormatProblem,
  type LoopDefinition,
} from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import type { TableField, TotalFunction } from "../model/fields/layout_field.ts";
import {
  columnExpression,
  positionOfTotal,
  tableColumns,
  type TableColumnSource,
  totalSource,
} from "../model/fields/table_columns.ts";
import type { Binding, ManifestIndex } from "../model/layout_binding.ts";
import { textProblems } from "./text_check.ts";

const StaticRows = Schema.fromJsonString(
  Schema.Array(Schema.Array(Schema.String).check(Schema.isMaxLength(100))).check(
    Schema.isMaxLength(2_000),
  ),
);

/** The problems of a table's head, columns, rows and totals, with paths inside the field. */
export function tableProblems(
  field: TableField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  const head = field.head ?? undefined;
  const rows =
    binding.kind === "static" ? Schema.decodeResult(StaticRows)(field.content ?? "[]") : undefined;
  if (rows !== undefined && Result.isFailure(rows)) {
    return [{ path: "content", message: 'Expected rows of text as JSON, such as [["a","b"]]' }];
  }
  const columns =
    binding.kind === "loop"
      ? (field.columns?.length ?? binding.loop.itemFields.length)
      : (head?.length ?? rows?.success[0]?.length ?? 0);
  return [
    ...(columns === 0 ? [{ path: "head", message: "The table has no columns" }] : []),
    ...(head !== undefined && head.length !== columns
      ? [{ path: "head", message: `Expected ${columns} headings, one for each column` }]
      : []),
    ...(field.headWidthPercentages && field.headWidthPercentages.length !== columns
      ? [
          {
            path: "headWidthPercentages",
            message: `Expected ${columns} widths, one for each column`,
          },
        ]
      : []),
    ...(head ?? []).flatMap((text, column) => textProblems(`head.${column}`, text, index)),
    ...(rows?.success.some((row) => row.length !== columns) === true
      ? [{ path: "content", message: `Expected ${columns} cells in every row` }]
      : []),
    ...headProblems(field, binding),
    ...formatProblems(field, binding, columns),
    ...totalsProblems(field, binding, index),
  ];
}

/** Checks the formats of columns, which override those of the manifest. */
function formatProblems(
  { columns, columnStyles }: TableField,
  binding: Binding,
  count: number,
): ReadonlyArray<Issue> {
  const fields = binding.kind === "loop" ? tableColumns(binding.loop, columns) : [];
  return Object.entries(columnStyles?.format ?? {}).flatMap(([position, format]) => {
    const path = `columnStyles.format.${position}`;
    const isColumn = /^\d{1,3}$/.test(position) && Number(position) < count;
    if (!isColumn) return [{ path, message: `Expected a column from 0 to ${count - 1}` }];
    if (binding.kind !== "loop")
      return [{ path, message: "A table with static text has no formats" }];
    const column = fields[Number(position)];
    if (column === undefined) return [];
    if (column.kind === "expression")
      return [{ path, message: "Write the format in the expression: {= … |currency:EUR}" }];
    const problem = layoutFormatProblem(format, column.item.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

/** A column with an expression has no label of the manifest. */
function headProblems(
  { head, showHead, columns }: TableField,
  binding: Binding,
): ReadonlyArray<Issue> {
  const isComputed = (columns ?? []).some((column) => columnExpression(column) !== undefined);
  return binding.kind === "loop" && isComputed && !head && showHead !== false
    ? [{ path: "head", message: "Expected a heading for each column: one is an expression" }]
    : [];
}

/** Totals need columns of a loop that the table shows. */
function totalsProblems(
  { columns, totals }: TableField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (totals === undefined || totals === null) return [];
  if (binding.kind !== "loop")
    return [{ path: "totals", message: "Only the rows of a loop can be added up" }];
  const { loop } = binding;
  const sources = tableColumns(loop, columns);
  const totalled = Object.keys(totals.columns).map((key) => positionOfTotal(key, sources));
  const hasLabelColumn = sources.some((_, position) => !totalled.includes(position));
  return [
    ...(totalled.length === 0
      ? [{ path: "totals.columns", message: "Expected a column to add up" }]
      : Object.entries(totals.columns).flatMap(([key, how]) => {
          const path = `totals.columns.${key}`;
          const column = sources[positionOfTotal(key, sources)];
          if (column === undefined)
            return [{ path, message: `The table of "${loop.key}" shows no "${key}"` }];
          return totalProblem(path, how, key, column, loop, index);
        })),
    ...textProblems("totals.label", totals.label, index),
    ...((totals.label ?? "") !== "" && !hasLabelColumn
      ? [
          {
            path: "totals.label",
            message: "Every column has a total: no column is left for the label",
          },
        ]
      : []),
  ];
}

function totalProblem(
  path: string,
  how: TotalFunction,
  key: string,
  column: TableColumnSource,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (column.kind === "field") {
    const { dataType } = column.item;
    const isFit =
      how === "count" ||
      isNumeric(dataType) ||
      (how !== "sum" && how !== "avg" && isTemporal(dataType));
    return isFit ? [] : [{ path, message: `"${key}" is ${dataType}, ${REFUSED[how]}` }];
  }
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

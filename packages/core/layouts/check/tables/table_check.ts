import { Predicate, Result, Schema } from "effect";

import { withRow } from "../../../expressions/mod.ts";
import { layoutFormatProblem, type LoopDefinition } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import { headColumnsCovered, spanGrid, titlesBelow } from "../../model/fields/span_grid.ts";
import { columnExpression, tableColumns } from "../../model/fields/table_columns.ts";
import type { TableField } from "../../model/fields/table_field.ts";
import type { Binding, ManifestIndex } from "../../model/layout_binding.ts";
import { textProblems } from "../texts/text_check.ts";
import { cellProblems } from "./cell_check.ts";
import { spanProblems } from "./span_check.ts";
import { groupingProblems } from "./table_group_check.ts";
import { totalsProblems } from "./totals_check.ts";

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
    ...widthProblems(field, columns),
    ...headRowProblems(field, columns, index),
    ...textRowProblems("footRows", field.footRows, [], columns, index),
    ...(head ?? []).flatMap((text, column) => textProblems(`head.${column}`, text, index)),
    ...(rows?.success.some((row) => row.length !== columns) === true
      ? [{ path: "content", message: `Expected ${columns} cells in every row` }]
      : []),
    ...headProblems(field, binding),
    ...formatProblems(field, binding, columns),
    ...(binding.kind === "loop"
      ? [
          ...totalsOfTable(field, binding.loop, index),
          ...groupingProblems(field, binding.loop, index),
          ...cellProblems(field, binding.loop, index),
          ...spanProblems(field, binding.loop, index),
        ]
      : rowSettings(field)),
  ];
}

function widthProblems(
  { columnWidths, headWidthPercentages, width }: TableField,
  columns: number,
): ReadonlyArray<Issue> {
  if (!columnWidths) return [];
  const path = "columnWidths";
  if (headWidthPercentages)
    return [{ path, message: "The table has headWidthPercentages already: remove one of both" }];
  if (columnWidths.length !== columns)
    return [{ path, message: `Expected ${columns} widths, one for each column` }];
  const fixed = columnWidths.reduce<number>(
    (sum, each) => sum + (each === "auto" ? MIN_AUTO : each),
    0,
  );
  return fixed <= width + TOLERANCE
    ? []
    : [{ path, message: `The columns are wider than the table of ${width} mm` }];
}

/** The width in millimetres that a column with an automatic width has at least. */
const MIN_AUTO = 2;
/** Designers round widths. */
const TOLERANCE = 0.5;

function headRowProblems(
  { head, headRows, showHead }: TableField,
  columns: number,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (!headRows) return [];
  if (showHead === false)
    return [{ path: "headRows", message: "The table shows no head: remove showHead" }];
  const covered = headColumnsCovered(headRows, columns);
  return [
    ...textRowProblems("headRows", headRows, [titlesBelow(columns, covered)], columns, index),
    ...(head ?? []).flatMap((text, column) =>
      text !== "" && covered.has(column)
        ? [{ path: `head.${column}`, message: "A title above spans this one: make it empty" }]
        : [],
    ),
  ];
}

/** The problems of rows with texts that can span columns and rows. */
function textRowProblems(
  name: "headRows" | "footRows",
  rows: TableField["headRows"],
  below: ReadonlyArray<ReadonlyArray<object>>,
  columns: number,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (!rows) return [];
  // The rows above do not change the number of titles in `head`.
  const issues = spanGrid([...rows, ...below], columns).issues.filter(
    ({ path }) => Number(path.split(".")[0]) < rows.length,
  );
  return [
    ...issues.map(({ path, message }) => ({ path: `${name}.${path}`, message })),
    ...rows.flatMap((cells, row) =>
      cells.flatMap(({ text }, cell) => textProblems(`${name}.${row}.${cell}.text`, text, index)),
    ),
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

function totalsOfTable(
  { columns, totals }: TableField,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (totals === undefined || totals === null) return [];
  const sources = tableColumns(loop, columns);
  return totalsProblems("totals", totals, { sources, loop, index }, withRow(index, undefined));
}

/** Settings that only the rows of a loop have. */
const ROW_SETTINGS = [
  ["totals", "Only the rows of a loop can be added up"],
  ["groupBy", "Only the rows of a loop have groups"],
  ["pageTotals", "Only the rows of a loop can be added up"],
  ["carryOver", "Only the rows of a loop can be added up"],
  ["conditionalStyles", "Only the rows of a loop have conditions"],
  ["columnSpans", "Only the rows of a loop have conditions"],
  ["rowSpans", "Only the rows of a loop are compared"],
  ["cells", "Only the rows of a loop have images, barcodes and rich text"],
] as const;

function rowSettings(field: TableField): ReadonlyArray<Issue> {
  return ROW_SETTINGS.flatMap(([path, message]) =>
    Predicate.isNotNullish(field[path]) ? [{ path, message }] : [],
  );
}

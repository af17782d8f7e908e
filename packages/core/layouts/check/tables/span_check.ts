import type { LoopDefinition } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import { positionOfTotal, tableColumns } from "../../model/fields/table_columns.ts";
import type { ColumnSpan, RowSpan, TableField } from "../../model/fields/table_field.ts";
import type { ManifestIndex } from "../../model/layout_binding.ts";
import { keyProblems, rowConditionProblems } from "./table_group_check.ts";
import { noColumn, type TableOfLoop } from "./totals_check.ts";

/** The problems of cells that span columns or rows. */
export function spanProblems(
  { columns, columnSpans, rowSpans }: TableField,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  const table = { sources: tableColumns(loop, columns), loop, index };
  return [
    ...columnSpanProblems(columnSpans ?? [], table),
    ...rowSpanProblems(rowSpans ?? [], table),
  ];
}

function columnSpanProblems(
  spans: ReadonlyArray<ColumnSpan>,
  table: TableOfLoop,
): ReadonlyArray<Issue> {
  const { sources } = table;
  const ends = spans.map(({ column, columns }) => {
    const from = positionOfTotal(column, sources);
    return { from, to: from + (columns ?? sources.length - from) };
  });
  return spans.flatMap(({ when, column }, position) => {
    const path = `columnSpans.${position}`;
    const { from, to } = ends[position] ?? { from: -1, to: 0 };
    if (from === -1) return [{ path: `${path}.column`, message: noColumn(column, table) }];
    const other = spans.findIndex((each, before) => {
      const range = ends[before] ?? { from: -1, to: 0 };
      return before < position && each.when === when && range.from < to && from < range.to;
    });
    return [
      ...(to - from < 2
        ? [{ path: `${path}.column`, message: "The last column has none to its right" }]
        : []),
      ...(to > sources.length
        ? [
            {
              path: `${path}.columns`,
              message: `Spans ${to - from} columns; only ${sources.length - from} follow`,
            },
          ]
        : []),
      ...(other === -1
        ? []
        : [{ path, message: `Overlaps columnSpans.${other}, which has the same condition` }]),
      ...rowConditionProblems(`${path}.when`, when, table),
    ];
  });
}

function rowSpanProblems(spans: ReadonlyArray<RowSpan>, table: TableOfLoop): ReadonlyArray<Issue> {
  const positions = spans.map(({ column }) => positionOfTotal(column, table.sources));
  return spans.flatMap(({ column, by }, position) => {
    const path = `rowSpans.${position}`;
    if (positions[position] === -1)
      return [{ path: `${path}.column`, message: noColumn(column, table) }];
    const isRepeated = positions.indexOf(positions[position] ?? -1) < position;
    return [
      ...(isRepeated
        ? [{ path: `${path}.column`, message: "The column is in the list twice" }]
        : []),
      ...(by ? keyProblems(`${path}.by`, by, table) : []),
    ];
  });
}

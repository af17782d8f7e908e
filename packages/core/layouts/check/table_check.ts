import { Result, Schema } from "effect";

import { layoutFormatProblem, isNumeric, type ItemField } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import type { Binding, ManifestIndex } from "../model/layout_binding.ts";
import type { TableField } from "../model/layout_field.ts";
import { columnFields } from "../model/table_columns.ts";
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
  const fields = binding.kind === "loop" ? columnFields(binding.loop.itemFields, columns) : [];
  return Object.entries(columnStyles?.format ?? {}).flatMap(([position, format]) => {
    const path = `columnStyles.format.${position}`;
    const isColumn = /^\d{1,3}$/.test(position) && Number(position) < count;
    if (!isColumn) return [{ path, message: `Expected a column from 0 to ${count - 1}` }];
    if (binding.kind !== "loop")
      return [{ path, message: "A table with static text has no formats" }];
    const item = fields[Number(position)];
    const problem = item === undefined ? undefined : layoutFormatProblem(format, item.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

/** Totals need numeric columns of a loop that the table shows. */
function totalsProblems(
  { columns, totals }: TableField,
  binding: Binding,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (totals === undefined || totals === null) return [];
  if (binding.kind !== "loop")
    return [{ path: "totals", message: "Only the rows of a loop can be added up" }];
  const fields = columnFields(binding.loop.itemFields, columns);
  const totalKeys = Object.keys(totals.columns);
  const hasLabelColumn = fields.some(({ key }) => !totalKeys.includes(key));
  return [
    ...(totalKeys.length === 0
      ? [{ path: "totals.columns", message: "Expected a column to add up" }]
      : totalKeys.flatMap((key) => columnProblem(key, fields, binding.loop.key))),
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

function columnProblem(
  key: string,
  fields: ReadonlyArray<ItemField>,
  loop: string,
): ReadonlyArray<Issue> {
  const path = `totals.columns.${key}`;
  const item = fields.find((candidate) => candidate.key === key);
  if (item === undefined) return [{ path, message: `The table of "${loop}" shows no "${key}"` }];
  return isNumeric(item.dataType)
    ? []
    : [{ path, message: `"${key}" is ${item.dataType}, which cannot be added up` }];
}

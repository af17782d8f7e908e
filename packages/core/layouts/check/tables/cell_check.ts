import { Result } from "effect";

import { checkExpression, withColumn, withRow } from "../../../expressions/mod.ts";
import type { DataType, LoopDefinition } from "../../../manifests/mod.ts";
import type { Issue } from "../../../values/mod.ts";
import { isPictureCell, type TableCell } from "../../model/fields/table_cell.ts";
import {
  positionOfTotal,
  tableColumns,
  type TableColumnSource,
} from "../../model/fields/table_columns.ts";
import type { TableField } from "../../model/fields/table_field.ts";
import type { ManifestIndex } from "../../model/layout_binding.ts";
import { textProblems } from "../texts/text_check.ts";
import { noColumn, type TableOfLoop } from "./totals_check.ts";

/** The problems of columns with images, barcodes or rich text. */
export function cellProblems(
  { cells, columns }: TableField,
  loop: LoopDefinition,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  if (!cells) return [];
  const table = { sources: tableColumns(loop, columns), loop, index };
  const positions = new Set<number>();
  return Object.entries(cells).flatMap(([key, cell]) => {
    const path = `cells.${key}`;
    const position = positionOfTotal(key, table.sources);
    const source = table.sources[position];
    if (source === undefined) return [{ path, message: noColumn(key, table) }];
    if (positions.has(position))
      return [{ path, message: "The column has these settings already: remove one of both" }];
    positions.add(position);
    const problem = contentProblem(cell, key, source, table);
    return [
      ...(problem === undefined ? [] : [{ path: `${path}.type`, message: problem }]),
      ...altProblems(path, cell, table),
    ];
  });
}

const TEXTS = new Set<DataType>(["text", "longtext"]);

/** Why a column cannot show its values as the cell says. */
function contentProblem(
  cell: TableCell,
  key: string,
  source: TableColumnSource,
  { loop, index }: TableOfLoop,
): string | undefined {
  if (source.kind === "expression") {
    if (cell.type === "image") return "An expression is no image: use an item field";
    if (cell.type !== "text" || cell.richText !== true) return undefined;
    const checked = checkExpression(source.source, withColumn(index, loop));
    // An invalid column has its own problem.
    return Result.isFailure(checked) || checked.success.type.kind === "text"
      ? undefined
      : `"${key}" is not text, so it cannot be rich text`;
  }
  const { dataType } = source.item;
  if (cell.type === "image")
    return dataType === "image" ? undefined : `"${key}" is ${dataType}, not an image`;
  if (dataType === "image") return `"${key}" is an image: use the type image`;
  return cell.type !== "text" || cell.richText !== true || TEXTS.has(dataType)
    ? undefined
    : `"${key}" is ${dataType}: only text and longtext can be rich text`;
}

function altProblems(
  path: string,
  cell: TableCell,
  { loop, index }: TableOfLoop,
): ReadonlyArray<Issue> {
  if (!isPictureCell(cell) || typeof cell.alt !== "string") return [];
  const problems = textProblems(`${path}.alt`, cell.alt, index, withRow(index, loop));
  return cell.decorative === true && cell.alt !== ""
    ? [
        ...problems,
        { path: `${path}.alt`, message: "A decorative picture has no alternative text" },
      ]
    : problems;
}

import {
  columnExpression,
  expressionSource,
  isPictureCell,
  positionOfTotal,
  type TableField,
} from "@paraph/core/layouts";
import { printFormat } from "@paraph/core/manifests";

import { compileText } from "./compile_text.ts";
import type {
  CompiledCell,
  CompiledColumnSpan,
  CompiledContent,
  CompiledRowSpan,
  CompiledTable,
  RowText,
} from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";
import type { LoopTable } from "./table_line.ts";

type RowSettings = Pick<CompiledTable, "contents" | "columnSpans" | "rowSpans">;

/**
 * Compiles the settings of a table that need more of a row than its cells: alternative texts, conditions and
 * values to compare. Rows have these texts behind their cells.
 */
export function compileRowTexts(
  field: TableField,
  { sources, loop }: LoopTable,
  keys: KnownKeys,
): RowSettings & { readonly texts: ReadonlyArray<CompiledCell | RowText> } {
  const texts: Array<CompiledCell | RowText> = [];
  const add = (text: CompiledCell | RowText) => sources.length + texts.push(text) - 1;
  const contents = Object.entries(field.cells ?? {}).flatMap(
    ([key, cell]): ReadonlyArray<CompiledContent> => {
      const column = positionOfTotal(key, sources);
      if (column === -1 || (!isPictureCell(cell) && cell.richText !== true)) return [];
      const content = { column, cell, name: `${field.name}.${key}` };
      if (!isPictureCell(cell) || !cell.alt) return [content];
      // The names of a group include those of its row.
      return [{ ...content, alt: add({ text: compileText(cell.alt, keys.inGroup(loop)) }) }];
    },
  );
  const columnSpans = (field.columnSpans ?? []).flatMap(
    ({ when, column, columns }): ReadonlyArray<CompiledColumnSpan> => {
      const from = positionOfTotal(column, sources);
      const code = keys.condition(expressionSource(when), loop);
      if (from === -1 || code === undefined) return [];
      const to = columns ? from + columns : sources.length;
      return [{ from, to, when: add({ code, format: TEXT }) }];
    },
  );
  const rowSpans = (field.rowSpans ?? []).flatMap(
    ({ column: key, by }): ReadonlyArray<CompiledRowSpan> => {
      const column = positionOfTotal(key, sources);
      if (column === -1) return [];
      if (!by) return [{ column, by: column }];
      const source = columnExpression(by)?.source;
      const expression =
        source === undefined ? undefined : keys.expression(source, undefined, loop);
      return [{ column, by: add(expression ?? { key: by, format: TEXT }) }];
    },
  );
  return {
    texts,
    ...(contents.length === 0 ? {} : { contents }),
    ...(columnSpans.length === 0 ? {} : { columnSpans }),
    ...(rowSpans.length === 0 ? {} : { rowSpans }),
  };
}

const TEXT = printFormat("text");

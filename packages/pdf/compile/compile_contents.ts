import { isPictureCell, positionOfTotal, type TableField } from "@paraph/core/layouts";

import { compileText } from "./compile_text.ts";
import type { CompiledContent, RowText } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";
import type { LoopTable } from "./table_line.ts";

/** The columns of a table that show more than plain text, and the texts about each row behind its cells. */
export function compileContents(
  { cells = {}, name }: TableField,
  { sources, loop }: LoopTable,
  keys: KnownKeys,
): { readonly contents: ReadonlyArray<CompiledContent>; readonly texts: ReadonlyArray<RowText> } {
  const contents: Array<CompiledContent> = [];
  const texts: Array<RowText> = [];
  for (const [key, cell] of Object.entries(cells ?? {})) {
    const column = positionOfTotal(key, sources);
    if (column === -1 || (!isPictureCell(cell) && cell.richText !== true)) continue;
    const content = { column, cell, name: `${name}.${key}` };
    if (!isPictureCell(cell) || !cell.alt) {
      contents.push(content);
      continue;
    }
    contents.push({ ...content, alt: sources.length + texts.length });
    // The names of a group include those of its row.
    texts.push({ text: compileText(cell.alt, keys.inGroup(loop)) });
  }
  return { contents, texts };
}

import type { TableTotals } from "@paraph/core/layouts";

import { compileText } from "./compile_text.ts";
import type { CompiledTotals, PrintedKey, TableColumn, TotalCell } from "./compiled_template.ts";
import type { KnownKeys } from "./known_keys.ts";

const EMPTY: TotalCell = { kind: "label", text: [] };

/**
 * Compiles what a table adds up. The columns in front of the first sum become one for the label; when
 * there are none, it stands in the first column that is not summed.
 */
export function compileTotals(
  { label, columns: summed }: TableTotals,
  columns: ReadonlyArray<TableColumn>,
  cells: ReadonlyArray<PrintedKey>,
  keys: KnownKeys,
): CompiledTotals {
  const isSummed = cells.map(({ key }) => Object.hasOwn(summed, key));
  const leading = Math.max(0, isSummed.indexOf(true));
  const text: TotalCell = { kind: "label", text: compileText(label ?? "", keys, false) };
  const labelAt = leading > 0 ? -1 : isSummed.indexOf(false);
  const front = columns.slice(0, leading).reduce((share, column) => share + column.share, 0);
  const behind = cells
    .map(({ key, format }, at): TotalCell => {
      if (isSummed[at] === true) return { kind: "sum", key, format };
      return at === labelAt ? text : EMPTY;
    })
    .slice(leading);
  // The label stands as the totals' own style says; figures stand under those of their column.
  const merged = { share: front, alignment: undefined };
  return leading > 0
    ? { columns: [merged, ...columns.slice(leading)], cells: [text, ...behind] }
    : { columns, cells: behind };
}

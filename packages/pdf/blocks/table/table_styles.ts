import type { CellStyle, TableField } from "@paraph/core/layouts";

import type { CompiledStyle } from "../../compile/compiled_template.ts";
import { bodyStyle, type StyleDefaults } from "../../fill/text_style.ts";
import type { RowStyle } from "./table_row.ts";

/** The styles of a table's rows by their conditional styles. */
export class RowStyles {
  readonly #field: TableField;
  readonly #conditional: ReadonlyArray<CompiledStyle>;
  readonly #count: number;
  readonly #defaults: StyleDefaults;
  readonly #styles = new Map<string, RowStyle>();

  /** @param count The number of columns. */
  constructor(
    field: TableField,
    conditional: ReadonlyArray<CompiledStyle>,
    count: number,
    defaults: StyleDefaults,
  ) {
    this.#field = field;
    this.#conditional = conditional;
    this.#count = count;
    this.#defaults = defaults;
  }

  /**
   * @param matches The positions of the conditional styles that hold, joined by commas.
   * @param isStriped Whether the row has the alternate background.
   */
  of(matches: string, isStriped: boolean): RowStyle {
    const key = `${isStriped} ${matches}`;
    const known = this.#styles.get(key);
    if (known !== undefined) return known;
    const style = this.#make(matches === "" ? [] : matches.split(",").map(Number), isStriped);
    this.#styles.set(key, style);
    return style;
  }

  #make(matches: ReadonlyArray<number>, isStriped: boolean): RowStyle {
    const { bodyStyles, conditionalStyles } = this.#field;
    const stripe = bodyStyles?.alternateBackgroundColor || undefined;
    const base = () => ({
      ...bodyStyles,
      ...(isStriped && stripe ? { backgroundColor: stripe } : {}),
    });
    const stylesFor = (column: number | undefined): CellStyle => {
      const meant = matches.filter((position) => {
        const columns = this.#conditional[position]?.columns;
        return columns === undefined || (column !== undefined && columns.includes(column));
      });
      return Object.assign(
        base(),
        ...meant.map((position) => conditionalStyles?.[position]?.styles),
      );
    };
    const style = bodyStyle(stylesFor(undefined), this.#defaults);
    const isWhole = matches.every((position) => this.#conditional[position]?.columns === undefined);
    if (isWhole) return { style };
    const cellStyles = Array.from({ length: this.#count }, (_, column) => {
      const hasOwn = matches.some(
        (position) => this.#conditional[position]?.columns?.includes(column) === true,
      );
      if (!hasOwn) return undefined;
      const own = bodyStyle(stylesFor(column), this.#defaults);
      // The row has painted its background already.
      return own.backgroundColor === style.backgroundColor
        ? { ...own, backgroundColor: undefined }
        : own;
    });
    return { style, cellStyles };
  }
}

import type { Value } from "@paraph/core/expressions";
import {
  type InputData,
  type InputRow,
  type InputValue,
  rowsInRow,
  valueInRow,
} from "@paraph/core/manifests";

/** The row that a section shows, under the path of its loop, such as `customers.orders`. */
interface SectionRow {
  readonly path: string;
  readonly row: InputRow;
}

/** The data that a field can show: that of the document, and the rows of the sections around the field. */
export class DataScope {
  readonly data: InputData;
  /** From the innermost section to the outermost. */
  readonly #rows: ReadonlyArray<SectionRow>;
  /** The rows of the sections, by the names that expressions have for them. */
  readonly locals: Readonly<Record<string, Value>>;

  constructor(
    data: InputData,
    rows: ReadonlyArray<SectionRow> = [],
    locals: Readonly<Record<string, Value>> = {},
  ) {
    this.data = data;
    this.#rows = rows;
    const rowsByPath = rows.toReversed().map(({ path, row }) => [path, row] as const);
    this.locals = { ...Object.fromEntries(rowsByPath), ...locals };
  }

  /** The row of the innermost section; undefined outside of sections with rows. */
  get row(): InputRow | undefined {
    return this.#rows[0]?.row;
  }

  /** The scope of a section for one of its rows. */
  within(path: string, row: InputRow): DataScope {
    return new DataScope(this.data, [{ path, row }, ...this.#rows]);
  }

  /** The scope of expressions that have more names. */
  withLocals(locals: Readonly<Record<string, Value>>): DataScope {
    return new DataScope(this.data, this.#rows, { ...this.locals, ...locals });
  }

  /** The value of a variable, or of an item field of a section's row; null if it is absent. */
  value(key: string): InputValue {
    const place = this.#rowOf(key);
    if (place !== undefined) return valueInRow(place.row, key.slice(place.path.length + 1));
    // Own properties only: a key can be named `toString`.
    const { values } = this.data;
    return Object.hasOwn(values, key) ? (values[key] ?? null) : null;
  }

  /** The rows of a loop, or of a loop in a section's row; undefined for another key. */
  rows(key: string): ReadonlyArray<InputRow> | undefined {
    const place = this.#rowOf(key);
    if (place !== undefined) {
      const nested = key.slice(place.path.length + 1);
      return isList(place.row, nested) ? rowsInRow(place.row, nested) : undefined;
    }
    const { loops } = this.data;
    return Object.hasOwn(loops, key) ? loops[key] : undefined;
  }

  #rowOf(key: string): SectionRow | undefined {
    if (this.#rows.length === 0) return undefined;
    return this.#rows.find(({ path }) => key.startsWith(`${path}.`));
  }
}

function isList(row: InputRow, key: string): boolean {
  return Object.hasOwn(row, key) && Array.isArray(row[key]);
}

import { emptyRow } from "../../stores/sql/empty_row.ts";

type Row = Record<string, unknown>;

/** The columns of a result, with their names in the database and in code. */
export class RowShape {
  readonly #columns: ReadonlyArray<string>;
  readonly #names: ReadonlyArray<string>;
  readonly #empty: Row;

  constructor(columns: ReadonlyArray<string>, rename: (column: string) => string) {
    this.#columns = columns;
    this.#names = columns.map(rename);
    this.#empty = emptyRow(this.#names);
  }

  /** Builds a row from its values, in the order of the columns. */
  readonly build = (values: ReadonlyArray<unknown>): Row => {
    const row = { ...this.#empty };
    let index = 0;
    for (const name of this.#names) row[name] = values[index++];
    return row;
  };

  /** Renames the columns of a row. */
  readonly rename = (row: Readonly<Row>): Row =>
    this.build(this.#columns.map((column) => row[column]));
}

/** More statements than the code has: some have a list of parameters of any length. */
const MAX_STATEMENTS = 2_000;

/**
 * The shapes of results by the text of their statement. With a known shape the driver need not build rows, which
 * are then built again with other names. The columns of a text never change, because none reads all columns of a
 * table.
 */
export class RowShapes {
  readonly #rename: (column: string) => string;
  readonly #shapes = new Map<string, RowShape>();

  constructor(rename: (column: string) => string) {
    this.#rename = rename;
  }

  /** The shape of a statement that has returned rows before. */
  of(statement: string): RowShape | undefined {
    return this.#shapes.get(statement);
  }

  /** Remembers the columns of a statement. */
  learn(statement: string, fields: ReadonlyArray<{ readonly name: string }>): RowShape {
    if (this.#shapes.size >= MAX_STATEMENTS) this.#shapes.clear();
    const shape = this.ofColumns(fields.map(({ name }) => name));
    this.#shapes.set(statement, shape);
    return shape;
  }

  ofColumns(columns: ReadonlyArray<string>): RowShape {
    return new RowShape(columns, this.#rename);
  }
}

import { DateTime, Predicate, Schema, type SchemaAST } from "effect";

import { emptyRow } from "./empty_row.ts";

/** Reads the value of a column; {@linkcode UNREADABLE} if it has another type. */
type CellReader = (cell: unknown) => unknown;

const UNREADABLE = Symbol("unreadable");

/** A `timestamptz` column: the driver reads it as a `Date`. */
export const RowTime = Schema.DateTimeUtcFromDate;

/**
 * A reader for the rows of a schema that is several times as fast as its decoder, or undefined if the schema
 * has other columns than text, numbers, booleans, times, bytes and unchecked JSON. It returns undefined for rows that
 * the decoder has to look at.
 *
 * Values keep the types of the schema, but their formats are not checked again: stored rows are trusted.
 */
export function rowReader(
  schema: Schema.Constraint,
): ((rows: ReadonlyArray<unknown>) => ReadonlyArray<unknown> | undefined) | undefined {
  const columns = columnsOf(schema.ast);
  if (columns === undefined) return undefined;
  const empty = emptyRow(columns.map(({ name }) => name));
  return (rows) => {
    const results: Array<unknown> = [];
    for (const row of rows) {
      if (!Predicate.isObject(row)) return undefined;
      const result = { ...empty };
      for (const { name, read } of columns) {
        const value = read(row[name]);
        if (value === UNREADABLE) return undefined;
        result[name] = value;
      }
      results.push(result);
    }
    return results;
  };
}

function columnsOf(ast: SchemaAST.AST) {
  if (ast._tag !== "Objects" || ast.encoding !== undefined || ast.checks !== undefined) {
    return undefined;
  }
  if (ast.indexSignatures.length > 0) return undefined;
  const columns: Array<{ readonly name: string; readonly read: CellReader }> = [];
  for (const { name, type } of ast.propertySignatures) {
    const read = type.context?.isOptional === true ? undefined : cellReader(type);
    if (read === undefined || !Predicate.isString(name)) return undefined;
    columns.push({ name, read });
  }
  return columns;
}

function cellReader(ast: SchemaAST.AST): CellReader | undefined {
  if (ast === RowTime.ast) return readTime;
  if (ast === Schema.Uint8Array.ast) return readWhere(Predicate.isUint8Array);
  if (ast.encoding !== undefined) return undefined;
  switch (ast._tag) {
    case "String":
      return readWhere(Predicate.isString);
    case "Number":
      return readWhere(Number.isFinite);
    case "Boolean":
      return readWhere(Predicate.isBoolean);
    case "Null":
      return readWhere(Predicate.isNull);
    case "Literal":
      return readWhere((cell) => cell === ast.literal);
    case "Unknown":
      return readWhere((cell) => cell !== undefined);
    case "Union":
      return ast.checks === undefined ? unionReader(ast.types.map(cellReader)) : undefined;
    default:
      return undefined;
  }
}

const readWhere =
  (isReadable: (cell: unknown) => boolean): CellReader =>
  (cell) =>
    isReadable(cell) ? cell : UNREADABLE;

function unionReader(readers: ReadonlyArray<CellReader | undefined>): CellReader | undefined {
  const members = readers.filter((reader) => reader !== undefined);
  if (members.length < readers.length) return undefined;
  return (cell) => {
    for (const read of members) {
      const value = read(cell);
      if (value !== UNREADABLE) return value;
    }
    return UNREADABLE;
  };
}

/** A `Date` is invalid for the time `infinity`. */
function readTime(cell: unknown): unknown {
  const isTime = cell instanceof Date && !Number.isNaN(cell.getTime());
  return isTime ? DateTime.fromDateUnsafe(cell) : UNREADABLE;
}

import type { Answers, AnswersByKey, Row } from "./answers.ts";

type Rows = ReadonlyArray<Row>;

/** The rows of a loop with one more, whose id no other ever had. */
export function withRow(rows: Rows, values: AnswersByKey, at = rows.length): Rows {
  const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
  return [...rows.slice(0, at), { id, values }, ...rows.slice(at)];
}

/** The rows without one. */
export function withoutRow(rows: Rows, id: number): Rows {
  return rows.filter((row) => row.id !== id);
}

/** The rows with one of them moved, as far as there is room. */
export function movedRow(rows: Rows, id: number, by: 1 | -1): Rows {
  const from = rows.findIndex((row) => row.id === id);
  const [row, to] = [rows[from], from + by];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  const others = withoutRow(rows, id);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

/** The answers with other rows of a loop. */
export function withRows(answers: Answers, loop: string, rows: Rows): Answers {
  return { ...answers, loops: { ...answers.loops, [loop]: rows } };
}

import { Effect } from "effect";

import { compileLayout } from "../../../packages/pdf/compile/compile_layout.ts";
import { toBytes } from "../../../packages/pdf/compile/template_bytes.ts";
import { type ThreadCode, threadCode } from "../../../packages/pdf/threads/thread_code.ts";
import type { DocumentCost } from "../documents/document_process.ts";
import { measureDocument } from "../documents/measure_document.ts";
import { figure, occasion, table } from "../results.ts";
import { type Form, inputOf, SECTIONS, sourceOf } from "./statement.ts";

const WARM_ROWS = 1_000;
/** The number of processes for each statement. */
const ROUNDS = 3;

/** A statement to measure. */
interface Subject {
  readonly name: string;
  readonly rows: number;
  readonly form: Form;
  readonly tagged: boolean;
}

const inOneTable = (rows: number): Subject => ({
  name: rows.toLocaleString("en"),
  rows,
  form: "table",
  tagged: true,
});
const MOST = 100_000;
const withCells = (form: Form, cells: string): ReadonlyArray<Subject> =>
  [10_000, MOST].map((rows) => {
    const subject = inOneTable(rows);
    return { ...subject, name: `${subject.name} with ${cells}, without groups`, form };
  });
const SUBJECTS: ReadonlyArray<Subject> = [
  ...[10_000, 30_000, MOST].map(inOneTable),
  { ...inOneTable(MOST), name: `${MOST.toLocaleString("en")} without tags`, tagged: false },
  {
    ...inOneTable(MOST),
    name: `${MOST.toLocaleString("en")} in ${SECTIONS} tables of a section`,
    form: "sections",
  },
  ...withCells("spans", "cells over rows"),
  ...withCells("rich", "rich text"),
];

/** Measures long tables in groups; returns a section of `RESULTS.md`. */
export async function rowsSection(): Promise<string> {
  const costs = await Effect.runPromise(
    Effect.scoped(
      threadCode.pipe(Effect.andThen((code) => Effect.promise(() => measureAll(code)))),
    ),
  );
  const [first] = costs;
  const perRow = ({ rows }: Subject, { cpu }: DocumentCost) => (cpu * 1000) / rows;
  const smallest = first === undefined ? 1 : perRow(...first);
  const lines = costs.map(([subject, cost]) => [
    subject.name,
    figure(perRow(subject, cost)),
    `${(perRow(subject, cost) / smallest).toFixed(2)} ×`,
    figure(cost.peak),
    figure(cost.peak - cost.before),
    cost.pages.toLocaleString("en"),
    figure(cost.bytes / 1e6),
  ]);
  return `## Rows in groups

${occasion("rows")}

A statement in groups of three levels with headers and subtotals, a balance in each row that begins again with each account,
totals of each page and of the document, carry-over at each page break and "page x of y". A process with one render thread,
as a worker has it, renders a short statement five times and then this one; ${ROUNDS} processes each, medians. CPU is that of the whole
process. Resident is its peak, and how much the document added to it.

${table(
  ["rows", "µs CPU a row", "to the fewest", "resident, MB", "added, MB", "pages", "file, MB"],
  lines,
)}
`;
}

async function measureAll(code: ThreadCode) {
  const costs: Array<readonly [Subject, DocumentCost]> = [];
  for (const subject of SUBJECTS) costs.push([subject, await measure(subject, code)]);
  return costs;
}

async function measure({ rows, form, tagged }: Subject, code: ThreadCode): Promise<DocumentCost> {
  const { bytes } = toBytes(await compileLayout(sourceOf(form, tagged)));
  return measureDocument(code, {
    template: bytes,
    warm: inputOf(form, WARM_ROWS),
    data: inputOf(form, rows),
    rounds: ROUNDS,
  });
}

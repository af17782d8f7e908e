/** Random manifests, layouts and data: publishing accepts a layout or says why, and what it accepts prints in full. */
import { assert, describe, it } from "@effect/vitest";
import { checkLayout, type Layout } from "@paraph/core/layouts";
import { checkInputData } from "@paraph/core/manifests";
import { Effect, Result, Schema } from "effect";

import { compileLayout } from "./compile/compile_layout.ts";
import { renderDocument } from "./render_document.ts";
import { millionths, sumOf } from "./testing/exact_sums.ts";
import {
  assertInside,
  assertNoOverlap,
  linesOfPages,
  type Random,
  textsOf,
} from "./testing/printed_texts.ts";
import { type DesignRow, type PrintedTable, randomDesign } from "./testing/random_design.ts";

/** Choices of a design: shorter and smaller ones make a simpler design. */
const Choices = Schema.Array(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 })),
).check(Schema.isMinLength(150), Schema.isMaxLength(600));

function randomBy(choices: ReadonlyArray<number>): Random {
  let next = 0;
  // Small choices are frequent, which would make most designs alike.
  return (below) => Math.abs(Math.imul((choices[next++] ?? 0) + 1, 0x9e37_79b1) >> 3) % below;
}

describe("random documents", () => {
  it.effect.prop(
    "print every value once and exact sums, without overlaps, or have problems with paths",
    [Choices],
    ([choices]) =>
      Effect.promise(async () => {
        const {
          manifest,
          layout: fields,
          data,
          expected,
          isMistaken,
        } = randomDesign(randomBy(choices));
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a design can be invalid
        const layout = fields as Layout;
        const issues = checkLayout(layout, manifest);
        for (const { path, message } of issues) {
          assert.match(path, /^layout\.schemas\.0\.\d+\./);
          assert.notStrictEqual(message, "");
        }
        assert.strictEqual(issues.length > 0, isMistaken, JSON.stringify(issues));
        if (isMistaken) return;
        const input = Result.getOrThrow(checkInputData(manifest, data));
        const template = await compileLayout({ layout, manifest, title: "Title" });
        const { bytes } = await renderDocument(template, input, new Map());
        const texts = await textsOf(bytes);
        assertNoOverlap(texts);
        assertInside(
          texts,
          template.base.kind === "blank" ? template.base : { width: 0, height: 0 },
        );
        const pages = linesOfPages(texts);
        const all = pages.flat().join("\n");
        for (const text of expected.texts.filter((each) => each !== ""))
          assert.strictEqual(all.split(text).length, 2, `${text} in\n${all}`);
        for (const [name, sum] of expected.sums) {
          const printed = new RegExp(`(?:^|\\n|\\|)${name}([-\\d.]+);`).exec(all)?.[1];
          assert.strictEqual(printed === undefined ? undefined : millionths(printed), sum, name);
        }
        for (const table of expected.tables) assertTable(pages, table);
      }),
    { arbitrary: { runs: 400 } },
  );
});

/** The begin of a line and its amounts; undefined for an absent one. */
type Line = readonly [string, ...ReadonlyArray<bigint>];

/** Asserts that a table has its lines in order, and that lines at page breaks continue the sums of its rows. */
function assertTable(pages: ReadonlyArray<ReadonlyArray<string>>, table: PrintedTable): void {
  const amounts = new Map(table.rows.map(({ name, n }) => [name, n]));
  const lines: Array<Line> = [];
  let carried = 0n;
  for (const page of pages) {
    const start = carried;
    for (const line of page) {
      const [begin = "", ...cells] = line.split("|");
      const [label, own] = [begin.split(" ")[0], begin.split(" ").at(-1)];
      if (amounts.has(begin)) {
        lines.push([begin, ...cells.map(millionths)]);
        carried += sumOf([amounts.get(begin) ?? null]);
      } else if (own !== table.id || begin === own) continue;
      else if (label === "B") assert.deepStrictEqual(cells.map(millionths), [start], line);
      else if (label === "P")
        assert.deepStrictEqual(cells.map(millionths), [carried - start], line);
      else if (label === "C") assert.deepStrictEqual(cells.map(millionths), [carried], line);
      else if (label !== "Of") lines.push([begin, ...cells.map(millionths)]);
    }
  }
  assert.deepStrictEqual(lines, expectedLines(table));
}

function expectedLines({
  id,
  rows,
  groups,
  restarts,
  hasTotals,
}: PrintedTable): ReadonlyArray<Line> {
  let running = 0n;
  const inGroup = (members: ReadonlyArray<DesignRow>, level: number): ReadonlyArray<Line> => {
    const by = groups[level];
    if (by === undefined)
      return members.map(({ name, n }): Line => {
        running += sumOf([n]);
        return n === null ? [name, running] : [name, millionths(n), running];
      });
    return Array.from(new Set(members.map((row) => row[by]))).flatMap((value) => {
      if (restarts) running = 0n;
      const inside = members.filter((row) => row[by] === value);
      const sum = sumOf(inside.map(({ n }) => n));
      return [...inGroup(inside, level + 1), [`T${level} ${value} ${id}`, sum] as Line];
    });
  };
  const lines = inGroup(rows, 0);
  return hasTotals ? [...lines, [`All ${id}`, sumOf(rows.map(({ n }) => n))]] : lines;
}

import * as fs from "node:fs";
import * as path from "node:path";

import { Layout } from "@paraph/core/layouts";
import { checkInputData, type InputData, Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import { compileLayout } from "../../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../../packages/pdf/render_document.ts";
import { figure, occasion, table } from "../results.ts";
import { quantile } from "../statistics.ts";
import { type SubjectName, subjectOf } from "./documents.ts";
import { inputOf, sourceOf } from "./engines/paraph.ts";
import { STATEMENT_ROWS } from "./measure_engines.ts";

const ROUNDS = 41;
/** CPU milliseconds of a round, and the number of rounds before the first that counts. */
const [ROUND_MILLIS, WARM_ROUNDS] = [150, 6];
/** The most that tags may add, as a ratio. */
const LIMIT = 1.15;

/** A layout with its manifest and title, and the data of one document. */
interface Source {
  readonly source: Parameters<typeof compileLayout>[0];
  readonly data: InputData;
}

/** The CPU milliseconds and the bytes of a document. */
interface Cost {
  readonly cpu: number;
  readonly size: number;
}

async function benchSource(name: SubjectName): Promise<Source> {
  const { document, dataOf } = subjectOf(name, "latin", STATEMENT_ROWS);
  return { source: await sourceOf(document), data: inputOf(dataOf(0)) };
}

const Template = Schema.Struct({ name: Schema.String, manifest: Manifest, layout: Layout });

function contractSource(): Source {
  const folder = path.join(import.meta.dirname, "../../../examples/gallery/contract");
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
  const { name, manifest, layout } = Schema.decodeUnknownSync(Template)(read("template.json"));
  const data = Result.getOrThrow(checkInputData(manifest, read("data.json")));
  return { source: { layout, manifest, title: name }, data };
}

/** Renders a document for some time, and returns the cost of one. */
type Draw = (millis: number) => Promise<Cost>;

async function drawer({ source, data }: Source, tagged: boolean): Promise<Draw> {
  const template = await compileLayout({ ...source, layout: { ...source.layout, tagged } });
  return async (millis) => {
    const start = process.cpuUsage();
    let [count, size, spent] = [0, 0, 0];
    while (spent < millis) {
      size = (await renderDocument(template, data, new Map())).bytes.length;
      count += 1;
      const { user, system } = process.cpuUsage(start);
      spent = (user + system) / 1000;
    }
    return { cpu: spent / count, size };
  };
}

async function compare(name: string, source: Source): Promise<ReadonlyArray<string>> {
  const draws = [await drawer(source, true), await drawer(source, false)];
  const costs: ReadonlyArray<Array<Cost>> = [[], []];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++)
    // The second of two also collects the garbage of the first.
    for (const [index, draw] of round % 2 === 0
      ? draws.entries()
      : [...draws.entries()].toReversed()) {
      const cost = await draw(ROUND_MILLIS);
      if (round >= 0) costs[index]?.push(cost);
    }
  const median = (of: (cost: Cost) => number) => costs.map((each) => quantile(each.map(of), 0.5));
  const [cpu = 0, plainCpu = 0] = median((cost) => cost.cpu);
  const [size = 0, plainSize = 0] = median((cost) => cost.size);
  const ratio = (value: number) => `${value.toFixed(2)} ×${value <= LIMIT ? "" : ", **above**"}`;
  return [
    name,
    figure(cpu),
    figure(plainCpu),
    ratio(cpu / plainCpu),
    figure(size / 1e3),
    figure(plainSize / 1e3),
    ratio(size / plainSize),
  ];
}

/** Measures what tags for screen readers cost; returns a section of `RESULTS.md`. */
export async function tagsSection(): Promise<string> {
  const rows = [
    await compare("invoice", await benchSource("invoice")),
    await compare("contract", contractSource()),
    await compare(
      `statement of ${STATEMENT_ROWS.toLocaleString("en")} rows`,
      await benchSource("statement"),
    ),
  ];
  return `## Tags for screen readers

${occasion("tags")}

The same documents with tags and with \`"tagged": false\`, in turns in one warmed process, each first in every other round; medians of ${ROUNDS} rounds. The invoice and
the statement are those of the comparison with other engines, the contract is that of \`examples/gallery/\`. No more than ${LIMIT} × is wanted.

${table(["", "CPU, ms", "without tags", "ratio", "KB", "without tags", "ratio"], rows)}
`;
}

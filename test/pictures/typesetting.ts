import * as fs from "node:fs";
import * as path from "node:path";

import { PdfRenderer } from "@paraph/core/renders";
import { Effect } from "effect";
import { PDFDocument } from "pdf-lib";

import { Chromium } from "../support/browser.ts";
import { publishFile, renderingServices, ROOT } from "../support/example_drawing.ts";
import { pagesOf } from "./paper.ts";
import { contactSheet } from "./pixels.ts";
import { printedOf } from "./printed.ts";
import { save } from "./save.ts";
import { typesetData } from "./typeset_data.ts";
import { typstOf } from "./typst.ts";

const FOLDER = "examples/typesetting";

/** How often each document is set; the figures are medians. */
const RUNS = 5;

/** Documents whose pictures have more than page one: the pages, counted from the end if negative. */
const PAGES: Readonly<Record<string, ReadonlyArray<number>>> = {
  contract: [1, 2],
  report: [1, 2],
  statement: [1, 2, -1],
};

type SetDocument = () => Promise<Uint8Array>;

interface Measured {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly millis: number;
}

/** Sets a document once to warm up, then several times. */
async function measure(set: SetDocument): Promise<Measured> {
  const pdf = await set();
  const times: Array<number> = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await set();
    times.push(performance.now() - start);
  }
  const { length: pages } = (await PDFDocument.load(pdf, { updateMetadata: false })).getPages();
  const millis = times.toSorted((one, other) => one - other)[RUNS >> 1] ?? 0;
  return { pdf, pages, millis };
}

/** A cell of the table: pages, time and size. */
const cell = ({ pdf, pages, millis }: Measured) =>
  `${pages} pp., ${Math.round(millis)} ms, ${Math.ceil(pdf.length / 1024)} kB`;

function savePicture(file: string, name: string, { pdf, pages }: Measured): void {
  const chosen = (PAGES[name] ?? [1]).map((page) => (page < 0 ? pages + 1 + page : page));
  const width = chosen.length === 1 ? 640 : 460;
  const sheets = chosen.flatMap((page) => pagesOf(pdf, { width }, page, page));
  save(file, contactSheet(sheets, 16), 32);
}

const compare = Effect.fnUntraced(function* (name: string) {
  const folder = `${FOLDER}/${name}`;
  const data = typesetData(path.join(ROOT, folder));
  const renderer = yield* PdfRenderer;
  const { version, inputOf } = yield* publishFile(`${folder}/template.json`);
  const services = yield* Effect.context();
  const paraph = () =>
    Effect.runPromiseWith(services)(
      Effect.flatMap(inputOf(data), (input) => renderer.render({ version, data: input })),
    ).then(({ bytes }) => bytes);
  const typst = typstOf(path.join(ROOT, folder), data);
  const chromium = yield* printedOf(path.join(ROOT, folder), data);
  const programs = { paraph, typst: async () => typst(), chromium };
  const cells: Array<string> = [];
  for (const [program, set] of Object.entries(programs)) {
    const measured = yield* Effect.promise(() => measure(set));
    savePicture(`${folder}/${program}.png`, name, measured);
    cells.push(cell(measured));
  }
  return `| ${name} | ${cells.join(" | ")} |\n`;
}, Effect.scoped);

/**
 * Sets the documents with Paraph, Typst and Chromium: pictures next to the sources, and a table of times and sizes.
 *
 * @param names The names of the documents; none for all.
 */
export const typesettingPictures = Effect.fnUntraced(
  function* (names: ReadonlyArray<string>) {
    const known = fs.readdirSync(path.join(ROOT, FOLDER)).toSorted();
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new Error(`No document ${unknown.join(", ")}. Documents: ${known.join(", ")}`);
    const rows = yield* Effect.forEach(names.length > 0 ? names : known, compare);
    process.stdout.write("\n| Document | Paraph | Typst | Chromium |\n");
    process.stdout.write(`| -------- | ------ | ----- | -------- |\n${rows.join("")}`);
  },
  Effect.provide([renderingServices, Chromium.layer]),
  Effect.ensuring(Chromium.close),
);

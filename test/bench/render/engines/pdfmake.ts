import { createRequire } from "node:module";

import type * as Pdfmake from "pdfmake";

import { LOGO_URI, ROBOTO } from "../assets.ts";
import type { BenchData, BenchDocument, TextBox } from "../documents.ts";
import { type Engine, pick } from "./engine.ts";

// Its types describe a module, but it is an object.
const pdfmake: typeof Pdfmake = createRequire(import.meta.url)("pdfmake");
const POINTS = 72 / 25.4;
const PADDING = { x: 1.5 * POINTS, y: 1.6 * POINTS };

/** pdfmake; texts at their positions, the table in its flow. */
export const engine: Engine = {
  open: async (document, data) => {
    if (document.base === "pdf") throw new Error("pdfmake does not support base PDFs");
    pdfmake.addFonts({ Roboto: { normal: ROBOTO } });
    pdfmake.setUrlAccessPolicy(() => false);
    pdfmake.setLocalAccessPolicy(() => true);
    return (number) => pdfmake.createPdf(definition(document, pick(data, number))).getBuffer();
  },
};

type Definition = Parameters<typeof Pdfmake.createPdf>[0];

function definition(document: BenchDocument, { texts, rows }: BenchData): Definition {
  const { padding, picture, table, everywhere } = document;
  const [top, right, bottom, left] = padding.map((side) => side * POINTS);
  const head = everywhere.filter((box) => box.top < 100);
  const foot = everywhere.filter((box) => box.top >= 100);
  return {
    pageSize: "A4",
    pageMargins: [
      left ?? 0,
      table === undefined ? (top ?? 0) : table.top * POINTS,
      right ?? 0,
      bottom ?? 0,
    ],
    defaultStyle: { font: "Roboto", fontSize: 8, color: "#222222" },
    header: () => head.map((box) => positionedText(box, box.content)),
    footer: (currentPage: number, totalPages: number) =>
      foot.map((box) => {
        const content = box.content.replace("{currentPage}", `${currentPage}`);
        return {
          text: content.replace("{totalPages}", `${totalPages}`),
          fontSize: box.size,
          alignment: box.alignment,
          margin: [0, 10, 40, 0],
        };
      }),
    content: [
      ...(picture === undefined
        ? []
        : [
            {
              image: LOGO_URI,
              fit: [picture.width * POINTS, picture.height * POINTS] as [number, number],
              absolutePosition: { x: picture.left * POINTS, y: picture.top * POINTS },
            },
          ]),
      ...document.texts.map((box) => positionedText(box, texts[box.name] ?? "")),
      ...(table === undefined
        ? []
        : [
            {
              layout: {
                hLineWidth: () => 0.3,
                vLineWidth: () => 0,
                paddingTop: () => PADDING.y,
                paddingBottom: () => PADDING.y,
                paddingLeft: () => PADDING.x,
                paddingRight: () => PADDING.x,
                fillColor: (row: number) =>
                  row === 0 ? "#2980ba" : row % 2 === 1 ? "#f2f6fa" : null,
              },
              table: {
                headerRows: 1,
                widths: table.columns.map(
                  ({ percent }) => (table.width * POINTS * percent) / 100 - 2 * PADDING.x,
                ),
                body: [
                  table.columns.map(({ heading, alignment }) => ({
                    text: heading,
                    alignment,
                    color: "#ffffff",
                  })),
                  ...rows.map((cells) =>
                    cells.map((text, index) => ({
                      text,
                      alignment: table.columns[index]?.alignment ?? "left",
                    })),
                  ),
                ],
              },
            },
          ]),
    ],
  };
}

function positionedText(box: TextBox, text: string) {
  const { left, top, width, size, alignment } = box;
  return {
    absolutePosition: { x: left * POINTS, y: top * POINTS },
    columns: [{ width: width * POINTS, text, fontSize: size, alignment }],
  };
}

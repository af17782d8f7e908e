import PdfKit from "pdfkit";

import { LOGO, ROBOTO } from "../assets.ts";
import type { BenchData, BenchDocument, TableBox, TextBox } from "../documents.ts";
import { type Engine, pick } from "./engine.ts";

const POINTS = 72 / 25.4;
const PADDING = { x: 1.5 * POINTS, y: 1.6 * POINTS };

/** pdfkit; its tables are drawn cell by cell. */
export const engine: Engine = {
  open: async (document, data) => {
    if (document.base === "pdf") throw new Error("pdfkit does not support base PDFs");
    return (number) => draw(document, pick(data, number));
  },
};

function draw(document: BenchDocument, data: BenchData): Promise<Uint8Array> {
  const pdf = new PdfKit({ size: "A4", margin: 0, bufferPages: true });
  const bytes = new Promise<Uint8Array>((resolve) => {
    const parts: Array<Buffer> = [];
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
  });
  pdf.registerFont("text", ROBOTO).font("text");
  const { picture, table, texts, everywhere } = document;
  if (picture !== undefined) {
    pdf.image(Buffer.from(LOGO), picture.left * POINTS, picture.top * POINTS, {
      fit: [picture.width * POINTS, picture.height * POINTS],
    });
  }
  for (const box of texts) drawText(pdf, box, data.texts[box.name] ?? "");
  if (table !== undefined) drawTable(pdf, table, data.rows, document.padding[2]);
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; everywhere.length > 0 && page < count; page++) {
    pdf.switchToPage(page);
    for (const box of everywhere) {
      const content = box.content.replace("{currentPage}", `${page + 1}`);
      drawText(pdf, box, content.replace("{totalPages}", `${count}`));
    }
  }
  pdf.end();
  return bytes;
}

function drawText(pdf: PDFKit.PDFDocument, box: TextBox, text: string): void {
  const width = box.width * POINTS;
  pdf.fontSize(box.size).fillColor("#222222");
  pdf.text(text, box.left * POINTS, box.top * POINTS, { width, align: box.alignment });
}

function drawTable(
  pdf: PDFKit.PDFDocument,
  table: TableBox,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  paddingBottom: number,
): void {
  const bottom = (297 - paddingBottom) * POINTS;
  let y = table.top * POINTS;
  const drawRow = (cells: ReadonlyArray<string>, fill: string | undefined, ink: string) => {
    const widths = table.columns.map(({ percent }) => (table.width * POINTS * percent) / 100);
    const heights = cells.map((cell, index) =>
      pdf.heightOfString(cell, { width: (widths[index] ?? 0) - 2 * PADDING.x }),
    );
    const height = Math.max(...heights) + 2 * PADDING.y;
    if (y + height > bottom) {
      pdf.addPage();
      y = table.top * POINTS;
      drawHead();
    }
    let x = table.left * POINTS;
    if (fill !== undefined) pdf.rect(x, y, table.width * POINTS, height).fill(fill);
    pdf.fillColor(ink);
    cells.forEach((cell, index) => {
      const width = widths[index] ?? 0;
      const align = table.columns[index]?.alignment ?? "left";
      pdf.text(cell, x + PADDING.x, y + PADDING.y, { width: width - 2 * PADDING.x, align });
      x += width;
    });
    y += height;
  };
  const drawHead = () =>
    drawRow(
      table.columns.map(({ heading }) => heading),
      "#2980ba",
      "#ffffff",
    );
  pdf.fontSize(8);
  drawHead();
  rows.forEach((cells, index) =>
    drawRow(cells, index % 2 === 0 ? "#f2f6fa" : undefined, "#222222"),
  );
}

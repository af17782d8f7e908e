import { dataUri } from "../../../packages/pdf/testing/fixtures.ts";
import { basePdf } from "./assets.ts";
import type { BenchDocument, Box, TableBox, TextBox } from "./documents.ts";

const geometry = ({ left, top, width, height }: Box) => ({
  position: { x: left, y: top },
  width,
  height,
  rotate: 0,
  opacity: 1,
});

const textField = (box: TextBox) => ({
  ...geometry(box),
  name: box.name,
  type: "text",
  content: "",
  alignment: box.alignment,
  fontSize: box.size,
  verticalAlignment: "top",
  lineHeight: 1.2,
  characterSpacing: 0,
  fontColor: "#222222",
  backgroundColor: "",
  strikethrough: false,
  underline: false,
});

const cells = (
  fontColor: string,
  backgroundColor: string,
  borderColor: string,
  bottom: number,
) => ({
  fontSize: 8,
  characterSpacing: 0,
  alignment: "left",
  verticalAlignment: "middle",
  lineHeight: 1,
  fontColor,
  backgroundColor,
  borderColor,
  borderWidth: { top: 0, right: 0, bottom, left: 0 },
  padding: { top: 1.6, right: 1.5, bottom: 1.6, left: 1.5 },
});

const tableField = (box: TableBox) => ({
  ...geometry(box),
  name: "rows",
  type: "table",
  content: "[]",
  showHead: true,
  repeatHead: true,
  head: box.columns.map(({ heading }) => heading),
  headWidthPercentages: box.columns.map(({ percent }) => percent),
  tableStyles: { borderWidth: 0.2, borderColor: "#888888" },
  headStyles: cells("#ffffff", "#2980ba", "#2980ba", 0),
  bodyStyles: { ...cells("#222222", "", "#cccccc", 0.1), alternateBackgroundColor: "#f2f6fa" },
  columnStyles: {
    alignment: Object.fromEntries(box.columns.map(({ alignment }, index) => [index, alignment])),
  },
});

/** A document as a pdfme template, which is also the format of Paraph's layouts. */
export async function pdfmeTemplate(document: BenchDocument) {
  const { base, padding, texts, picture, table, everywhere } = document;
  const pages = Array.from({ length: base === "pdf" ? 4 : 1 }, (_, page) => [
    ...texts.filter((box) => box.page === page).map(textField),
    ...(picture?.page === page
      ? [{ ...geometry(picture), name: "logo", type: "image", content: "" }]
      : []),
    ...(table?.page === page ? [tableField(table)] : []),
  ]);
  const staticSchema = everywhere.map(({ content, ...box }) => ({
    ...textField(box),
    readOnly: true,
    content,
  }));
  return {
    basePdf:
      base === "pdf"
        ? dataUri(await basePdf(), "application/pdf")
        : { width: 210, height: 297, padding, staticSchema },
    schemas: pages,
  };
}

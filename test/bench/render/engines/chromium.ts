import { chromium } from "playwright-core";

import { LOGO_URI } from "../assets.ts";
import type { BenchData, BenchDocument, Box } from "../documents.ts";
import { type Engine, pick } from "./engine.ts";
import { cpuOfDescendants } from "./process_tree.ts";

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const page = await browser.newPage();

/**
 * A warm Chromium: one page of one browser, whose content is set and printed, in a system font, so that no
 * font is loaded.
 */
export const engine: Engine = {
  open: async (document, data) => {
    if (document.base === "pdf") throw new Error("Chromium does not support base PDFs");
    const contents = data.map((each) => html(document, each));
    const [top, right, bottom, left] = document.padding.map((side) => `${side}mm`);
    const pageNumberBox = document.everywhere.find(({ content }) =>
      content.includes("{currentPage}"),
    );
    const [footerTemplate, headerTemplate] = [
      `<div style="font-size:8pt;width:100%;text-align:right;padding-right:15mm">${(pageNumberBox?.content ?? "").replace("{currentPage}", '<span class="pageNumber"></span>').replace("{totalPages}", '<span class="totalPages"></span>')}</div>`,
      `<div style="font-size:10pt;padding-left:15mm">${document.everywhere[0]?.content ?? ""}</div>`,
    ];
    const isNumbered = pageNumberBox !== undefined;
    return async (number) => {
      await page.setContent(pick(contents, number));
      return page.pdf({
        format: "A4",
        printBackground: true,
        displayHeaderFooter: isNumbered,
        ...(isNumbered ? { footerTemplate, headerTemplate } : {}),
        margin: isNumbered
          ? { top: top ?? "0", right: right ?? "0", bottom: bottom ?? "0", left: left ?? "0" }
          : { top: "0", right: "0", bottom: "0", left: "0" },
      });
    };
  },
  outsideCpu: () => cpuOfDescendants(process.pid),
  close: () => browser.close(),
};

const boxStyle = ({ left, top, width, height }: Box) =>
  `position:absolute;left:${left}mm;top:${top}mm;width:${width}mm;height:${height}mm`;
const escapeHtml = (text: string) =>
  text.replace(/[&<]/g, (char) => (char === "&" ? "&amp;" : "&lt;")).replaceAll("\n", "<br>");

function html(document: BenchDocument, { texts, rows }: BenchData): string {
  const { picture, table } = document;
  const isFlowing = document.everywhere.length > 0;
  const cells = (kind: string, row: ReadonlyArray<string>) =>
    `<tr>${row.map((cell, column) => `<${kind} class=${table?.columns[column]?.alignment ?? "left"}>${escapeHtml(cell)}</${kind}>`).join("")}</tr>`;
  const place =
    isFlowing || table === undefined
      ? "width:180mm"
      : `position:absolute;left:${table.left}mm;top:${table.top}mm;width:${table.width}mm`;
  return `<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:8pt sans-serif;color:#222}
table{border-collapse:collapse;table-layout:fixed;${place}}th{background:#2980ba;color:#fff;font-weight:400}
td,th{padding:1.6mm 1.5mm;border-bottom:.1mm solid #ccc}tr:nth-child(odd) td{background:#f2f6fa}
.left{text-align:left}.right{text-align:right}.center{text-align:center}</style>
${picture === undefined ? "" : `<img style="${boxStyle(picture)};object-fit:contain" src="${LOGO_URI}">`}
${document.texts.map((box) => `<div class=${box.alignment} style="${boxStyle(box)};font-size:${box.size}pt">${escapeHtml(texts[box.name] ?? "")}</div>`).join("")}
${
  table === undefined
    ? ""
    : `<table><colgroup>${table.columns.map(({ percent }) => `<col style="width:${percent}%">`).join("")}</colgroup><thead>${cells(
        "th",
        table.columns.map(({ heading }) => heading),
      )}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table>`
}`;
}

import { h } from "../../../../ui/browser/dom.ts";
import { isRecord } from "../../../../ui/browser/is_record.ts";
import type { UIRenderProps } from "../plugin.ts";
import { applyTextStyle, numberOr } from "./text_drawing.ts";

type Settings = Readonly<Record<string, unknown>>;

/** Draws a table with its head and rows. */
export function drawTable({ rootElement, schema, value }: UIRenderProps): void {
  const head = textsOf(schema["head"]);
  const rows = rowsOf(value);
  const shares = Array.isArray(schema["headWidthPercentages"])
    ? schema["headWidthPercentages"]
    : [];
  const columns = shares.map((share: unknown) => {
    const column = h("col");
    column.style.width = `${numberOr(share, 0)}%`;
    return column;
  });
  const table = h("table", { class: "drawn-table" }, h("colgroup", {}, ...columns));
  if (schema["showHead"] !== false && head.length > 0) {
    table.append(h("thead", {}, rowOf(head, "th", settingsOf(schema["headStyles"]), schema)));
  }
  const body = settingsOf(schema["bodyStyles"]);
  const other = {
    ...body,
    backgroundColor: body["alternateBackgroundColor"] || body["backgroundColor"],
  };
  table.append(
    h(
      "tbody",
      {},
      ...rows.map((cells, index) => rowOf(cells, "td", index % 2 === 1 ? other : body, schema)),
    ),
  );
  if (schema["direction"] === "rtl") table.dir = "rtl";
  const frame = settingsOf(schema["tableStyles"]);
  const width = numberOr(frame["borderWidth"], 0);
  if (width > 0) table.style.outline = `${width}mm solid ${String(frame["borderColor"])}`;
  rootElement.replaceChildren(table);
}

function rowOf(
  cells: ReadonlyArray<string>,
  tag: "td" | "th",
  style: Settings,
  { columnStyles }: Settings,
): HTMLElement {
  const alignments = settingsOf(settingsOf(columnStyles)["alignment"]);
  return h(
    "tr",
    {},
    ...cells.map((text, column) => {
      // Documents print cells in the direction of their text, too.
      const cell = h(tag, { dir: "auto" }, text);
      const alignment = alignments[String(column)];
      applyTextStyle(cell, alignment === undefined ? style : { ...style, alignment });
      const { verticalAlignment } = style;
      cell.style.verticalAlign =
        typeof verticalAlignment === "string" ? verticalAlignment : "middle";
      return cell;
    }),
  );
}

function settingsOf(value: unknown): Settings {
  return isRecord(value) ? value : {};
}

function textsOf(value: unknown): ReadonlyArray<string> {
  return Array.isArray(value) ? value.map((each) => String(each)) : [];
}

function rowsOf(value: string): ReadonlyArray<ReadonlyArray<string>> {
  try {
    const rows: unknown = JSON.parse(value);
    return Array.isArray(rows) ? rows.map(textsOf) : [];
  } catch {
    return [];
  }
}

import { type BarcodeType, columnExpression, TotalFunction } from "@paraph/core/layouts";
import type { ItemField, LoopDefinition } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { columnsOf } from "./binding.ts";
import type { DesignField } from "./design.ts";
import { completeTable, listOf, styleOf } from "./table.ts";

/** What the cells of a column show. */
export type ColumnContent = "text" | "richText" | "image" | BarcodeType;

/** A cell that spans columns to its right. */
interface ColumnSpan {
  /** The condition on the row. */
  readonly when: string;
  /** How many columns; undefined for all. */
  readonly columns: number | undefined;
}

/** The settings of a column. */
export interface ColumnSettings {
  /** The key of an item field, or an expression in braces. */
  readonly source: string;
  readonly heading: string;
  readonly alignment: string;
  /** Empty for that of the data. */
  readonly format: string;
  readonly content: ColumnContent;
  /** The height of pictures in millimetres. */
  readonly height: number;
  /** The alternative text of pictures. */
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly total: TotalFunction | "";
  /** Whether cells with the same value are one. */
  readonly isJoined: boolean;
  readonly span: ColumnSpan | undefined;
}

const DEFAULT_HEIGHT = 12;

/** The item field of a column; undefined for an expression. */
export function itemOfColumn(loop: LoopDefinition, column: string): ItemField | undefined {
  return loop.itemFields.find(({ key }) => key === column);
}

/** Reads the settings of the column at a position. */
export function columnSettings(
  field: DesignField,
  loop: LoopDefinition,
  position: number,
): ColumnSettings {
  const source = columnsOf(field, loop)[position] ?? "";
  const isOwn = ownNames(source, position);
  const own = (record: unknown): unknown =>
    Object.entries(isRecord(record) ? record : {}).find(([name]) => isOwn(name))?.[1];
  const ownCell = own(field["cells"]);
  const cell = isRecord(ownCell) ? ownCell : undefined;
  const total = own(isRecord(field["totals"]) ? field["totals"]["columns"] : {});
  const span = listOf(field["columnSpans"]).filter(isRecord).find(isOwnSpan(isOwn));
  const head = listOf(field["head"])[position];
  return {
    source,
    heading: textOf(head),
    alignment: textOf(styleOf(field, "alignment")[String(position)]) || "left",
    format: textOf(styleOf(field, "format")[String(position)]),
    content: contentOf(cell),
    height: typeof cell?.["height"] === "number" ? cell["height"] : DEFAULT_HEIGHT,
    alt: textOf(cell?.["alt"]),
    isDecorative: cell?.["decorative"] === true,
    total: TotalFunction.literals.find((each) => each === total) ?? "",
    isJoined: listOf(field["rowSpans"]).filter(isRecord).some(isOwnSpan(isOwn)),
    span: span && {
      when: textOf(span["when"]),
      columns: typeof span["columns"] === "number" ? span["columns"] : undefined,
    },
  };
}

/** Sets the settings of the column at a position. What it does not know of them stays. */
export function withColumnSettings(
  field: DesignField,
  loop: LoopDefinition,
  position: number,
  settings: ColumnSettings,
  totalLabel: string,
): DesignField {
  const columns = columnsOf(field, loop);
  const before = columns[position] ?? "";
  const isOwn = ownNames(before, position);
  const name = columnExpression(settings.source) === undefined ? settings.source : String(position);
  const put = (record: unknown, value: unknown) => {
    const others = Object.entries(isRecord(record) ? record : {}).filter(([key]) => !isOwn(key));
    return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
  };
  const others = (list: unknown) =>
    listOf(list).filter((span) => !(isRecord(span) && isOwnSpan(isOwn)(span)));
  const own = (list: unknown) => listOf(list).filter(isRecord).find(isOwnSpan(isOwn));
  const alignment = { ...styleOf(field, "alignment"), [String(position)]: settings.alignment };
  const cells = put(field["cells"], cellOf(settings, field, isOwn));
  const totals = isRecord(field["totals"]) ? field["totals"] : { label: totalLabel };
  const totalColumns = put(totals["columns"], settings.total === "" ? undefined : settings.total);
  const { span, isJoined, format } = settings;
  const { [String(position)]: _format, ...otherFormats } = styleOf(field, "format");
  const formats = format === "" ? otherFormats : { ...otherFormats, [String(position)]: format };
  const { columns: _columns, ...spanBefore } = own(field["columnSpans"]) ?? {};
  const spans = span && {
    ...spanBefore,
    when: span.when,
    column: name,
    ...(span.columns === undefined ? {} : { columns: span.columns }),
  };
  const joined = isJoined ? { ...own(field["rowSpans"]), column: name } : undefined;
  const { format: _formats, ...styles } = isRecord(field["columnStyles"])
    ? field["columnStyles"]
    : {};
  return withoutEmpty(
    completeTable({
      ...field,
      columns: columns.map((column, index) => (index === position ? settings.source : column)),
      head: columns.map((_, index) =>
        index === position ? settings.heading : (listOf(field["head"])[index] ?? ""),
      ),
      columnStyles: {
        ...styles,
        alignment,
        ...(Object.keys(formats).length === 0 ? {} : { format: formats }),
      },
      cells,
      columnSpans: [...others(field["columnSpans"]), ...(spans === undefined ? [] : [spans])],
      rowSpans: [...others(field["rowSpans"]), ...(joined === undefined ? [] : [joined])],
      totals: Object.keys(totalColumns).length === 0 ? null : { ...totals, columns: totalColumns },
    }),
  );
}

/** Optional settings that say nothing are left out. */
function withoutEmpty(field: DesignField): DesignField {
  const isEmpty = (value: unknown) =>
    value === null ||
    (Array.isArray(value)
      ? value.length === 0
      : isRecord(value) && Object.keys(value).length === 0);
  const optional = new Set(["cells", "columnSpans", "rowSpans", "totals"]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without optional settings
  return Object.fromEntries(
    Object.entries(field).filter(([name, value]) => !optional.has(name) || !isEmpty(value)),
  ) as DesignField;
}

/** Whether a name means a column: its item field, or its position. */
function ownNames(source: string, position: number): (name: string) => boolean {
  return (name) => name === source || name === String(position);
}

function isOwnSpan(isOwn: (name: string) => boolean) {
  return ({ column }: Readonly<Record<string, unknown>>) => isOwn(textOf(column));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function contentOf(cell: Readonly<Record<string, unknown>> | undefined): ColumnContent {
  if (cell === undefined) return "text";
  if (cell["type"] === "text") return cell["richText"] === true ? "richText" : "text";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other types of cells
  return cell["type"] as ColumnContent;
}

function cellOf(
  { content, height, alt, isDecorative }: ColumnSettings,
  { cells }: DesignField,
  isOwn: (name: string) => boolean,
): Readonly<Record<string, unknown>> | undefined {
  if (content === "text") return undefined;
  if (content === "richText") return { type: "text", richText: true };
  const own = Object.entries(isRecord(cells) ? cells : {}).find(([name]) => isOwn(name))?.[1];
  const same = isRecord(own) && own["type"] === content ? own : {};
  const { alt: _alt, decorative: _decorative, ...kept } = same;
  const text = alt === "" ? {} : { alt };
  return { ...kept, type: content, height, ...(isDecorative ? { decorative: true } : text) };
}

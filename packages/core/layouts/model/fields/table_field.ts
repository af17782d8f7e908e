import { Schema } from "effect";

import { characters, maxCharacters } from "../../../values/mod.ts";
import { commonSettings, Condition, Content, Name } from "./common_settings.ts";
import { Alignment, Length, MaybeColour, setting, TextStyleSettings } from "./field_style.ts";
import { TableCell } from "./table_cell.ts";

/** A key or an expression, with its format. */
const Column = Schema.String.check(maxCharacters(1_100));
const Format = Schema.String.check(characters(1, 60));

export const CellStyle = Schema.Struct({
  ...TextStyleSettings,
  alternateBackgroundColor: setting(MaybeColour, "The background of every other row."),
});
export type CellStyle = typeof CellStyle.Type;

/** How the values of a column become one. */
export const TotalFunction = Schema.Literals(["sum", "count", "min", "max", "avg"]);
export type TotalFunction = typeof TotalFunction.Type;

/** The totals below the rows of a table. */
export const TableTotals = Schema.Struct({
  label: setting(Content, "The text before the first total; may have placeholders."),
  columns: Schema.Record(Schema.String, TotalFunction).annotateKey({
    description: 'The aggregation of columns, by item field or by position: "0", "1" and so on.',
  }),
  styles: setting(CellStyle, "By default the style of body cells in bold."),
});
export type TableTotals = typeof TableTotals.Type;

/** How deep groups can be nested. */
export const MAX_GROUP_LEVELS = 5;

/** The rows with the same value, below a heading and above their totals. */
export const TableGroup = Schema.Struct({
  by: Column.annotateKey({
    description: "An item field, or an expression on the row, whose value the rows share.",
  }),
  header: setting(
    Content,
    "The text above the rows of a group. Expressions have `group`, its rows, and `row`, the first of them.",
  ),
  continued: setting(
    Content,
    "A header at the start of a page that continues the group, such as {= row.name } (continued); by default none.",
  ),
  headerStyles: setting(
    CellStyle,
    "The style of the header, by default that of body cells in bold.",
  ),
  totals: setting(TableTotals, "The totals below the rows of a group."),
  restartRunning: setting(Schema.Boolean, "Whether running totals start again with each group."),
});
export type TableGroup = typeof TableGroup.Type;

/** The sums up to a page break, at the end of a page and at the start of the next one. */
export const CarryOver = Schema.Struct({
  columns: Schema.Array(Name)
    .check(Schema.isBetweenLength(1, 100))
    .annotateKey({
      description: 'The columns to carry over, by item field or by position: "0", "1" and so on.',
    }),
  broughtForward: setting(Content, "The label at the start of a page; may have placeholders."),
  carriedForward: setting(Content, "The label at the end of a page; may have placeholders."),
  styles: setting(CellStyle, "By default the style of body cells in bold."),
});
export type CarryOver = typeof CarryOver.Type;

/** A style of rows for which a condition is true, or of some of their cells. */
export const ConditionalStyle = Schema.Struct({
  when: setting(Condition, "An expression on the row, such as row.amount < 0; by default true."),
  columns: setting(
    Schema.Array(Name).check(Schema.isBetweenLength(1, 100)),
    "The columns whose cells have the style, by item field or by position; by default all.",
  ),
  styles: CellStyle.annotateKey({ description: "The settings that differ from `bodyStyles`." }),
});
export type ConditionalStyle = typeof ConditionalStyle.Type;

/** A cell of the head or the foot, which can span columns and rows. */
const TextCell = Schema.Struct({
  text: Content.annotateKey({ description: "The text; may have placeholders." }),
  columns: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
    "How many columns it spans, by default 1.",
  ),
  rows: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 11 })),
    "How many rows it spans, by default 1. A title can span `head` as well, whose title there is empty.",
  ),
});
const TextRows = Schema.Array(Schema.Array(TextCell).check(Schema.isBetweenLength(1, 100))).check(
  Schema.isBetweenLength(1, 10),
);

/** Cells that span columns to their right in some rows. */
export const ColumnSpan = Schema.Struct({
  when: Condition.annotateKey({
    description: 'An expression on the row, such as row.kind == "break".',
  }),
  column: Name.annotateKey({
    description: "The column whose cell spans the others, by item field or by position.",
  }),
  columns: setting(
    Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 100 })),
    "How many columns it spans; by default all to its right.",
  ),
});
export type ColumnSpan = typeof ColumnSpan.Type;

/** Cells of consecutive rows that are one cell. */
export const RowSpan = Schema.Struct({
  column: Name.annotateKey({ description: "A column, by item field or by position." }),
  by: setting(
    Column,
    "An item field, or an expression on the row: rows with the same value share a cell. By default the text of the cell.",
  ),
});
export type RowSpan = typeof RowSpan.Type;

/** In millimetres, or by the content. */
const ColumnWidth = Schema.Union([
  Schema.Literal("auto"),
  Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 5000 })),
]);

/** Rows under a head that is repeated on every page. */
export const TableField = Schema.Struct({
  ...commonSettings,
  type: Schema.Literal("table"),
  content: setting(Content, "Static content."),
  showHead: setting(Schema.Boolean, "Whether the table has a head."),
  repeatHead: setting(Schema.Boolean, "Whether the head is repeated on every page."),
  head: setting(
    Schema.Array(Content).check(Schema.isBetweenLength(1, 100)),
    "The titles of the columns.",
  ),
  direction: setting(
    Schema.Literals(["ltr", "rtl"]),
    "Where the first column is: at the left (ltr, default) or at the right (rtl).",
  ),
  headRows: setting(TextRows, "Rows of titles above `head`, which can span columns and rows."),
  columnWidths: setting(
    Schema.Array(ColumnWidth).check(Schema.isBetweenLength(1, 100)),
    "The widths of the columns in millimetres, or auto for the width of their content.",
  ),
  headWidthPercentages: setting(
    Schema.Array(Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 100 }))).check(
      Schema.isBetweenLength(1, 100),
    ),
    "The widths of the columns, in percent of the table.",
  ),
  tableStyles: setting(
    Schema.Struct({
      borderColor: setting(MaybeColour, "The colour of the border."),
      borderWidth: setting(Length, "In millimetres."),
    }),
    "The border around the table.",
  ),
  headStyles: setting(CellStyle, "The style of the head."),
  bodyStyles: setting(CellStyle, "The style of the rows."),
  columnStyles: setting(
    Schema.Struct({
      alignment: setting(Schema.Record(Schema.String, Alignment), "Horizontal alignment."),
      format: setting(
        Schema.Record(Schema.String, Format),
        "Formats instead of those of the manifest, such as currency:EUR@de-DE or date:long.",
      ),
    }),
    'Settings of columns by position: "0", "1" and so on.',
  ),
  columns: setting(
    Schema.Array(Column).check(Schema.isBetweenLength(1, 100)),
    "Item fields, and expressions on the row: {= row.price * row.quantity }.",
  ),
  cells: setting(
    Schema.Record(Schema.String, TableCell),
    "Columns with images, barcodes or rich text, by item field or by position.",
  ),
  totals: setting(TableTotals, "The totals below the rows."),
  groupBy: setting(
    Schema.Array(TableGroup).check(Schema.isBetweenLength(1, MAX_GROUP_LEVELS)),
    "Groups of rows, from the outermost. Groups are in the order of their first rows.",
  ),
  alternateBy: setting(
    Schema.Literals(["row", "group"]),
    "Whether bodyStyles.alternateBackgroundColor is for every other row (default) or every other innermost group.",
  ),
  footRows: setting(
    TextRows,
    "Rows below the rows and the totals, with texts that can span columns and rows.",
  ),
  footStyles: setting(CellStyle, "The style of `footRows`, by default that of body cells in bold."),
  columnSpans: setting(
    Schema.Array(ColumnSpan).check(Schema.isMaxLength(50)),
    "Cells of rows for which a condition is true that span columns. Columns that they cover print nothing there.",
  ),
  rowSpans: setting(
    Schema.Array(RowSpan).check(Schema.isMaxLength(100)),
    "Columns in which cells with the same value in consecutive rows of a group are one cell.",
  ),
  pageTotals: setting(
    TableTotals,
    "The totals of the rows of each page, at its end, if the table has several pages.",
  ),
  carryOver: setting(CarryOver, "Sums that are carried over page breaks."),
  conditionalStyles: setting(
    Schema.Array(ConditionalStyle).check(Schema.isMaxLength(50)),
    "Styles of rows and cells by condition. Later ones override earlier ones.",
  ),
});
export type TableField = typeof TableField.Type;

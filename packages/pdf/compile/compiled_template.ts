import type { Einvoice } from "@paraph/core/einvoices";
import type { Code } from "@paraph/core/expressions";
import type {
  Alignment,
  BarcodeField,
  FormFieldSettings,
  LayoutField,
  LineField,
  ListField,
  MarkField,
  MultiVariableTextField,
  PageCounter,
  SectionField,
  ShapeField,
  SigningField,
  Standards,
  SvgField,
  TableCell,
  TableField,
  TextField,
  TotalFunction,
} from "@paraph/core/layouts";
import type { PrintFormat } from "@paraph/core/manifests";

import type { CompiledPdfs } from "../added/compiled_pdf.ts";
import type { TemplateFont } from "../fonts/template_font.ts";
import type { PreparedImage } from "../images/prepared_image.ts";
import type { PreparedBase } from "../read/prepared_base.ts";
import type { RichParagraphs } from "../rich/markdown.ts";
import type { Mark } from "../text/mark.ts";
import type { AttachedFile } from "../write/attachments.ts";
import type { CompiledConditions } from "./compiled_conditions.ts";

/** A template version, completely resolved, parsed and checked: plain data that can be stored. */
export interface CompiledTemplate {
  readonly title: string;
  /** What the layout says about the documents. */
  readonly information?: CompiledInformation;
  /** The files in the documents. */
  readonly attachments?: ReadonlyArray<CompiledAttachment>;
  /** BCP 47. */
  readonly language: string;
  /** The languages of fields and of spans that have one of their own. */
  readonly fieldLanguages?: ReadonlyArray<string>;
  /** The standards that the documents conform to. */
  readonly standards: Standards;
  /** The electronic invoice that is attached to the documents. */
  readonly einvoice: Einvoice | undefined;
  readonly typography: Typography;
  /** Whether a section has page numbers in Roman numerals. */
  readonly hasRomanNumbers?: boolean;
  /** Whether the documents have a structure for screen readers. */
  readonly isTagged: boolean;
  readonly base: BlankBase | PdfBase;
  /** The blank pages of those with settings of their own, by position. */
  readonly ownBases?: ReadonlyArray<BlankBase | undefined>;
  /** The PDFs in front of the drawn pages and behind them. */
  readonly added?: CompiledPdfs;
  /** Whether the PDFs have no bookmarks, because the layout says so. */
  readonly hidesBookmarks?: boolean;
  readonly hasBarcodes: boolean;
  /** Whether a field is drawn as SVG. */
  readonly hasDrawings: boolean;
  /** The fonts of the project. Fields have their keys in place of their names. */
  readonly fonts: ReadonlyArray<TemplateFont>;
  /** Whether a field parses a value of the data as rich text. */
  readonly parsesData: boolean;
  /** Whether links lead to headings, which may also be bookmarks in the outline; undefined for neither. */
  readonly headings?: HeadingUse;
  /** The fields and sections of each page, back to front. */
  readonly pages: ReadonlyArray<ReadonlyArray<CompiledItem>>;
}

/** Texts about a document. Its title takes precedence over that of the template. */
export interface CompiledInformation {
  readonly title?: CompiledText;
  readonly author?: CompiledText;
  readonly subject?: CompiledText;
  readonly keywords: ReadonlyArray<CompiledText>;
}

export type HeadingUse = "links" | "bookmarks";

/** A field, or fields that are repeated or shown together. */
export type CompiledItem = CompiledField | CompiledSection;

/** A section. Its fields have their left edge on the page, and their top in the section. */
export interface CompiledSection {
  readonly path: string;
  readonly section: Omit<SectionField, "fields">;
  /** The path of the loop whose rows it repeats, such as `customers.orders`. */
  readonly loop?: string;
  readonly conditions?: CompiledConditions;
  readonly items: ReadonlyArray<CompiledItem>;
}

/** The settings of text that fields can override. */
export interface Typography {
  readonly kerning: boolean;
  /** Undefined if justified text in a declared language is hyphenated. */
  readonly hyphenate: boolean | undefined;
  readonly smartQuotes: boolean;
  readonly cjkSpacing: boolean;
  readonly opticalMargins: boolean;
  /** Whether the layout or a format declares the language. */
  readonly isLanguageDeclared: boolean;
  /** Whether any text is hyphenated, so that rendering needs the patterns of the language. */
  readonly needsPatterns: boolean;
  /** Whether a character that no font has fails a render. */
  readonly failsOnMissingGlyph: boolean;
}

/** A blank page in millimetres, its padding in CSS order, and the fields that every page shows. */
export interface BlankBase {
  readonly kind: "blank";
  readonly width: number;
  readonly height: number;
  readonly padding: readonly [number, number, number, number];
  readonly everywhere: ReadonlyArray<CompiledField>;
}

/** A base PDF, parsed. */
export interface PdfBase extends PreparedBase {
  readonly kind: "pdf";
}

/** A field's box and settings, without its content, and the source of the content. */
export interface CompiledField {
  /** Its path in the layout. */
  readonly path: string;
  readonly field: LayoutField;
  readonly filler: Filler;
  /** The alternative text of a picture. */
  readonly alt?: CompiledText;
  /** The conditions of the field that are expressions; the others are keys in its settings. */
  readonly conditions?: CompiledConditions;
  readonly anchor?: CompiledText;
  /** Only for a form field. */
  readonly form?: CompiledForm;
  /** The link of its box. */
  readonly link?: CompiledLink;
}

/** How a field is a form field of the PDF. */
export interface CompiledForm extends FormFieldSettings {
  readonly label: string;
}

/** A file in the documents. Without text, a document does not have it. */
export interface CompiledAttachment extends Pick<AttachedFile, "mediaType" | "relationship"> {
  readonly name: CompiledText;
  readonly content: CompiledText;
  readonly description: CompiledText;
}

/** The source of a field's content. */
export type Filler =
  | {
      readonly kind: "text";
      readonly field: TextField | MultiVariableTextField;
      readonly text: CompiledText;
    }
  | {
      readonly kind: "rich";
      readonly field: TextField | MultiVariableTextField;
      readonly source: RichSource;
    }
  | { readonly kind: "list"; readonly field: ListField; readonly items: CompiledItems }
  | { readonly kind: "contents"; readonly field: ListField }
  | CompiledTable
  /** The value is the text that the field starts with. */
  | { readonly kind: "signing"; readonly field: SigningField; readonly value?: CompiledText }
  | { readonly kind: "image"; readonly key: string; readonly image: PreparedImage | FromData }
  | {
      readonly kind: "drawing";
      readonly field: SvgField | LineField | ShapeField | MarkField;
      readonly value: string | FromData;
    }
  | { readonly kind: "barcode"; readonly field: BarcodeField; readonly text: CompiledText };

/** The unformatted value of a variable. */
export interface FromData {
  readonly variable: string;
}

/** Rich text of the template, or a value of the data that is parsed as rich text. */
export type RichSource =
  | { readonly kind: "template"; readonly paragraphs: RichParagraphs<CompiledText> }
  | { readonly kind: "data"; readonly value: PrintedKey };

/** Text in pieces; values are filled in from the data. */
export type CompiledText = ReadonlyArray<CompiledPart>;

/** A piece of text: fixed, a value of the data, an expression, a footnote, or a page number. */
export type CompiledPart =
  | { readonly kind: "text"; readonly text: string; readonly emphasis: Emphasis }
  | ({ readonly kind: "value"; readonly emphasis: Emphasis } & PrintedKey)
  | ({ readonly kind: "expression"; readonly emphasis: Emphasis } & PrintedExpression)
  | { readonly kind: "note"; readonly text: CompiledText; readonly emphasis: Emphasis }
  | { readonly kind: "page"; readonly which: PageCounter; readonly emphasis: Emphasis }
  | {
      readonly kind: "page";
      readonly which: "pageOf";
      /** A link to the anchor. */
      readonly link: CompiledLink;
      readonly emphasis: Emphasis;
    };

export interface Emphasis {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mark?: Mark;
  readonly link?: CompiledLink;
}

/** The target of a link in pieces: fixed ones, values of the data, and expressions. */
export type CompiledLink = ReadonlyArray<string | PrintedKey | PrintedExpression>;

/** A variable or an item field, and the format of its values. */
export interface PrintedKey {
  readonly key: string;
  readonly format: PrintFormat;
}

/** An expression, and the format of its value. */
export interface PrintedExpression {
  readonly code: Code;
  readonly format: PrintFormat;
  /** The addends of its running totals, in a column of a table. */
  readonly running?: ReadonlyArray<Code>;
}

/** The items of a list: one for each row of a loop, one for each line of a value, or fixed ones. */
export type CompiledItems =
  | { readonly kind: "loop"; readonly key: string; readonly parts: ReadonlyArray<PrintedKey> }
  | { readonly kind: "lines"; readonly value: PrintedKey }
  | { readonly kind: "fixed"; readonly items: ReadonlyArray<CompiledText> };

/** A table's head, its columns, and the source of its rows. */
export interface CompiledTable {
  readonly kind: "table";
  readonly field: TableField;
  readonly head: ReadonlyArray<CompiledText>;
  readonly columns: ReadonlyArray<TableColumn>;
  readonly rows: CompiledRows;
  /** The rows of the head, if it has several; the last one is that of `head`. */
  readonly headRows?: ReadonlyArray<CompiledTextRow>;
  readonly footRows?: ReadonlyArray<CompiledTextRow>;
  readonly totals: CompiledTotals | undefined;
  /** What only some tables have. */
  readonly grouping?: CompiledGrouping;
  /** The columns that show more than plain text. */
  readonly contents?: ReadonlyArray<CompiledContent>;
  readonly columnSpans?: ReadonlyArray<CompiledColumnSpan>;
  readonly rowSpans?: ReadonlyArray<CompiledRowSpan>;
}

/** A cell that spans the columns from `from` (inclusive) to `to` (exclusive) in some rows. */
export interface CompiledColumnSpan {
  readonly from: number;
  readonly to: number;
  /** The position of its condition in the row. */
  readonly when: number;
}

/** A column whose cells with the same value are one cell. */
export interface CompiledRowSpan {
  readonly column: number;
  /** The position of the value in the row. */
  readonly by: number;
}

/** A column with images, barcodes or rich text. */
export interface CompiledContent {
  readonly column: number;
  readonly cell: TableCell;
  /** What messages call its values. */
  readonly name: string;
  /** The position of its alternative text in the row. */
  readonly alt?: number;
}

/** A row of the head or of the foot, with its own columns. */
export interface CompiledTextRow {
  readonly columns: ReadonlyArray<TableColumn>;
  readonly cells: ReadonlyArray<CompiledText>;
  /** The cells that span rows; the rows that they reach into have the same ones. */
  readonly spans?: RowSpans;
}

type RowSpans = ReadonlyArray<{ readonly id: string; readonly rows: number } | undefined>;

/** The groups of a table's rows, its lines at page breaks, and its conditional styles. */
export interface CompiledGrouping {
  /** From the outermost. */
  readonly groups: ReadonlyArray<CompiledGroup>;
  /** The columns that lines add up. */
  readonly values: ReadonlyArray<TotalledColumn>;
  readonly pageTotals: CompiledLine | undefined;
  readonly broughtForward: CompiledLine | undefined;
  readonly carriedForward: CompiledLine | undefined;
  readonly styles: ReadonlyArray<CompiledStyle>;
}

/** Rows with the same value. */
export interface CompiledGroup {
  readonly by: CompiledCell;
  readonly header: CompiledText | undefined;
  /** The header on pages that continue the group. */
  readonly continued?: CompiledText;
  readonly totals: CompiledLine | undefined;
  readonly restartRunning: boolean;
}

/** A column whose values are added up, by its position. */
export interface TotalledColumn {
  readonly column: number;
  readonly isNumber: boolean;
}

/** A line of a table with its own columns: a label, and totals of columns. */
export interface CompiledLine {
  readonly columns: ReadonlyArray<TableColumn>;
  readonly cells: ReadonlyArray<LineCell>;
}

/** A cell of a line; `last` is the value of the last row. */
export type LineCell =
  | { readonly kind: "label"; readonly text: CompiledText }
  | {
      readonly kind: "total";
      readonly column: number;
      readonly how: TotalFunction | "last";
      readonly format: PrintFormat;
    };

/** A style of rows, by its position in the field. */
export interface CompiledStyle {
  /** Without a condition it is for all rows. */
  readonly when: Code | undefined;
  /** The positions of its columns; all without them. */
  readonly columns: ReadonlyArray<number> | undefined;
}

/** The row of totals. It has its own columns: the label spans all columns in front of the first sum. */
export interface CompiledTotals {
  readonly columns: ReadonlyArray<TableColumn>;
  readonly cells: ReadonlyArray<TotalCell>;
}

/** A cell of the totals: the label, the sum of a loop's item field, or another total. */
export type TotalCell =
  | { readonly kind: "label"; readonly text: CompiledText }
  | ({ readonly kind: "sum" } & PrintedKey)
  | ({ readonly kind: "expression" } & PrintedExpression);

export interface TableColumn {
  /** Share of the table's width; all shares add up to one. */
  readonly share: number;
  /** The columns that it spans, from the first (inclusive) to the last (exclusive), if widths follow the content. */
  readonly span?: readonly [from: number, to: number];
  readonly alignment: Alignment | undefined;
}

/** A cell of a row: an item field, or an expression on the row. */
export type CompiledCell = PrintedKey | PrintedExpression;

/** A text about a row. */
export interface RowText {
  readonly text: CompiledText;
}

/** The rows of a table: those of a loop, or fixed ones. Behind the cells of the columns can be texts about the row. */
export type CompiledRows =
  | {
      readonly kind: "loop";
      readonly key: string;
      readonly cells: ReadonlyArray<CompiledCell | RowText>;
    }
  | { readonly kind: "fixed"; readonly rows: ReadonlyArray<ReadonlyArray<string>> };

import type { FileFace } from "@paraph/core/fonts";
import {
  addedPdfs,
  BlankPage,
  documentLanguage,
  everyField,
  fieldSchema,
  isBarcode,
  isSection,
  languageOfFormats,
  type Layout,
  type LayoutField,
  LayoutSettings,
  type LayoutSource,
  overlayBase,
  ownBlankPage,
  parseDataUri,
  SectionField,
  standardsOf,
} from "@paraph/core/layouts";
import { printerOf, type PrintFormat } from "@paraph/core/manifests";
import { Schema } from "effect";

import { removeActiveContent } from "../active/active_content.ts";
import { compilePdfs } from "../added/compile_pdfs.ts";
import { hyphenates } from "../fill/text_style.ts";
import { openFonts } from "../fonts/project_fonts.ts";
import { type FontFiles, type TemplateFont, templateFonts } from "../fonts/template_font.ts";
import { checkColours, type PreparedImage, UnreadableImage } from "../images/prepared_image.ts";
import { readImage } from "../images/read_image.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import { type BaseUse, prepareBase, type PreparedBase } from "../read/prepared_base.ts";
import { readPdf } from "../read/read_pdf.ts";
import { loadMarkdown } from "../rich/load_markdown.ts";
import { languagesOfSpans } from "../rich/span_language.ts";
import { removeMetadata } from "../standards/archive_problems.ts";
import { missingCharacter } from "../text/paragraph.ts";
import { compileAttachments } from "./compile_attachments.ts";
import { compileField } from "./compile_field.ts";
import { compileInformation } from "./compile_information.ts";
import { compileSection, type SectionPlace } from "./compile_section.ts";
import type {
  BlankBase,
  CompiledField,
  CompiledItem,
  CompiledTemplate,
  PdfBase,
} from "./compiled_template.ts";
import { withFontKeys } from "./font_keys.ts";
import { type KnownKeys, knownKeys } from "./known_keys.ts";

/** The input of a compilation; the files of its fonts are separate. */
export interface CompileSource extends Omit<LayoutSource, "fonts"> {
  readonly fonts?: ReadonlyArray<FileFace>;
}

/**
 * Compiles a layout: decodes its fields, resolves their content, reads its images and its base PDF.
 *
 * Fails with `UnreadableImage` or `UnreadablePdf` for embedded files, and with a `RenderingFault` for a
 * format that no font can print or a layout that is invalid.
 */
export async function compileLayout(
  { layout, manifest, title, fonts: faces = [], einvoice, projectLanguage = null }: CompileSource,
  files: FontFiles = new Map(),
): Promise<CompiledTemplate> {
  const fontsByName = templateFonts(faces);
  const fonts = [...fontsByName.values()];
  openFonts(fonts, files);
  const images = new Map<string, PreparedImage>();
  const settings = decode(LayoutSettings, layout);
  const { language, kerning, hyphenate, missingGlyph } = settings;
  const hasInvoice = einvoice !== null && einvoice !== undefined;
  const standards = standardsOf(settings.standard, hasInvoice);
  const context = {
    markdown: usesMarkdown(layout) ? await loadMarkdown() : undefined,
    keys: knownKeys(manifest),
    readImage: (dataUri: string) => {
      const readable = images.get(dataUri) ?? readEmbedded(dataUri);
      const image = standards.archive === undefined ? readable : checkColours(readable);
      images.set(dataUri, image);
      return image;
    },
  };
  const typography = {
    kerning: kerning ?? true,
    hyphenate: hyphenate ?? undefined,
    smartQuotes: settings.smartQuotes ?? false,
    cjkSpacing: settings.cjkSpacing ?? false,
    opticalMargins: settings.opticalMargins ?? false,
    isLanguageDeclared: (language ?? languageOfFormats(manifest) ?? projectLanguage) !== null,
    // Archivable and accessible documents show every character.
    failsOnMissingGlyph:
      missingGlyph === "fail" || standards.archive !== undefined || standards.isAccessible,
  };
  const fieldLanguages = new Set<string>();
  let needsPatterns = false;
  let [hasBarcodes, hasDrawings] = [false, false];
  let parsesData = false;
  let [hasHeadings, hasContents] = [false, false];
  const compile = (field: unknown, { path, left, keys }: SectionPlace) => {
    const placed = movedRight(withFontKeys(readField(field), fontsByName), left);
    const compiledField = compileField(placed, path, { ...context, keys });
    needsPatterns ||= hyphenates(compiledField.field, typography);
    hasDrawings ||= DRAWN.has(placed.type);
    if (typeof placed.language === "string") fieldLanguages.add(placed.language);
    if (context.markdown !== undefined)
      for (const language of languagesOfSpans(JSON.stringify(placed))) fieldLanguages.add(language);
    const { filler } = compiledField;
    const cells = filler.kind === "table" ? (filler.contents ?? []).map(({ cell }) => cell) : [];
    hasBarcodes ||= isBarcode(compiledField.field) || cells.some(isBarcode);
    hasContents ||= filler.kind === "contents";
    hasHeadings ||= hasContents || hasHeading(placed);
    parsesData ||= filler.kind === "rich" && filler.source.kind === "data";
    parsesData ||= cells.some(({ type }) => type === "text");
    return compiledField;
  };
  const compileItem = (field: unknown, place: SectionPlace): CompiledItem =>
    isSection(field)
      ? compileSection(decode(SectionField, field), place, compileItem)
      : compile(field, place);
  const { keys } = context;
  const information = compileInformation(settings, keys);
  const attachments = compileAttachments(settings.attachments, keys);
  const compileStatic: CompileStatic = (field, path) => compile(field, { path, left: 0, keys });
  const ownBases = compileOwnBases(layout, settings.pages, compileStatic);
  const [base, pages] = [
    await compileBase(
      layout,
      {
        hasInformation: information !== undefined,
        hasMorePages: addedPdfs(layout).length > 0,
        isArchivable: standards.archive !== undefined,
      },
      compileStatic,
    ),
    readPages(layout["schemas"]).map((fields, page) =>
      fields.map((field, index) =>
        compileItem(field, { path: `layout.schemas.${page}.${index}`, left: 0, keys }),
      ),
    ),
  ];
  // The content of a base PDF has a structure of its own, or none.
  const isTagged = base.kind === "blank" && settings.tagged !== false;
  const added = await compilePdfs(layout, settings, keys, {
    firstNumber: base.kind === "pdf" ? base.objects.nextNumber : 1,
    tree: base.kind === "pdf" ? base.catalog?.pages?.tree : undefined,
    isTagged,
    isArchivable: standards.archive !== undefined,
  });
  checkFormats(context.keys, fonts);
  const hasBookmarks = settings.bookmarks ?? hasHeadings;
  const headings = hasBookmarks ? "bookmarks" : hasContents ? "links" : undefined;
  return {
    title,
    ...(information === undefined ? {} : { information }),
    ...(attachments === undefined ? {} : { attachments }),
    language: language ?? documentLanguage(manifest, projectLanguage),
    ...(fieldLanguages.size === 0 ? {} : { fieldLanguages: [...fieldLanguages] }),
    fonts,
    standards,
    einvoice: einvoice ?? undefined,
    typography: { ...typography, needsPatterns },
    isTagged,
    base,
    ...(ownBases === undefined ? {} : { ownBases }),
    ...(added === undefined ? {} : { added }),
    ...(settings.bookmarks === false ? { hidesBookmarks: true } : {}),
    hasBarcodes,
    hasDrawings,
    parsesData,
    ...(hasRomanNumbers(layout) ? { hasRomanNumbers: true } : {}),
    ...(headings === undefined ? {} : { headings }),
    pages,
  };
}

/** A field with its position on the page instead of in its section. */
function movedRight(field: LayoutField, left: number): LayoutField {
  const { position } = field;
  return left === 0 ? field : { ...field, position: { ...position, x: position.x + left } };
}

/** The types of fields that are drawn as SVG. */
const DRAWN: ReadonlySet<string> = new Set(["svg", "checkbox", "radioGroup"]);

function hasHeading(field: LayoutField): boolean {
  return "heading" in field && typeof field.heading === "number";
}

function hasRomanNumbers(layout: Layout): boolean {
  return everyField(layout).some(({ field }) =>
    String(field["pageNumberFormat"]).endsWith("roman"),
  );
}

function usesMarkdown(layout: Layout): boolean {
  return everyField(layout).some(
    ({ field }) => field["richText"] === true || field["textFormat"] === "inline-markdown",
  );
}

/** A format that prints a character that no font has would fail every render. */
function checkFormats({ formats }: KnownKeys, fonts: ReadonlyArray<TemplateFont>): void {
  for (const [name, format] of formats) {
    const character = unprintableCharacter(format, fonts);
    if (character === null) continue;
    throw new PermanentRenderError(
      "glyph_missing",
      `No font has "${character}", which ${name} prints`,
    );
  }
}

async function compileBase(
  layout: Layout,
  use: BaseUse,
  compile: CompileStatic,
): Promise<BlankBase | PdfBase> {
  const bytes = overlayBase(layout);
  if (bytes !== undefined) return { kind: "pdf", ...(await preparedPdf(bytes, use)) };
  return compileBlank(decode(BlankPage, layout["basePdf"]), "layout.basePdf", compile);
}

type CompileStatic = (field: unknown, path: string) => CompiledField;

function compileBlank(
  { width, height, padding, staticSchema }: BlankPage,
  path: string,
  compile: CompileStatic,
): BlankBase {
  const everywhere = (staticSchema ?? []).map((field, index) =>
    compile(field, `${path}.staticSchema.${index}`),
  );
  return { kind: "blank", width, height, padding, everywhere };
}

/** The blank pages of those with settings of their own. */
function compileOwnBases(
  layout: Layout,
  pages: LayoutSettings["pages"],
  compile: CompileStatic,
): ReadonlyArray<BlankBase | undefined> | undefined {
  if (!pages || pages.length === 0) return undefined;
  const base = decode(BlankPage, layout["basePdf"]);
  return pages.map((page, index) => {
    const own = page === null ? undefined : ownBlankPage(base, page);
    if (own === undefined) return undefined;
    const hasOwnFields = page?.staticSchema !== null && page?.staticSchema !== undefined;
    return compileBlank(own, hasOwnFields ? `layout.pages.${index}` : "layout.basePdf", compile);
  });
}

/** Layouts that were published before active content was refused are rendered without it. */
async function preparedPdf(bytes: Uint8Array, use: BaseUse): Promise<PreparedBase> {
  const doc = await readPdf(bytes);
  removeActiveContent(doc);
  if (use.isArchivable) removeMetadata(doc);
  return prepareBase(doc, use);
}

function readEmbedded(dataUri: string): PreparedImage {
  const file = parseDataUri(dataUri);
  if (file === undefined) throw new UnreadableImage("It is not a data: URI");
  return readImage(file.bytes);
}

function readField(field: unknown): LayoutField {
  const object = typeof field === "object" && field !== null ? field : {};
  const schema = fieldSchema(object);
  if (schema === undefined) {
    const type = "type" in object ? String(object.type) : "";
    throw new PermanentRenderError("render_failed", `Unknown type of field "${type}"`);
  }
  return decode(schema, field);
}

function readPages(schemas: unknown): ReadonlyArray<ReadonlyArray<unknown>> {
  return decode(Schema.Array(Schema.Array(Schema.Unknown)), schemas);
}

/** Published layouts are valid; others are refused here with the same messages. */
function decode<A>(schema: Schema.Decoder<A>, value: unknown): A {
  try {
    return Schema.decodeUnknownSync(schema)(value);
  } catch (error) {
    throw new PermanentRenderError("render_failed", `The layout cannot be drawn. ${String(error)}`);
  }
}

/** Covers every month and weekday, before noon and after. */
const DAYS = Array.from({ length: 12 }, (_, month) => {
  const number = String(month + 1).padStart(2, "0");
  return `2026-${number}-${number}T${month % 2 === 0 ? "09" : "21"}:30`;
});

/** Covers every digit, both separators and a sign. */
const AMOUNT = "-1234567890.12";

/** Returns a character that a format prints and no font has, null when there is a font for all. */
function unprintableCharacter(
  format: PrintFormat,
  fonts: ReadonlyArray<TemplateFont>,
): string | null {
  if (format.kind === "text") return null;
  const samples = format.kind === "date" ? DAYS : [AMOUNT];
  const text = samples.map(printerOf(format)).join(" ");
  const isPrintable = fonts.some(({ key }) => missingCharacter(text, key) === null);
  return isPrintable ? null : missingCharacter(text);
}

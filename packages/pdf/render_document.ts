import { type InputData } from "@paraph/core/manifests";
import type { SigningFieldPlace } from "@paraph/core/renders";
import type { Issue } from "@paraph/core/values";

import { otherPagesOf, shownPdfs, type ShownPdfs } from "./added/shown_pdfs.ts";
import { layOut, type Output } from "./blocks/lay_out.ts";
import { Warnings } from "./blocks/warnings.ts";
import type { CompiledTemplate } from "./compile/compiled_template.ts";
import { fillAttachments } from "./fill/fill_attachments.ts";
import { fillInformation } from "./fill/fill_information.ts";
import { MissingGlyph } from "./fonts/faces.ts";
import { openFonts } from "./fonts/project_fonts.ts";
import type { FontFiles } from "./fonts/template_font.ts";
import { DocumentImages } from "./images/read_image.ts";
import { PermanentRenderError } from "./permanent_render_error.ts";
import { loadMarkdown } from "./rich/load_markdown.ts";
import { languagesOfSpans } from "./rich/span_language.ts";
import { signingFieldsOf } from "./signing_fields.ts";
import { loadLanguage } from "./text/text_language.ts";
import { attachedInvoice } from "./write/archive/attached_invoice.ts";
import { invoiceFile } from "./write/attachments.ts";
import { documentFile, type PageSequence } from "./write/document_file.ts";
import type { Information } from "./write/information.ts";
import { overlayFile } from "./write/overlay_file.ts";
import { Resources } from "./write/resources.ts";
import { Structure } from "./write/tags/structure.ts";

export interface RenderedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pageCount: number;
  readonly warnings: ReadonlyArray<Issue>;
  readonly signingFields: ReadonlyArray<SigningFieldPlace>;
}

/**
 * Renders a document. Fails with a `RenderingFault` when the data cannot be rendered.
 *
 * @param fetchedImages Fetched images by URL.
 * @param fontFiles The files of the template's fonts.
 */
export async function renderDocument(
  template: CompiledTemplate,
  data: InputData,
  fetchedImages: ReadonlyMap<string, Uint8Array>,
  fontFiles: FontFiles = NO_FILES,
): Promise<RenderedDocument> {
  try {
    openFonts(template.fonts, fontFiles);
    const { archive, isAccessible } = template.standards;
    const images = new DocumentImages(fetchedImages, archive !== undefined);
    const languages = await loadLanguages(template, data);
    const encodeBarcode = template.hasBarcodes ? await loadEncoder() : undefined;
    const drawing = template.hasDrawings ? await loadDrawing() : undefined;
    const markdown = template.parsesData ? await loadMarkdown() : undefined;
    const warnings = new Warnings();
    const output: Output = {
      resources: new Resources(archive !== undefined || isAccessible),
      structure: template.isTagged ? new Structure(isAccessible) : undefined,
      signing: [],
    };
    const pdfs = shownPdfs(template, data);
    const otherPages = otherPagesOf(pdfs);
    const pages = layOut(
      { template, data, images, languages, encodeBarcode, drawing, markdown, warnings, otherPages },
      output,
    );
    const information =
      template.information &&
      fillInformation(template.information, data, (path, message) => warnings.add(path, message));
    return {
      bytes: write(template, data, pages, { ...output, information, pdfs }),
      pageCount: otherPages.before + pages.length + otherPages.after,
      warnings: warnings.list,
      signingFields: signingFieldsOf(output.signing, otherPages.before),
    };
  } catch (error) {
    if (error instanceof MissingGlyph)
      throw new PermanentRenderError("glyph_missing", error.message);
    throw error;
  }
}

async function loadLanguages(
  { language, fieldLanguages = [], parsesData, typography }: CompiledTemplate,
  data: InputData,
) {
  const load = (each: string) => loadLanguage(each, typography.needsPatterns);
  const ofData = parsesData ? languagesOfSpans(JSON.stringify(data)) : [];
  return {
    ofDocument: await load(language),
    ofFields: new Map(
      await Promise.all(
        [...new Set([...fieldLanguages, ...ofData])].map(
          async (each) => [each, await load(each)] as const,
        ),
      ),
    ),
  };
}

/** Loaded on demand: few documents need it, and it is large. */
async function loadEncoder() {
  return (await import("./barcodes/encode_barcode.ts")).encodeBarcode;
}

/** Likewise. */
async function loadDrawing() {
  return (await import("./svg/cached_drawing.ts")).cachedDrawing;
}

const NO_FILES: FontFiles = new Map();

function write(
  template: CompiledTemplate,
  data: InputData,
  pages: PageSequence,
  {
    resources,
    structure,
    information,
    pdfs,
  }: Pick<Output, "resources" | "structure"> & {
    readonly information: Information | undefined;
    readonly pdfs: ShownPdfs | undefined;
  },
): Uint8Array<ArrayBuffer> {
  const { title, language, base } = template;
  const { isAccessible } = template.standards;
  const archive = archiveOf(template, data);
  const hasBookmarks = template.hidesBookmarks !== true;
  const invoices = archive?.invoice === undefined ? [] : [invoiceFile(archive.invoice)];
  const names = invoices.map(({ name }) => name);
  const attachments = [...invoices, ...fillAttachments(template.attachments ?? [], data, names)];
  const properties = { title, information, language, isAccessible, archive, attachments };
  return base.kind === "blank"
    ? documentFile(pages, resources, properties, { structure, pdfs, hasBookmarks })
    : overlayFile(base, pages, resources, properties, { pdfs, hasBookmarks });
}

function archiveOf({ standards, einvoice }: CompiledTemplate, data: InputData) {
  const { archive: standard } = standards;
  if (standard === undefined) return undefined;
  const invoice = einvoice === undefined ? undefined : attachedInvoice(einvoice, data);
  return { standard, invoice };
}

import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
} from "pdf-lib";

import { isAttachmentOf, removeActiveContent } from "../active/active_content.ts";
import { walkDocument } from "../active/walk_document.ts";
import type { FontTable } from "../fonts/opentype/font_table.ts";
import { deflatedStream } from "../read/content_stream.ts";
import { dictEntry, entry, nameEntry, nameOf, numberOf } from "../read/pdf_objects.ts";
import { prepareBase } from "../read/prepared_base.ts";
import { areaOf, readPdf, displayedPages } from "../read/read_pdf.ts";
import type { PageContent } from "../write/document_file.ts";
import { overlayFile } from "../write/overlay_file.ts";
import { Resources } from "../write/resources.ts";
import { END_MARKED } from "../write/tags/structure.ts";
import {
  appearanceOf,
  addMissingEntries,
  fieldEntry,
  hasAppearances,
  isLink,
  isInvisible,
  paintedForm,
  rectOf,
} from "./annotation.ts";
import { fieldAppearance, freeTextAppearance } from "./field_appearance.ts";
import { markupAppearance } from "./markup_appearance.ts";
import { PrintFields } from "./print_fields.ts";
import { drawRotated, toVisibleRect } from "./visible_rect.ts";

/**
 * Makes form fields and annotations part of their pages, resolves layers and removes active content, so that
 * nothing in the document can be filled in, moved, shown or hidden any more. Links and attachments stay.
 *
 * Returns undefined when there is nothing to do; the same document gives the same bytes. An unreadable
 * document fails with `UnreadablePdf`.
 */
export async function flattenDocument(
  pdf: Uint8Array,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const doc = await readPdf(pdf);
  const hadActiveContent = removeActiveContent(doc, isAttachmentOf(doc));
  const resources = new Resources();
  const flattener = new Flattener(doc, resources.fonts);
  const pages = displayedPages(doc);
  const pageContents = doc.getPages().map((page, index): PageContent => {
    const { width = 0, height = 0 } = pages[index] ?? {};
    return { width, height, content: flattener.page(page) };
  });
  const hadForm = doc.catalog.has(PDFName.of("AcroForm"));
  if (!hadActiveContent && !hadForm && flattener.removedObjects.size === 0) return undefined;
  doc.catalog.delete(PDFName.of("AcroForm"));
  doc.catalog.delete(PDFName.of("NeedsRendering"));
  removeReferences(doc, flattener.removedObjects);
  return overlayFile(prepareBase(doc), pageContents, resources, { title: "", language: "en" });
}

class Flattener {
  readonly #doc: PDFDocument;
  readonly #fonts: FontTable;
  readonly #form: PDFDict | undefined;
  /** Whether the appearances of fields may be outdated; then they are drawn from the values. */
  readonly #isStale: boolean;
  readonly #structure: PrintFields;
  readonly removedObjects = new Set<PDFObject>();

  constructor(doc: PDFDocument, fonts: FontTable) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#form = dictEntry(doc.catalog, "AcroForm");
    this.#structure = new PrintFields(doc, this.#form);
    this.#isStale = entry(this.#form, "NeedAppearances")?.toString() === "true";
  }

  /** Flattens a page; returns the content to draw over its visible area. */
  page(page: PDFPage): string {
    const { node } = page;
    const annotations = entry(node, "Annots");
    if (!(annotations instanceof PDFArray)) return "";
    const links: Array<PDFObject> = [];
    const forms: Array<readonly [PDFRef, PDFDict]> = [];
    let content = "";
    annotations.asArray().forEach((raw, index) => {
      const annotation = annotations.lookup(index);
      if (!(annotation instanceof PDFDict)) return;
      if (isLink(annotation)) {
        links.push(raw);
        return;
      }
      this.removedObjects.add(annotation);
      if (isInvisible(annotation)) return;
      const form = this.#appearance(annotation);
      if (form === undefined) content += this.#drawContent(annotation, page);
      else forms.push([form, annotation]);
    });
    if (links.length === annotations.size()) return "";
    this.#setAnnotations(node, links);
    this.#paint(page, forms);
    return content;
  }

  #appearance(annotation: PDFDict): PDFRef | undefined {
    const isStale = this.#isStale && isTextual(annotation, this.#form);
    const own = isStale ? undefined : appearanceOf(annotation, this.#form);
    return own ?? markupAppearance(annotation, this.#doc.context);
  }

  /** Draws an annotation that has no appearance stream. */
  #drawContent(annotation: PDFDict, page: PDFPage): string {
    const rect = rectOf(annotation, "Rect");
    const subtype = nameEntry(annotation, "Subtype");
    if (rect === undefined) return "";
    const isStale = this.#isStale && isTextual(annotation, this.#form);
    // A check box without an appearance for its state is not checked.
    if (hasAppearances(annotation) && !isStale) return "";
    const area = areaOf(page);
    const context = { form: this.#form, fonts: this.#fonts };
    // Annotations rotate with their page; fields can be rotated back, counterclockwise.
    const fieldRotation = numberOf(entry(dictEntry(annotation, "MK"), "R")) ?? 0;
    const turns = area.quarterTurns - Math.round(fieldRotation / 90);
    return drawRotated(toVisibleRect(rect, area), turns, (box) => {
      if (subtype === "FreeText") return freeTextAppearance(annotation, box, context);
      return subtype === "Widget" ? fieldAppearance(annotation, box, context) : "";
    });
  }

  #setAnnotations(node: PDFDict, links: ReadonlyArray<PDFObject>): void {
    const name = PDFName.of("Annots");
    if (links.length === 0) {
      node.delete(name);
      return;
    }
    const list = PDFArray.withContext(this.#doc.context);
    for (const annotation of links) list.push(annotation);
    node.set(name, list);
  }

  /** Paints appearances over the page content, in their order. */
  #paint({ node, ref: pageRef }: PDFPage, forms: ReadonlyArray<readonly [PDFRef, PDFDict]>): void {
    const { context } = this.#doc;
    // Pages may share or inherit their resources.
    const resources = copyOf(node.Resources(), context);
    const xObjects = copyOf(dictEntry(resources, "XObject"), context);
    let content = "";
    forms.forEach(([ref, annotation], index) => {
      const stream = context.lookup(ref);
      if (!(stream instanceof PDFStream)) return;
      addMissingEntries(stream, annotation, this.#form);
      const name = freeName(xObjects, index);
      const formContent = paintedForm(`/${name}`, stream, annotation);
      if (formContent === "") return;
      xObjects.set(PDFName.of(name), ref);
      const mark = this.#structure.begin(annotation, { node, ref: pageRef });
      content += mark === "" ? formContent : `${mark}${formContent}${END_MARKED}`;
    });
    if (content === "") return;
    resources.set(PDFName.of("XObject"), xObjects);
    node.set(PDFName.of("Resources"), resources);
    // Isolates the appearances from the graphics state that the page content leaves.
    const open = context.register(deflatedStream(context, Buffer.from("q\n")));
    const close = context.register(
      deflatedStream(context, Buffer.from(`\nQ\n${content}`, "latin1")),
    );
    const contents = PDFArray.withContext(context);
    for (const part of [open, ...contentsOf(node), close]) contents.push(part);
    node.set(PDFName.of("Contents"), contents);
  }
}

/** Returns whether a field shows its value as text. */
function isTextual(annotation: PDFDict, form: PDFDict | undefined): boolean {
  if (nameEntry(annotation, "Subtype") !== "Widget") return false;
  const type = nameOf(fieldEntry(annotation, "FT", form));
  return type === "Tx" || type === "Ch";
}

/** The structure tree of a tagged document refers to annotations. */
function removeReferences(doc: PDFDocument, removedObjects: ReadonlySet<PDFObject>): void {
  walkDocument(doc, ({ key, value }) =>
    key === "Obj" && removedObjects.has(value) ? "remove" : "keep",
  );
}

function contentsOf(node: PDFDict): ReadonlyArray<PDFObject> {
  const raw = node.get(PDFName.of("Contents"));
  const contents = entry(node, "Contents");
  if (contents instanceof PDFArray) return contents.asArray();
  return raw instanceof PDFRef && contents instanceof PDFStream ? [raw] : [];
}

function copyOf(dict: PDFDict | undefined, context: PDFDict["context"]): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict?.entries()), context);
}

function freeName(dict: PDFDict, index: number): string {
  let name = `Flat${index}`;
  while (dict.has(PDFName.of(name))) name += "x";
  return name;
}

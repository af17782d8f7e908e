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

import { contentBytes, deflated } from "./content_stream.ts";
import type { Layers } from "./layers.ts";
import { dictEntry, dictOf, entry, nameEntry, numberOf } from "./pdf_objects.ts";
import { type IsHidden, visibleContent } from "./visible_content.ts";

/**
 * Resolves the layers of a document: what is hidden is removed from its content, the rest is visible
 * with any settings of a reader.
 */
export function resolveLayers(doc: PDFDocument, layers: Layers): void {
  const resolver = new LayerResolver(doc, layers);
  for (const page of doc.getPages()) resolver.page(page);
  resolver.streams();
  doc.catalog.delete(PDFName.of("OCProperties"));
}

class LayerResolver {
  readonly #doc: PDFDocument;
  readonly #layers: Layers;
  readonly #pageContents = new Set<PDFObject>();

  constructor(doc: PDFDocument, layers: Layers) {
    this.#doc = doc;
    this.#layers = layers;
  }

  /** A page's content may be cut into streams anywhere, so it is read as one. */
  page({ node }: PDFPage): void {
    const { context } = this.#doc;
    const contents = entry(node, "Contents");
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    const parts = streams.flatMap((part) => {
      const stream = part instanceof PDFRef ? context.lookup(part) : part;
      return stream instanceof PDFStream ? [stream] : [];
    });
    for (const part of parts) this.#pageContents.add(part);
    this.#annotations(node);
    const bytes = parts.flatMap((part) => [contentBytes(part) ?? NOTHING, NEW_LINE]);
    const visible = visibleContent(Buffer.concat(bytes), this.#hiddenIn(node.Resources()));
    if (visible === undefined) return;
    node.set(PDFName.of("Contents"), context.register(deflated(context, visible)));
  }

  /** Forms, images, patterns, glyphs and appearances. */
  streams(): void {
    const { context } = this.#doc;
    const glyphs = this.#glyphs();
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFStream) || this.#pageContents.has(object)) continue;
      const { dict } = object;
      if (this.#takeMark(dict)) {
        context.assign(ref, deflated(context, NOTHING, context.obj(EMPTY_FORM)));
        continue;
      }
      if (!isContent(dict) && !glyphs.has(object)) continue;
      const bytes = contentBytes(object);
      if (bytes === undefined) continue;
      const resources = dictEntry(dict, "Resources") ?? glyphs.get(object);
      const isHidden = resources === undefined ? this.#hiddenOnPages : this.#hiddenIn(resources);
      const visible = visibleContent(bytes, isHidden);
      if (visible !== undefined) context.assign(ref, deflated(context, visible, dict));
    }
  }

  /** Annotations of hidden layers go; the others are on no layer any more. */
  #annotations(page: PDFDict): void {
    const annotations = entry(page, "Annots");
    if (!(annotations instanceof PDFArray)) return;
    for (let at = annotations.size() - 1; at >= 0; at--) {
      const annotation = annotations.lookup(at);
      if (annotation instanceof PDFDict && this.#takeMark(annotation)) annotations.remove(at);
    }
  }

  /** Takes the mark of a layer from an annotation, a form or an image, and returns whether it is hidden. */
  #takeMark(dict: PDFDict): boolean {
    const mark = entry(dict, "OC");
    if (!(mark instanceof PDFDict)) return false;
    dict.delete(PDFName.of("OC"));
    return this.#layers.isHidden(mark);
  }

  /** The glyphs of fonts that draw them with content, and the resources they are drawn with. */
  #glyphs(): ReadonlyMap<PDFObject, PDFDict | undefined> {
    const { context } = this.#doc;
    const glyphs = new Map<PDFObject, PDFDict | undefined>();
    for (const [, object] of context.enumerateIndirectObjects()) {
      const font = dictOf(object);
      if (nameEntry(font, "Subtype") !== "Type3") continue;
      for (const glyph of dictEntry(font, "CharProcs")?.values() ?? []) {
        const stream = context.lookup(glyph);
        if (stream !== undefined) glyphs.set(stream, dictEntry(font, "Resources"));
      }
    }
    return glyphs;
  }

  #hiddenIn(resources: PDFDict | undefined): IsHidden {
    const properties = dictEntry(resources, "Properties");
    return (name) => this.#layers.isHidden(entry(properties, name));
  }

  /** A stream without resources of its own uses those of the page it is drawn on. */
  readonly #hiddenOnPages: IsHidden = (name) =>
    this.#doc.getPages().some(({ node }) => this.#hiddenIn(node.Resources())(name));
}

/** Whether a stream holds operators: a form, an appearance or a tiling pattern. */
function isContent(dict: PDFDict): boolean {
  const isPattern = numberOf(entry(dict, "PatternType")) === 1;
  return isPattern || nameEntry(dict, "Subtype") === "Form" || entry(dict, "BBox") !== undefined;
}

const EMPTY_FORM = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 0, 0] };
const NOTHING = new Uint8Array();
const NEW_LINE = Buffer.from("\n");

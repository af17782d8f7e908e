import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFStream,
} from "pdf-lib";

import { contentBytes, contentStreams, deflatedStream, isContent } from "../read/content_stream.ts";
import {
  dictEntry,
  dictOf,
  entry,
  itemsOf,
  nameEntry,
  nameOf,
  resolveItems,
} from "../read/pdf_objects.ts";
import { type IsHidden, visibleContent } from "./visible_content.ts";

/** When a PDF reader decides visibility; a layer can have a different state for each. */
const EVENTS = ["View", "Print"] as const;
type Event = (typeof EVENTS)[number];

/** The nesting limit of visibility expressions. */
const MAX_DEPTH = 32;

/** The optional content groups (layers) of a document, in their initial state. */
export class Layers {
  readonly #context: PDFContext;
  readonly #off: ReadonlySet<PDFObject>;
  /** All groups of the document. */
  readonly groups: ReadonlySet<PDFDict>;

  constructor(catalog: PDFDict) {
    const properties = dictEntry(catalog, "OCProperties");
    const config = dictEntry(properties, "D");
    const groups = itemsOf(properties, "OCGs").filter((group) => group instanceof PDFDict);
    const on = new Set(itemsOf(config, "ON"));
    const isOff = nameEntry(config, "BaseState") === "OFF";
    this.#context = catalog.context;
    this.groups = new Set(groups);
    this.#off = new Set([
      ...itemsOf(config, "OFF"),
      ...(isOff ? groups.filter((group) => !on.has(group)) : []),
    ]);
  }

  /** Returns whether an object is a layer or a membership of layers. */
  isLayer(object: PDFObject): object is PDFDict {
    if (!(object instanceof PDFDict)) return false;
    const type = nameEntry(object, "Type");
    return type === "OCG" || type === "OCMD" || this.groups.has(object);
  }

  /**
   * Returns whether content of a group, or of a membership dictionary (OCMD), is hidden. Content counts as
   * hidden unless it is visible both on screen and in print.
   */
  isHidden(content: PDFObject | undefined): boolean {
    if (!(content instanceof PDFDict)) return false;
    return EVENTS.some((event) => !this.#isVisible(content, event));
  }

  #isVisible(content: PDFDict, event: Event): boolean {
    if (nameEntry(content, "Type") !== "OCMD") return this.#isOn(content, event);
    const expression = entry(content, "VE");
    if (expression instanceof PDFArray) return this.#evaluate(expression, event, 0);
    const one = entry(content, "OCGs");
    const groups = one instanceof PDFDict ? [one] : itemsOf(content, "OCGs");
    const states = groups.flatMap((group) =>
      group instanceof PDFDict ? [this.#isOn(group, event)] : [],
    );
    if (states.length === 0) return true;
    switch (nameEntry(content, "P")) {
      case "AllOn":
        return states.every((state) => state);
      case "AnyOff":
        return states.some((state) => !state);
      case "AllOff":
        return states.every((state) => !state);
      default:
        return states.some((state) => state);
    }
  }

  #evaluate(expression: PDFArray, event: Event, depth: number): boolean {
    const [operator, ...items] = resolveItems(expression, this.#context);
    // PDF readers disagree about invalid expressions, so content with one counts as hidden.
    if (depth > MAX_DEPTH) return false;
    const values = items.map((item) =>
      item instanceof PDFArray
        ? this.#evaluate(item, event, depth + 1)
        : item instanceof PDFDict && this.#isOn(item, event),
    );
    switch (nameOf(operator)) {
      case "And":
        return values.every((value) => value);
      case "Or":
        return values.some((value) => value);
      case "Not":
        return values.length === 1 && !values[0];
      default:
        return false;
    }
  }

  #isOn(group: PDFDict, event: Event): boolean {
    if (this.#off.has(group)) return false;
    const usage = dictEntry(dictEntry(group, "Usage"), event);
    return nameEntry(usage, `${event}State`) !== "OFF";
  }
}

/**
 * Resolves the layers of a document: hidden content is removed, the rest is visible with any settings of a
 * PDF reader.
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

  /** The content of a page can be split into streams at any point, so it is read as one. */
  page({ node }: PDFPage): void {
    const { context } = this.#doc;
    const parts = contentStreams(node);
    for (const part of parts) this.#pageContents.add(part);
    this.#annotations(node);
    const bytes = parts.flatMap((part) => [contentBytes(part) ?? NOTHING, NEW_LINE]);
    const visible = visibleContent(Buffer.concat(bytes), this.#hiddenIn(node.Resources()));
    if (visible === undefined) return;
    node.set(PDFName.of("Contents"), context.register(deflatedStream(context, visible)));
  }

  /** Forms, images, patterns, glyphs and appearances. */
  streams(): void {
    const { context } = this.#doc;
    const glyphs = this.#glyphs();
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFStream) || this.#pageContents.has(object)) continue;
      const { dict } = object;
      if (this.#removeLayerEntry(dict)) {
        context.assign(ref, deflatedStream(context, NOTHING, context.obj(EMPTY_FORM)));
        continue;
      }
      if (!isContent(dict) && !glyphs.has(object)) continue;
      const bytes = contentBytes(object);
      if (bytes === undefined) continue;
      const resources = dictEntry(dict, "Resources") ?? glyphs.get(object);
      const isHidden = resources === undefined ? this.#hiddenOnPages : this.#hiddenIn(resources);
      const visible = visibleContent(bytes, isHidden);
      if (visible !== undefined) context.assign(ref, deflatedStream(context, visible, dict));
    }
  }

  /** Removes annotations of hidden layers and takes the others off their layer. */
  #annotations(page: PDFDict): void {
    const annotations = entry(page, "Annots");
    if (!(annotations instanceof PDFArray)) return;
    for (let index = annotations.size() - 1; index >= 0; index--) {
      const annotation = annotations.lookup(index);
      if (annotation instanceof PDFDict && this.#removeLayerEntry(annotation))
        annotations.remove(index);
    }
  }

  /**
   * Removes the layer entry of an annotation, a form or an image, and returns whether the layer is hidden.
   */
  #removeLayerEntry(dict: PDFDict): boolean {
    const mark = entry(dict, "OC");
    if (!(mark instanceof PDFDict)) return false;
    dict.delete(PDFName.of("OC"));
    return this.#layers.isHidden(mark);
  }

  /** The glyphs of Type 3 fonts, which are content streams, with their resources. */
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

  /** A stream without resources uses those of the page on which it is drawn. */
  readonly #hiddenOnPages: IsHidden = (name) =>
    this.#doc.getPages().some(({ node }) => this.#hiddenIn(node.Resources())(name));
}

const EMPTY_FORM = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 0, 0] };
const NOTHING = new Uint8Array();
const NEW_LINE = Buffer.from("\n");

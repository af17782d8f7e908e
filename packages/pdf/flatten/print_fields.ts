import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef } from "pdf-lib";

import { dictEntry, entry, nameEntry, nameOf, numberOf } from "../read/pdf_objects.ts";
import { BEGIN_ARTIFACT } from "../write/tags/structure.ts";
import { fieldEntry } from "./annotation.ts";

/** The bit of `/Ff` of a field whose marks are a choice. */
const RADIO = 1 << 15;

/**
 * The structure of a tagged document whose fields become content. Their elements then have the attributes of
 * fields in print (ISO 32000-1, 14.8.5.6).
 */
export class PrintFields {
  readonly #isTagged: boolean;
  readonly #form: PDFDict | undefined;
  /** The entries of the parent tree, if it has the form of Paraph's. */
  readonly #parents = new Map<number, unknown>();
  readonly #elements = new Map<number, PDFRef>();

  constructor({ catalog }: PDFDocument, form: PDFDict | undefined) {
    this.#form = form;
    this.#isTagged = entry(dictEntry(catalog, "MarkInfo"), "Marked")?.toString() === "true";
    const numbers = entry(dictEntry(dictEntry(catalog, "StructTreeRoot"), "ParentTree"), "Nums");
    if (!this.#isTagged || !(numbers instanceof PDFArray)) return;
    for (let at = 0; at + 1 < numbers.size(); at += 2) {
      const key = numbers.lookup(at);
      const ref = numbers.get(at + 1);
      if (!(key instanceof PDFNumber)) continue;
      this.#parents.set(key.asNumber(), numbers.lookup(at + 1));
      if (ref instanceof PDFRef) this.#elements.set(key.asNumber(), ref);
    }
  }

  /** Returns the operator that begins the content of an annotation; "" in a document without tags. */
  begin(annotation: PDFDict, page: { readonly node: PDFDict; readonly ref: PDFRef }): string {
    if (!this.#isTagged) return "";
    const key = numberOf(entry(annotation, "StructParent")) ?? -1;
    const list = this.#parents.get(numberOf(entry(page.node, "StructParents")) ?? -1);
    const [element, ref] = [this.#parents.get(key), this.#elements.get(key)];
    const isForm = element instanceof PDFDict && nameEntry(element, "S") === "Form";
    if (!isForm || ref === undefined || !(list instanceof PDFArray)) return BEGIN_ARTIFACT;
    const content = list.size();
    list.push(ref);
    element.set(PDFName.of("Pg"), page.ref);
    element.set(PDFName.of("K"), PDFNumber.of(content));
    element.set(PDFName.of("A"), this.#attributes(annotation));
    return `/Form<</MCID ${content}>>BDC\n`;
  }

  #attributes(annotation: PDFDict): PDFDict {
    const isMark = nameOf(fieldEntry(annotation, "FT", this.#form)) === "Btn";
    const flags = numberOf(fieldEntry(annotation, "Ff", this.#form)) ?? 0;
    const state = nameEntry(annotation, "AS") ?? "Off";
    const attributes = annotation.context.obj({
      O: "PrintField",
      Role: isMark ? ((flags & RADIO) === 0 ? "cb" : "rb") : "tv",
      ...(isMark ? { checked: state === "Off" ? "off" : "on" } : {}),
    });
    const label = fieldEntry(annotation, "TU", this.#form);
    if (label !== undefined) attributes.set(PDFName.of("Desc"), label);
    return attributes;
  }
}

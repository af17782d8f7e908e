import { PDFArray, type PDFContext, PDFDict, type PDFObject } from "pdf-lib";

import { dictEntry, entry, itemsOf, nameEntry, nameOf, resolved } from "./pdf_objects.ts";

/** When a reader decides what is visible: a layer may say something else for each. */
const EVENTS = ["View", "Print"] as const;
type Event = (typeof EVENTS)[number];

/** Visibility expressions are not nested deeper than this. */
const DEEPEST = 32;

/** The optional content groups (layers) of a document, as they are when it is opened. */
export class Layers {
  readonly #context: PDFContext;
  readonly #off: ReadonlySet<PDFObject>;
  /** Every group that the document lists. */
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
   * Returns whether content of a group, or of a membership dictionary (OCMD), is hidden on
   * the screen or in print: what is not seen in both is hidden.
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
    const [operator, ...items] = resolved(expression, this.#context);
    // Readers disagree about an expression that is not valid, so it counts as hidden.
    if (depth > DEEPEST) return false;
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

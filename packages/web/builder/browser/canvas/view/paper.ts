import { h } from "../../../../ui/browser/dom.ts";
import type { DesignField } from "../../design/design.ts";
import { TEXTS } from "../../texts.ts";
import { FieldBox, type PluginOf } from "./field_box.ts";
import type { PaperLook } from "./paper_look.ts";

/** CSS pixels of a millimetre. */
export const PIXELS = 96 / 25.4;

/** A page with its fields. */
export class Paper {
  readonly element: HTMLElement;
  /** In unscaled millimetres; the whole is scaled by the zoom. */
  readonly sheet = h("div", { class: "paper-sheet" });
  readonly #margins = h("div", { class: "paper-margins", "aria-hidden": "true" });
  readonly #repeated = h("div", { class: "paper-repeated", "aria-hidden": "true" });
  readonly #pluginOf: PluginOf;
  #boxes: ReadonlyArray<FieldBox> = [];
  #repeatedBoxes: ReadonlyArray<FieldBox> = [];
  #look = "";

  constructor(pluginOf: PluginOf) {
    this.#pluginOf = pluginOf;
    this.sheet.append(this.#margins, this.#repeated);
    this.element = h("div", { class: "paper", role: "group" }, this.sheet);
  }

  get boxes(): ReadonlyArray<FieldBox> {
    return this.#boxes;
  }

  showLook(look: PaperLook, version: number): void {
    const { width, height, padding, image, repeated } = look;
    this.#repeatedBoxes = fill(
      this.#repeated,
      this.#repeatedBoxes,
      repeated.length,
      this.#pluginOf,
    );
    this.#repeatedBoxes.forEach((box, index) => {
      const field = repeated[index];
      box.showRepeated();
      if (field !== undefined) void box.show(field, version);
    });
    const key = JSON.stringify([width, height, padding, image]);
    if (key === this.#look) return;
    this.#look = key;
    this.sheet.style.width = `${width}mm`;
    this.sheet.style.height = `${height}mm`;
    this.sheet.style.backgroundImage = image === undefined ? "" : `url("${image}")`;
    this.#margins.hidden = padding === undefined;
    if (padding !== undefined)
      this.#margins.style.inset = padding.map((side) => `${side}mm`).join(" ");
  }

  showFields(fields: ReadonlyArray<DesignField>, version: number): void {
    this.#boxes = fill(this.sheet, this.#boxes, fields.length, this.#pluginOf);
    this.#boxes.forEach((box, index) => {
      const field = fields[index];
      if (field !== undefined) void box.show(field, version);
    });
  }

  /** Sets the zoom, by which the sheet is scaled. */
  scale(
    zoom: number,
    { width, height }: { readonly width: number; readonly height: number },
  ): void {
    this.element.style.width = `${width * PIXELS * zoom}px`;
    this.element.style.height = `${height * PIXELS * zoom}px`;
    this.sheet.style.transform = `scale(${zoom})`;
    this.sheet.style.setProperty("--zoom", String(zoom));
  }

  label(page: number, count: number): void {
    this.element.setAttribute("aria-label", TEXTS.work.page(page + 1, count));
  }
}

/** Adds or removes boxes at the end; the others stay, and with them the focus. */
function fill(
  parent: HTMLElement,
  boxes: ReadonlyArray<FieldBox>,
  count: number,
  pluginOf: PluginOf,
): ReadonlyArray<FieldBox> {
  for (const { element } of boxes.slice(count)) element.remove();
  const missing = Array.from({ length: Math.max(0, count - boxes.length) }, () => {
    const box = new FieldBox(pluginOf);
    parent.append(box.element);
    return box;
  });
  return [...boxes.slice(0, count), ...missing];
}

import {
  addCopies,
  alignFields,
  boundsOf,
  type ChosenFields,
  distributeFields,
  type Edge,
  fieldsIn,
  moveFields,
  removeFields,
  reorderFields,
  resizeFields,
} from "../design/arrange.ts";
import { fromClipboard, toClipboard } from "../design/clipboard.ts";
import type { Design } from "../design/design.ts";
import { printedArea } from "../design/page_setup.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import type { Canvas } from "./canvas.ts";

const { work } = TEXTS;

/** A distance in millimetres. */
interface Distance {
  readonly x: number;
  readonly y: number;
}

/** The commands for selected fields, from the keyboard and the inspector. Each says what it has done. */
export class FieldCommands {
  readonly #model: TemplateModel;
  readonly #canvas: Canvas;

  constructor(model: TemplateModel, canvas: Canvas) {
    this.#model = model;
    this.#canvas = canvas;
  }

  get hasSelection(): boolean {
    return this.#canvas.chosen.indexes.size > 0;
  }

  move(by: Distance): void {
    const { page } = this.#chosen;
    this.#change((design) => moveFields(design, this.#chosen, by, this.#canvas.sizeOf(page)));
    const { left, top } = boundsOf(fieldsIn(this.#model.shown, this.#chosen));
    this.#canvas.announce(work.moved(rounded(left), rounded(top)));
  }

  resize(by: Distance): void {
    const { page } = this.#chosen;
    this.#change((design) => resizeFields(design, this.#chosen, by, this.#canvas.sizeOf(page)));
    const [field] = fieldsIn(this.#model.shown, this.#chosen);
    if (field !== undefined)
      this.#canvas.announce(work.resized(rounded(field.width), rounded(field.height)));
  }

  align(edge: Edge): void {
    const { page } = this.#chosen;
    const area = printedArea(this.#model.shown, this.#canvas.sizeOf(page));
    this.#change((design) => alignFields(design, this.#chosen, edge, area));
    this.#canvas.announce(work.aligned);
  }

  distribute(axis: "horizontal" | "vertical"): void {
    this.#change((design) => distributeFields(design, this.#chosen, axis));
    this.#canvas.announce(work.distributed);
  }

  reorder(step: 1 | -1): void {
    const names = fieldsIn(this.#model.shown, this.#chosen).map(({ name }) => name);
    const design = this.#model.changeShown(reorderFields(this.#model.shown, this.#chosen, step));
    this.#canvas.show(design, names);
    this.#canvas.focus();
  }

  remove(): void {
    const { size } = this.#chosen.indexes;
    const design = this.#model.changeShown(removeFields(this.#model.shown, this.#chosen));
    this.#canvas.show(design);
    this.#canvas.focus();
    this.#canvas.announce(work.removed(size));
  }

  duplicate(): void {
    const { page } = this.#chosen;
    const fields = fieldsIn(this.#model.shown, this.#chosen);
    this.#add(page, fields);
    this.#canvas.announce(work.pasted(fields.length));
  }

  selectAll(): void {
    const { page } = this.#canvas;
    this.#canvas.selectIndexes(page, [...(this.#model.shown.schemas[page] ?? []).keys()]);
  }

  /** The selected fields as JSON. */
  copy(): string {
    const fields = fieldsIn(this.#model.shown, this.#chosen);
    this.#canvas.announce(work.copied(fields.length));
    return toClipboard(fields, this.#model.definitions);
  }

  /** Adds copied fields, also of another template, as far as the rules of layouts permit them. */
  paste(text: string): void {
    const pasted = fromClipboard(text, this.#model.definitions);
    if (pasted === undefined) {
      this.#canvas.announce(work.notPasted);
      return;
    }
    const { fields, custom, problems } = pasted;
    const all = fields.length + problems.length;
    const { page } = this.#canvas;
    if (fields.length > 0) {
      if (custom !== this.#model.definitions.custom) this.#model.define(custom);
      this.#add(page, fields);
    }
    this.#canvas.announce(
      problems.length === 0
        ? work.pasted(fields.length)
        : work.pastedSome(fields.length, all, problems.find((each) => each !== "") ?? ""),
    );
  }

  get #chosen(): ChosenFields {
    return this.#canvas.chosen;
  }

  #change(change: (design: Design) => Design): void {
    const { page, indexes } = this.#chosen;
    const design = this.#model.changeShown(change(this.#model.shown), performance.now());
    const names = [...indexes].flatMap((index) => design.schemas[page]?.[index]?.name ?? []);
    this.#canvas.show(design, names);
  }

  #add(page: number, fields: Parameters<typeof addCopies>[2]): void {
    const { shown: design } = this.#model;
    const size = this.#canvas.sizeOf(page);
    const changed = this.#model.changeShown(addCopies(design, page, fields, size));
    const before = design.schemas[page]?.length ?? 0;
    const names = (changed.schemas[page] ?? []).slice(before).map(({ name }) => name);
    this.#canvas.show(changed, names);
    this.#canvas.focus();
  }
}

function rounded(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}

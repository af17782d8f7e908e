import { bindingOf } from "@paraph/core/layouts";

import type { Theme } from "../../../ui/browser/appearance/color.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Fillable } from "../data/data_panel.ts";
import { bound, dressed, unbound } from "../design/binding.ts";
import { type Design, type DesignField, isOverlay, mapFields, namesOf } from "../design/design.ts";
import { printedArea } from "../design/page_setup.ts";
import {
  type Area,
  type Placed,
  placeField,
  placeLoop,
  placeVariable,
  type Spot,
} from "../design/placing.ts";
import { withColumns, withSums } from "../design/table.ts";
import type { Work } from "../template/work.ts";
import { TEXTS } from "../texts.ts";
import { Canvas, type Selection, type Sizes } from "./canvas.ts";
import { moreSettings } from "./more_settings.ts";
import { pageSizes } from "./page_sizes.ts";
import { newField, type OfferedType } from "./plugins.ts";
import { designerTheme } from "./theme.ts";

/** What the pages tell. */
interface PagesEvents {
  readonly onSelect: (selection: Selection) => void;
  readonly onPage: () => void;
}

/** A point of the window. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pages as they are worked on: what is done on them goes into the work, and the other way round. */
export class Pages {
  readonly #work: Work;
  readonly #canvas: Canvas;
  #sizes: Sizes = [];

  constructor(host: HTMLElement, work: Work, theme: Theme, { onSelect, onPage }: PagesEvents) {
    this.#work = work;
    this.#canvas = new Canvas(host, work.design, designerTheme(theme), {
      onChange: (design) => this.#take(design),
      onSelect,
      onPage,
      moreSettings: (field) => moreSettings(work, field),
    });
    void this.#measure();
  }

  get page(): number {
    return this.#canvas.page;
  }

  /** Shows what the work has become. */
  reopen(): void {
    this.show(this.#work.design);
  }

  show(design: Design, selected: ReadonlyArray<string> = this.#selectedNames()): void {
    this.#canvas.show(design, selected);
    void this.#measure();
  }

  dress(theme: Theme): void {
    this.#canvas.dress(designerTheme(theme));
  }

  select({ page, at }: { readonly page: number; readonly at: number }): void {
    const name = this.#work.design.schemas[page]?.[at]?.name;
    if (name !== undefined) this.#canvas.select([name], page);
  }

  goTo(page: number): void {
    this.#canvas.goTo(page);
  }

  /** Puts a field for a variable or a list onto a page: where it was dropped, or where there is room. */
  place(fillable: Fillable, dropped?: Point): void {
    const { design, index } = this.#work;
    const { spot, area } = this.#spotFor(dropped);
    this.#add(
      fillable.kind === "variable"
        ? placeVariable(design, fillable.definition, spot, { index, area })
        : placeLoop(design, fillable.definition, spot, { index, area }),
    );
  }

  /** Puts a field of a kind onto a page that nothing fills yet. */
  placeNew(type: OfferedType, dropped?: Point): void {
    const { spot, area } = this.#spotFor(dropped);
    const field = newField(type, TEXTS.fields[type]);
    this.#add(placeField(this.#work.design, field, spot, area));
  }

  bind(key: string): void {
    const { design, index } = this.#work;
    this.#changeSelected((field) => {
      const filled = bound(field, key, { index, taken: namesOf(design) });
      const binding = bindingOf(filled.name, index);
      return binding.kind === "loop" && filled.type === "table"
        ? withAll(filled, binding.loop, index)
        : filled;
    });
  }

  unbind(): void {
    const { index, design } = this.#work;
    this.#changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      if (binding.kind === "static") return field;
      const { label } = binding.kind === "loop" ? binding.loop : binding.variable;
      return unbound(field, label, namesOf(design));
    });
  }

  /** Puts a placeholder behind the text of the selected field. */
  insert(key: string): void {
    this.#changeSelected((field) => {
      const { content = "" } = field;
      const isPlain = content === "" || content === TEXTS.sampleText || field.type !== "text";
      return { ...field, content: isPlain ? `{${key}}` : `${content} {${key}}` };
    });
  }

  setColumns(columns: ReadonlyArray<string>): void {
    const { index } = this.#work;
    this.#changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      return binding.kind === "loop"
        ? dressed(withColumns(field, binding.loop, columns), index)
        : field;
    });
  }

  setSums(columns: ReadonlyArray<string>): void {
    this.#changeSelected((field) => withSums(field, columns, TEXTS.selection.total));
  }

  #add({ design, names }: Placed): void {
    this.show(this.#work.change(design), names);
  }

  #spotFor(dropped: Point | undefined): { readonly spot: Spot; readonly area: Area } {
    const { design } = this.#work;
    const at = dropped && this.#canvas.spotAt(dropped.x, dropped.y, this.#sizes);
    const middle = this.#canvas.middle(this.#sizes);
    const { page } = at ?? middle;
    const area = printedArea(design, this.#sizes[page] ?? { width: 210, height: 297 });
    return at === undefined
      ? { spot: middle, area: isOverlay(design) ? within(area) : area }
      : { spot: { ...at, isChosen: true }, area };
  }

  /** What the designer has made of it, put right; what it was told, when that differs. */
  #take(design: Design): void {
    const wasFilled = this.#rewritten(design);
    const { page } = this.#canvas;
    const before = this.#work.design.schemas[page]?.length ?? 0;
    const right = this.#work.change(design, performance.now());
    void this.#measure();
    if (right === design) return;
    if (wasFilled !== undefined) showStatus(TEXTS.status.dataFills(wasFilled));
    const fields = right.schemas[page] ?? [];
    // What was pasted stands last, and is what is worked on from now on.
    const pasted = fields.slice(before);
    const selected = this.#canvas.selection.fields.flatMap(({ at }) => fields[at] ?? []);
    const names = (pasted.length > 0 ? pasted : selected).map(({ name }) => name);
    this.#canvas.show(right, names);
  }

  /** What a field is called whose text somebody wrote that the data fills. */
  #rewritten({ schemas }: Design): string | undefined {
    const { index, design } = this.#work;
    const before = new Map(design.schemas.flat().map((field) => [field.name, field]));
    const field = schemas.flat().find((each) => {
      const known = before.get(each.name);
      return (
        known?.readOnly === false && known.type === each.type && known.content !== each.content
      );
    });
    if (field === undefined) return undefined;
    const binding = bindingOf(field.name, index);
    return binding.kind === "variable" ? binding.variable.label : undefined;
  }

  #changeSelected(change: (field: DesignField) => DesignField): void {
    const { fields, page } = this.#canvas.selection;
    const selected = new Set(fields.map(({ field }) => field.name));
    if (selected.size === 0) {
      showStatus(TEXTS.status.nothingSelected);
      return;
    }
    const design = mapFields(this.#work.design, (field) =>
      selected.has(field.name) ? change(field) : field,
    );
    const right = this.#work.change(design);
    const names = fields.flatMap(({ at }) => right.schemas[page]?.[at]?.name ?? []);
    this.show(right, names);
  }

  #selectedNames(): ReadonlyArray<string> {
    return this.#canvas.selection.fields.map(({ field }) => field.name);
  }

  async #measure(): Promise<void> {
    this.#sizes = await pageSizes(this.#work.design);
  }
}

/** How far from the edge of a PDF what nobody has dropped is put, in millimetres. */
const EDGE = 10;

function within({ left, top, right, bottom }: Area): Area {
  return { left: left + EDGE, top: top + EDGE, right: right - EDGE, bottom: bottom - EDGE };
}

/** A table of a loop's columns, whatever it had before. */
function withAll(
  field: DesignField,
  loop: Parameters<typeof withColumns>[1],
  index: Work["index"],
): DesignField {
  const { head: _head, headWidthPercentages: _widths, columns: _columns, ...rest } = field;
  const bare = rest as DesignField; // has all that a field must
  return dressed(
    withColumns(
      bare,
      loop,
      loop.itemFields.map(({ key }) => key),
    ),
    index,
  );
}

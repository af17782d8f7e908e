import { bindingOf } from "@paraph/core/layouts";
import type { LoopDefinition } from "@paraph/core/manifests";

import type { Theme } from "../../../ui/browser/appearance/color.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Fillable } from "../data/data_panel.ts";
import { bindField, withDefaults, unbindField } from "../design/binding.ts";
import { type Design, type DesignField, isOverlay, mapFields, namesOf } from "../design/design.ts";
import { textSettingOf } from "../design/field_settings.ts";
import { printedArea } from "../design/page_setup.ts";
import {
  type Area,
  type PlacementResult,
  placeField,
  placeLoop,
  placeVariable,
  type Spot,
} from "../design/placing.ts";
import { withColumns } from "../design/table.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { Canvas, type Selection, type Sizes } from "./canvas.ts";
import { conditionWidgets } from "./condition_widget.ts";
import { moreSettings } from "./more_settings.ts";
import { pageSizes } from "./page_sizes.ts";
import { newField, type OfferedType } from "./plugins.ts";
import { designerTheme } from "./theme.ts";

/** The listeners of the pages. */
interface PagesEvents {
  readonly onSelect: (selection: Selection) => void;
  readonly onPage: () => void;
}

/** A point of the window. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Connects the canvas with the template model. */
export class Pages {
  readonly #model: TemplateModel;
  readonly #canvas: Canvas;
  #sizes: Sizes = [];

  constructor(
    host: HTMLElement,
    model: TemplateModel,
    theme: Theme,
    { onSelect, onPage }: PagesEvents,
  ) {
    this.#model = model;
    this.#canvas = new Canvas(host, model.design, designerTheme(theme), {
      onChange: (design) => this.#take(design),
      onSelect,
      onPage,
      extras: {
        more: (field) => moreSettings(model, field),
        widgets: conditionWidgets(model),
        place: () => ({ index: model.index, data: model.sampleScope.data }),
      },
    });
    void this.#measure();
  }

  get page(): number {
    return this.#canvas.page;
  }

  /** Shows the model's design. */
  reopen(): void {
    this.show(this.#model.design);
  }

  show(design: Design, selectedNames: ReadonlyArray<string> = this.#selectedNames()): void {
    this.#canvas.show(design, selectedNames);
    void this.#measure();
  }

  setTheme(theme: Theme): void {
    this.#canvas.setTheme(designerTheme(theme));
  }

  select({ page, index }: { readonly page: number; readonly index: number }): void {
    const name = this.#model.design.schemas[page]?.[index]?.name;
    if (name !== undefined) this.#canvas.select([name], page);
  }

  goTo(page: number): void {
    this.#canvas.goTo(page);
  }

  /** Places a field for a variable or loop: where it was dropped, or in a free place. */
  place(fillable: Fillable, dropPoint?: Point): void {
    const { design, index } = this.#model;
    const { spot, area } = this.#spotFor(dropPoint);
    this.#add(
      fillable.kind === "variable"
        ? placeVariable(design, fillable.definition, spot, { index, area })
        : placeLoop(design, fillable.definition, spot, { index, area }),
    );
  }

  /** Places a static field of a type. */
  placeNew(type: OfferedType, dropPoint?: Point): void {
    const { spot, area } = this.#spotFor(dropPoint);
    const field = newField(type, TEXTS.fields[type]);
    this.#add(placeField(this.#model.design, field, spot, area));
  }

  bind(key: string): void {
    const { design, index } = this.#model;
    this.#changeSelected((field) => {
      const boundField = bindField(field, key, { index, usedNames: namesOf(design) });
      const binding = bindingOf(boundField.name, index);
      return binding.kind === "loop" && boundField.type === "table"
        ? withAllColumns(boundField, binding.loop, index)
        : boundField;
    });
  }

  unbind(): void {
    const { index, design } = this.#model;
    this.#changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      if (binding.kind === "static") return field;
      const { label } = binding.kind === "loop" ? binding.loop : binding.variable;
      return unbindField(field, label, namesOf(design));
    });
  }

  /** Appends a placeholder to the text of the selected field. */
  insert(key: string): void {
    this.#changeSelected((field) => {
      const { content = "" } = field;
      const isPlain = content === "" || content === TEXTS.sampleText || field.type !== "text";
      return { ...field, content: isPlain ? `{${key}}` : `${content} {${key}}` };
    });
  }

  /** Replaces the text of the selected field. */
  write(text: string): void {
    this.#changeSelected((field) => ({ ...field, [textSettingOf(field)]: text }));
  }

  /** Changes the selected table for a loop. */
  changeTable(change: (table: DesignField, loop: LoopDefinition) => DesignField): void {
    const { index } = this.#model;
    this.#changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      return binding.kind === "loop" ? withDefaults(change(field, binding.loop), index) : field;
    });
  }

  #add({ design, names }: PlacementResult): void {
    this.show(this.#model.change(design), names);
  }

  #spotFor(dropPoint: Point | undefined): { readonly spot: Spot; readonly area: Area } {
    const { design } = this.#model;
    const dropSpot = dropPoint && this.#canvas.spotFromPoint(dropPoint.x, dropPoint.y, this.#sizes);
    const middle = this.#canvas.middle(this.#sizes);
    const { page } = dropSpot ?? middle;
    const area = printedArea(design, this.#sizes[page] ?? { width: 210, height: 297 });
    return dropSpot === undefined
      ? { spot: middle, area: isOverlay(design) ? within(area) : area }
      : { spot: { ...dropSpot, isChosen: true }, area };
  }

  /** Takes a change of the designer, and shows the repaired design if it differs. */
  #take(taken: Design): void {
    // The designer does not know the settings of pages.
    const { pages } = this.#model.design;
    const design = pages === undefined || pages === taken.pages ? taken : { ...taken, pages };
    const overwrittenLabel = this.#rewritten(design);
    const { page } = this.#canvas;
    const before = this.#model.design.schemas[page]?.length ?? 0;
    const repairedDesign = this.#model.change(design, performance.now());
    void this.#measure();
    if (repairedDesign === design) return;
    if (overwrittenLabel !== undefined) showStatus(TEXTS.status.dataFills(overwrittenLabel));
    const fields = repairedDesign.schemas[page] ?? [];
    // A pasted field comes last and is selected.
    const newFields = fields.slice(before);
    const selectedFields = this.#canvas.selection.fields.flatMap(
      ({ index }) => fields[index] ?? [],
    );
    const names = (newFields.length > 0 ? newFields : selectedFields).map(({ name }) => name);
    this.#canvas.show(repairedDesign, names);
  }

  /** Returns the label of a variable whose placeholder text the user has changed. */
  #rewritten({ schemas }: Design): string | undefined {
    const { index, design } = this.#model;
    const before = new Map(design.schemas.flat().map((field) => [field.name, field]));
    const field = schemas.flat().find((each) => {
      const previous = before.get(each.name);
      return (
        previous?.readOnly === false &&
        previous.type === each.type &&
        previous.content !== each.content
      );
    });
    if (field === undefined) return undefined;
    const binding = bindingOf(field.name, index);
    return binding.kind === "variable" ? binding.variable.label : undefined;
  }

  #changeSelected(change: (field: DesignField) => DesignField): void {
    const { fields, page } = this.#canvas.selection;
    const selectedNames = new Set(fields.map(({ field }) => field.name));
    if (selectedNames.size === 0) {
      showStatus(TEXTS.status.nothingSelected);
      return;
    }
    const design = mapFields(this.#model.design, (field) =>
      selectedNames.has(field.name) ? change(field) : field,
    );
    const repairedDesign = this.#model.change(design);
    const names = fields.flatMap(({ index }) => repairedDesign.schemas[page]?.[index]?.name ?? []);
    this.show(repairedDesign, names);
  }

  #selectedNames(): ReadonlyArray<string> {
    return this.#canvas.selection.fields.map(({ field }) => field.name);
  }

  async #measure(): Promise<void> {
    this.#sizes = await pageSizes(this.#model.design);
  }
}

/** The distance of fields that were not dropped from the edge of a PDF, in millimetres. */
const EDGE = 10;

function within({ left, top, right, bottom }: Area): Area {
  return { left: left + EDGE, top: top + EDGE, right: right - EDGE, bottom: bottom - EDGE };
}

/** Returns a table with all columns of a loop. */
function withAllColumns(
  field: DesignField,
  loop: LoopDefinition,
  index: TemplateModel["index"],
): DesignField {
  const { head: _head, headWidthPercentages: _widths, columns: _columns, ...rest } = field;
  const bare = rest as DesignField; // has all that a field must
  return withDefaults(
    withColumns(
      bare,
      loop,
      loop.itemFields.map(({ key }) => key),
    ),
    index,
  );
}

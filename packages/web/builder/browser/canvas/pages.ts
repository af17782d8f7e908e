import { bindingOf } from "@paraph/core/layouts";
import type { LoopDefinition } from "@paraph/core/manifests";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Fillable } from "../data/data_panel.ts";
import { boundsOf } from "../design/arrange.ts";
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
import type { Surroundings } from "../sections/row_offsets.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { Canvas, type Selection } from "./canvas.ts";
import { conditionWidgets } from "./condition_widget.ts";
import { FieldCommands } from "./field_commands.ts";
import { listenForFieldKeys } from "./field_keys.ts";
import { moreSettings } from "./more_settings.ts";
import { blankPageSize } from "./page_sizes.ts";
import { newField, type OfferedType } from "./plugins.ts";

/** The listeners of the pages. */
interface PagesEvents {
  readonly onSelect: (selection: Selection) => void;
  readonly onPage: () => void;
  /** Called when the user wants to change the settings of the selected field. */
  readonly onOpen: () => void;
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
  readonly #commands: FieldCommands;

  constructor(host: HTMLElement, model: TemplateModel, { onSelect, onPage, onOpen }: PagesEvents) {
    this.#model = model;
    this.#canvas = new Canvas(host, model.shown, {
      onChange: (design) => this.#take(design),
      onSelect,
      onPage,
      onOpen,
      extras: {
        more: (field) => moreSettings(model, field),
        widgets: conditionWidgets(model),
        place: () => model.place,
        around: (name) => this.#around(name),
      },
    });
    this.#commands = new FieldCommands(model, this.#canvas);
    listenForFieldKeys({ host, canvas: this.#canvas, commands: this.#commands, open: onOpen });
  }

  /** The commands for the selected fields. */
  get commands(): FieldCommands {
    return this.#commands;
  }

  get page(): number {
    return this.#canvas.page;
  }

  get selection(): Selection {
    return this.#canvas.selection;
  }

  /** Shows the model's pages, or its open section. */
  reopen(): void {
    this.show(this.#model.shown);
  }

  /** Shows a design with these fields selected. */
  show(design: Design, selectedNames: ReadonlyArray<string> = this.#selectedNames()): void {
    this.#canvas.show(design, selectedNames);
  }

  /** Moves the focus to the selected field, or to the pages. */
  focus(): void {
    this.#canvas.focus();
  }

  /** Selects a field of what is shown. */
  select({ page, index }: { readonly page: number; readonly index: number }): void {
    const name = this.#model.shown.schemas[page]?.[index]?.name;
    if (name !== undefined) this.#canvas.select([name], page);
  }

  goTo(page: number): void {
    this.#canvas.goTo(page);
  }

  /** Places a field for a variable or loop: where it was dropped, or in a free place. */
  place(fillable: Fillable, dropPoint?: Point): void {
    this.add(this.#placement(fillable, dropPoint).result);
  }

  /** Places a static field of a type. */
  placeNew(type: OfferedType, dropPoint?: Point): void {
    this.add(this.#placement(type, dropPoint).result);
  }

  /** Shows where a dragged field would be dropped; without a point, nothing. */
  showDrop(dragged: Fillable | OfferedType, dropPoint: Point | undefined): void {
    const isOnPage =
      dropPoint !== undefined && this.#canvas.spotFromPoint(dropPoint.x, dropPoint.y) !== undefined;
    if (!isOnPage) return this.#canvas.showDrop(0, undefined);
    const { result, page } = this.#placement(dragged, dropPoint);
    const before = this.#model.shown.schemas[page]?.length ?? 0;
    this.#canvas.showDrop(page, boundsOf((result.design.schemas[page] ?? []).slice(before)));
  }

  #placement(placed: Fillable | OfferedType, dropPoint: Point | undefined) {
    const { shown: design, shownIndex: index } = this.#model;
    const { spot, area } = this.#spotFor(dropPoint);
    const { page } = spot;
    if (typeof placed === "string") {
      const field = newField(placed, TEXTS.fields[placed]);
      return { page, result: placeField(design, field, spot, area) };
    }
    const place = { index, area };
    return placed.kind === "variable"
      ? { page, result: placeVariable(design, placed.definition, spot, place) }
      : { page, result: placeLoop(design, placed.definition, spot, place) };
  }

  bind(key: string): void {
    const { shown: design, shownIndex: index } = this.#model;
    this.changeSelected((field) => {
      const boundField = bindField(field, key, { index, usedNames: namesOf(design) });
      const binding = bindingOf(boundField.name, index);
      return binding.kind === "loop" && boundField.type === "table"
        ? withAllColumns(boundField, binding.loop, index)
        : boundField;
    });
  }

  unbind(): void {
    const { shownIndex: index, shown: design } = this.#model;
    this.changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      if (binding.kind === "static") return field;
      const { label } = binding.kind === "loop" ? binding.loop : binding.variable;
      return unbindField(field, label, namesOf(design));
    });
  }

  /** Appends a placeholder to the text of the selected field. */
  insert(key: string): void {
    this.changeSelected((field) => {
      const { content = "" } = field;
      const isPlain = content === "" || content === TEXTS.sampleText || field.type !== "text";
      return { ...field, content: isPlain ? `{${key}}` : `${content} {${key}}` };
    });
  }

  /** Replaces the text of the selected field. */
  write(text: string): void {
    this.changeSelected((field) => ({ ...field, [textSettingOf(field)]: text }));
  }

  /** Changes the selected table for a loop. */
  changeTable(change: (table: DesignField, loop: LoopDefinition) => DesignField): void {
    const { shownIndex: index } = this.#model;
    this.changeSelected((field) => {
      const binding = bindingOf(field.name, index);
      return binding.kind === "loop" ? withDefaults(change(field, binding.loop), index) : field;
    });
  }

  /** Shows changed fields with some of them selected. */
  add({ design, names }: PlacementResult): void {
    this.show(this.#model.changeShown(design), names);
  }

  #spotFor(dropPoint: Point | undefined): { readonly spot: Spot; readonly area: Area } {
    const { shown: design } = this.#model;
    const dropSpot = dropPoint && this.#canvas.spotFromPoint(dropPoint.x, dropPoint.y);
    const middle = this.#canvas.middle();
    const { page } = dropSpot ?? middle;
    const area = this.#areaOf(design, page);
    return dropSpot === undefined
      ? { spot: middle, area: isOverlay(design) ? within(area) : area }
      : { spot: { ...dropSpot, isChosen: true }, area };
  }

  #areaOf(design: Design, page: number): Area {
    const area = printedArea(design, this.#canvas.sizeOf(page));
    const section = this.#model.openedSections.at(-1);
    // A section grows with its fields.
    return section === undefined || isRecord(section["grid"])
      ? area
      : { ...area, bottom: MAX_LENGTH };
  }

  /** The fields of the page that has a field, and its size. */
  #around(name: string): Surroundings {
    const { shown } = this.#model;
    const page = shown.schemas.findIndex((fields) => fields.some((field) => field.name === name));
    // Sections are on blank pages alone. The canvas calls this before it is complete.
    return { ...blankPageSize(shown, page), fields: shown.schemas[page] ?? [] };
  }

  /** Takes a change of the designer, and shows the repaired design if it differs. */
  #take(taken: Design): void {
    // The designer does not know the settings of pages.
    const { pages } = this.#model.shown;
    const design = pages === undefined || pages === taken.pages ? taken : { ...taken, pages };
    const overwrittenLabel = this.#rewritten(design);
    const { page } = this.#canvas;
    const before = this.#model.shown.schemas[page]?.length ?? 0;
    const repairedDesign = this.#model.changeShown(design, performance.now());
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
    const { shownIndex: index, shown: design } = this.#model;
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

  /** Changes the selected fields. */
  changeSelected(change: (field: DesignField) => DesignField): void {
    const { fields, page } = this.#canvas.selection;
    const selectedNames = new Set(fields.map(({ field }) => field.name));
    if (selectedNames.size === 0) {
      showStatus(TEXTS.status.nothingSelected);
      return;
    }
    const design = mapFields(this.#model.shown, (field) =>
      selectedNames.has(field.name) ? change(field) : field,
    );
    const repairedDesign = this.#model.changeShown(design, performance.now());
    const names = fields.flatMap(({ index }) => repairedDesign.schemas[page]?.[index]?.name ?? []);
    this.show(repairedDesign, names);
  }

  #selectedNames(): ReadonlyArray<string> {
    return this.#canvas.selection.fields.map(({ field }) => field.name);
  }
}

/** The greatest length of a layout in millimetres. */
const MAX_LENGTH = 5000;

/** The distance of fields that were not dropped from the edge of a PDF, in millimetres. */
const EDGE = 10;

function within({ left, top, right, bottom }: Area): Area {
  return { left: left + EDGE, top: top + EDGE, right: right - EDGE, bottom: bottom - EDGE };
}

/** Returns a table with all columns of a loop. */
function withAllColumns(
  field: DesignField,
  loop: LoopDefinition,
  index: TemplateModel["shownIndex"],
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

import { indexInSections } from "@paraph/core/layouts";

import { showStatus } from "../../../ui/browser/status.ts";
import type { Pages } from "../canvas/pages.ts";
import { type DesignField, namesOf } from "../design/design.ts";
import { withoutDefaults } from "../design/saved_layout.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { addToSection, freeFields, groupFields, ungroup } from "./grouping.ts";
import { withContents } from "./section_contents.ts";
import { changeSectionAt, rawFieldsOf, type SectionPath } from "./section_path.ts";

/** The commands on sections: what is shown of them, and which fields they have. */
export class SectionCommands {
  readonly #model: TemplateModel;
  readonly #pages: Pages;

  constructor(model: TemplateModel, pages: Pages) {
    this.#model = model;
    this.#pages = pages;
  }

  /** Shows the contents of a section; `undefined` shows the pages. A section that is left is selected. */
  open(path: SectionPath | undefined): void {
    const { opened, openedSections } = this.#model;
    const levels = path?.positions.length ?? 0;
    if (levels === 0 && opened === undefined) return;
    const left = levels < openedSections.length ? openedSections[levels] : undefined;
    this.#model.openSection(path);
    this.#pages.show(this.#model.shown, left === undefined ? [] : [left.name]);
    const section = this.#model.openedSections.at(-1);
    if (section === undefined && opened !== undefined && left === undefined)
      this.#pages.goTo(opened.page);
    showStatus(section === undefined ? TEXTS.sections.closed : TEXTS.sections.opened(section.name));
  }

  /** Shows the contents of the selected section; returns whether one is selected. */
  openSelected(): boolean {
    const { fields, page } = this.#pages.selection;
    const [first] = fields;
    if (fields.length !== 1 || first === undefined || first.field.type !== "section") return false;
    const { opened } = this.#model;
    const positions = [...(opened?.positions ?? []), first.index];
    this.open({ page: opened?.page ?? page, positions });
    return true;
  }

  /** Shows what is around the open section; returns whether one was open. */
  leave(): boolean {
    const { opened } = this.#model;
    if (opened === undefined) return false;
    this.open(pathAround(opened));
    return true;
  }

  /** Selects a field of the layout, and opens the section that it is in. */
  select({ page, positions }: SectionPath): void {
    const path = pathAround({ page, positions });
    this.open(path);
    const shownPage = path === undefined ? page : 0;
    const field = this.#model.shown.schemas[shownPage]?.[positions.at(-1) ?? 0];
    if (field !== undefined) this.#pages.show(this.#model.shown, [field.name]);
  }

  /** Makes a section of the selected fields. */
  group(): void {
    const { shown, shownIndex } = this.#model;
    const chosen = this.#chosen();
    if (chosen.indexes.length === 0) return;
    const { design, name } = groupFields(shown, chosen, shownIndex, TEXTS.fields.section);
    this.#pages.add({ design, names: [name] });
  }

  /** Adds the selected fields to a section next to them, by its position. */
  addTo(position: number): void {
    const { shown, shownIndex } = this.#model;
    const chosen = this.#chosen();
    const name = shown.schemas[chosen.page]?.[position]?.name ?? "";
    const design = addToSection(shown, chosen, position, shownIndex);
    this.#pages.add({ design, names: [name] });
  }

  /** Replaces the selected section by its fields. */
  ungroup(): void {
    const { shown, shownIndex } = this.#model;
    const { page, indexes } = this.#chosen();
    const [first] = indexes;
    if (first !== undefined) this.#pages.add(ungroup(shown, page, first, shownIndex));
  }

  /** Moves the selected fields out of the open section, to what is around it. */
  moveOut(): void {
    const { opened, openedSections, shown, shownIndex, design, index } = this.#model;
    const section = openedSections.at(-1);
    const { indexes } = this.#chosen();
    if (opened === undefined || section === undefined || indexes.length === 0) return;
    const around = indexInSections(
      openedSections.slice(0, -1).map(({ name }) => name),
      index,
    );
    const fields = shown.schemas[0] ?? [];
    const others = {
      ...shown,
      schemas: [fields.filter((_, position) => !indexes.includes(position))],
    };
    const left = changeSectionAt(design, opened, (each) => withContents(each, others, shownIndex));
    const parent = pathAround(opened);
    const used =
      parent === undefined
        ? [...namesOf(design)]
        : rawFieldsOf(openedSections.at(-2) ?? {}).map(nameOf);
    const chosen = fields.filter((_, position) => indexes.includes(position));
    const freed = freeFields(section, chosen, around, used);
    this.#model.change(
      parent === undefined
        ? {
            ...left,
            schemas: left.schemas.map((list, page) =>
              page === opened.page ? [...list, ...freed] : list,
            ),
          }
        : changeSectionAt(left, parent, (each) => ({
            ...each,
            fields: [...rawFieldsOf(each), ...freed.map((field) => withoutDefaults(field, around))],
          })),
    );
    this.#model.openSection(parent);
    this.#pages.show(
      this.#model.shown,
      freed.map(({ name }) => name),
    );
  }

  /** Deletes the selected fields. */
  remove(): void {
    const { page, indexes } = this.#chosen();
    this.#changeList(page, (fields) => fields.filter((_, position) => !indexes.includes(position)));
  }

  /** Moves a field in the order of the list, in which fields are drawn and read. */
  reorder(page: number, from: number, step: number): void {
    this.#changeList(page, (fields) => {
      const field = fields[from];
      return field === undefined
        ? fields
        : fields.toSpliced(from, 1).toSpliced(from + step, 0, field);
    });
  }

  #changeList(
    page: number,
    change: (fields: ReadonlyArray<DesignField>) => ReadonlyArray<DesignField>,
  ): void {
    const { shown } = this.#model;
    const schemas = shown.schemas.map((fields, at) => (at === page ? change(fields) : fields));
    const names = this.#pages.selection.fields.map(({ field }) => field.name);
    this.#pages.add({ design: { ...shown, schemas }, names });
  }

  #chosen(): { readonly page: number; readonly indexes: ReadonlyArray<number> } {
    const { page, fields } = this.#pages.selection;
    return { page, indexes: fields.map(({ index }) => index) };
  }
}

function pathAround({ page, positions }: SectionPath): SectionPath | undefined {
  return positions.length < 2 ? undefined : { page, positions: positions.slice(0, -1) };
}

function nameOf(field: unknown): string {
  return typeof field === "object" && field !== null && "name" in field ? String(field.name) : "";
}

import {
  button,
  h,
  iconButton,
  labeledControl,
  replaceKeepingFocus,
  select,
  checkbox,
} from "../../../ui/browser/dom.ts";
import { type Design, isOverlay, withPages } from "../design/design.ts";
import {
  ownSetup,
  repeatedFields,
  repeatedFieldsOf,
  withOwnSetup,
  withRepeatedFields,
} from "../design/own_pages.ts";
import {
  hasPageNumbers,
  type PageSetup,
  setupOf,
  withPageNumbers,
  withSetup,
} from "../design/page_setup.ts";
import { repeatedFieldsDialog } from "../files/repeated_fields_dialog.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { BasePdfCard } from "./base_pdf_card.ts";
import { paperControls } from "./paper_controls.ts";

/** The actions of the panel. */
export interface PageActions {
  readonly change: (design: Design) => void;
  /** The index of the current page, from 0. */
  readonly page: () => number;
  readonly goTo: (page: number) => void;
  readonly select: (field: { readonly page: number; readonly index: number }) => void;
  /** Moves a field by a step in the order of printing and reading. */
  readonly reorder: (page: number, index: number, step: number) => void;
}

/** The settings of the paper: size, margins, pages, background PDF. */
export class PagePanel {
  readonly element = h("div", { class: "page-panel" });
  readonly #model: TemplateModel;
  readonly #actions: PageActions;
  readonly #base: BasePdfCard;
  #shown = "";

  constructor(model: TemplateModel, actions: PageActions) {
    this.#model = model;
    this.#actions = actions;
    this.#base = new BasePdfCard(model, actions.change);
    model.onChange(() => this.show());
    this.show();
  }

  show(): void {
    const { shown: design, opened } = this.#model;
    const { basePdf, schemas } = design;
    // The canvas updates its current page later.
    const page = Math.min(this.#actions.page(), schemas.length - 1);
    const state = JSON.stringify([
      typeof basePdf === "string" ? basePdf.length : basePdf,
      schemas.length,
      page,
      schemas[page]?.map(({ name }) => name),
      opened,
      design.pages,
    ]);
    if (state === this.#shown) return;
    this.#shown = state;
    replaceKeepingFocus(
      this.element,
      ...(opened === undefined ? this.#paperOf(design, page) : []),
      ...((schemas[page]?.length ?? 0) === 0 ? [] : [this.#fields(page)]),
    );
  }

  #paperOf(design: Design, page: number): ReadonlyArray<HTMLElement> {
    const { basePdf, schemas } = design;
    return [
      ...(typeof basePdf === "string" ? [] : [this.#paper(setupOf(basePdf))]),
      this.#base.element,
      ...(isOverlay(design) ? [] : [this.#pages(page, schemas.length)]),
    ];
  }

  #paper(setup: PageSetup): HTMLElement {
    const { change } = this.#actions;
    const apply = (next: PageSetup) => change(withSetup(this.#model.design, next));
    return h(
      "section",
      { class: "block" },
      h("h2", {}, TEXTS.page.paper),
      ...paperControls(setup, apply, ""),
      checkbox(TEXTS.page.numbers, hasPageNumbers(this.#model.design), (isWanted) =>
        change(withPageNumbers(this.#model.design, isWanted)),
      ),
    );
  }

  /** The paper, headers and footers of one page. */
  #ownPaper(page: number): ReadonlyArray<HTMLElement> {
    const { design } = this.#model;
    const { basePdf } = design;
    if (typeof basePdf === "string") return [];
    const { change } = this.#actions;
    const setup = ownSetup(design, page);
    const own = checkbox(TEXTS.page.ownPaper, setup !== undefined, (isOwn) =>
      change(withOwnSetup(this.#model.design, page, isOwn ? setupOf(basePdf) : undefined)),
    );
    own.querySelector("input")?.setAttribute("data-key", "own paper");
    const repeated = select(
      Object.entries(TEXTS.page.repeatedFields),
      repeatedFieldsOf(design, page),
      (value) => {
        if (value === "own") void this.#editRepeated(page);
        else
          change(withRepeatedFields(this.#model.design, page, value === "none" ? [] : undefined));
      },
    );
    repeated.dataset["key"] = "repeated";
    return [
      own,
      ...(setup === undefined
        ? []
        : [
            ...paperControls(
              setup,
              (next) => change(withOwnSetup(this.#model.design, page, next)),
              "own ",
            ),
          ]),
      labeledControl(TEXTS.page.repeated, repeated),
      ...(repeatedFieldsOf(design, page) === "own"
        ? [
            button(TEXTS.page.editRepeated, () => void this.#editRepeated(page), {
              class: "is-small",
              "data-key": "edit repeated",
            }),
          ]
        : []),
    ];
  }

  async #editRepeated(page: number): Promise<void> {
    const fields = await repeatedFieldsDialog(repeatedFields(this.#model.design, page));
    if (fields !== undefined)
      this.#actions.change(withRepeatedFields(this.#model.design, page, fields));
    // Without a change, the list shows the choice before.
    this.#shown = "";
    this.show();
  }

  #pages(page: number, count: number): HTMLElement {
    return h(
      "section",
      { class: "block" },
      h("h2", {}, TEXTS.page.pages),
      h(
        "div",
        { class: "pages-row" },
        h("span", {}, TEXTS.page.ofPages(page + 1, count)),
        iconButton(TEXTS.page.add, icon("plus"), () => this.#add(page), { id: "add-page" }),
        iconButton(TEXTS.page.remove, icon("trash"), () => void this.#remove(page), {
          id: "remove-page",
          disabled: count === 1,
        }),
      ),
      ...this.#ownPaper(page),
    );
  }

  /** The fields of the page, to select with the keyboard. */
  #fields(page: number): HTMLElement {
    const { shown, opened } = this.#model;
    const fields = shown.schemas[page] ?? [];
    const items = fields.map(({ name }, index) => {
      const onclick = () => this.#actions.select({ page, index });
      const move = (label: string, glyph: "up" | "down", step: number, isEnd: boolean) =>
        iconButton(label, icon(glyph), () => this.#actions.reorder(page, index, step), {
          class: "is-quiet",
          disabled: isEnd,
          "data-key": `${glyph} ${page}.${name}`,
        });
      const attributes = {
        type: "button",
        class: "field-name",
        "data-key": `${page}.${name}`,
        onclick,
      };
      return h(
        "li",
        {},
        h("button", attributes, name),
        move(TEXTS.sections.moveUp(name), "up", -1, index === 0),
        move(TEXTS.sections.moveDown(name), "down", 1, index === fields.length - 1),
      );
    });
    return h(
      "section",
      { class: "block" },
      h("h2", {}, opened === undefined ? TEXTS.page.fields : TEXTS.page.sectionFields),
      h("ul", { class: "field-names" }, ...items),
    );
  }

  #add(page: number): void {
    const { design } = this.#model;
    this.#actions.change(withPages(design, (pages, empty) => pages.toSpliced(page + 1, 0, empty)));
    this.#actions.goTo(page + 1);
  }

  async #remove(page: number): Promise<void> {
    const { design } = this.#model;
    const count = design.schemas[page]?.length ?? 0;
    const isSure =
      count === 0 ||
      (await ask(TEXTS.page.removeTitle, TEXTS.page.removeText(count), [
        { label: TEXTS.remove.cancel, value: false },
        { label: TEXTS.page.remove, value: true, kind: "is-danger" },
      ])) === true;
    if (!isSure) return;
    this.#actions.change(withPages(design, (pages) => pages.toSpliced(page, 1)));
  }
}

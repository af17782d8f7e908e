import {
  setError,
  h,
  iconButton,
  labeledControl,
  nextId,
  replaceKeepingFocus,
  select,
  checkbox,
} from "../../../ui/browser/dom.ts";
import { type Design, isOverlay, withPages } from "../design/design.ts";
import {
  formatOf,
  FORMATS,
  hasPageNumbers,
  hasSpace,
  type PageSetup,
  setupOf,
  withPageNumbers,
  withSetup,
} from "../design/page_setup.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { BasePdfCard } from "./base_pdf_card.ts";

/** The actions of the panel. */
export interface PageActions {
  readonly change: (design: Design) => void;
  /** The index of the current page, from 0. */
  readonly page: () => number;
  readonly goTo: (page: number) => void;
  readonly select: (field: { readonly page: number; readonly index: number }) => void;
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
    const { design } = this.#model;
    const { basePdf, schemas } = design;
    // The canvas updates its current page later.
    const page = Math.min(this.#actions.page(), schemas.length - 1);
    const state = JSON.stringify([
      typeof basePdf === "string" ? basePdf.length : basePdf,
      schemas.length,
      page,
      schemas[page]?.map(({ name }) => name),
    ]);
    if (state === this.#shown) return;
    this.#shown = state;
    replaceKeepingFocus(
      this.element,
      ...(typeof basePdf === "string" ? [] : [this.#paper(setupOf(basePdf))]),
      this.#base.element,
      ...(isOverlay(design) ? [] : [this.#pages(page, schemas.length)]),
      ...((schemas[page]?.length ?? 0) === 0 ? [] : [this.#fields(page)]),
    );
  }

  #paper(setup: PageSetup): HTMLElement {
    const { change } = this.#actions;
    const apply = (next: PageSetup) => change(withSetup(this.#model.design, next));
    const format = select(
      FORMATS.map((name) => [name, name] as const),
      setup.format,
      (value) => apply({ ...setup, format: formatOf(value) }),
    );
    const orientation = select(
      [
        ["portrait", TEXTS.page.portrait],
        ["landscape", TEXTS.page.landscape],
      ],
      setup.orientation,
      (value) => apply({ ...setup, orientation: value === "landscape" ? "landscape" : "portrait" }),
    );
    format.dataset["key"] = "format";
    orientation.dataset["key"] = "orientation";
    const problem = h("p", { class: "problem", id: nextId(), role: "alert" });
    const sides = TEXTS.page.sides.map((label, index) => {
      const limits = { min: 0, max: 500, step: 1 };
      const input = h("input", { type: "number", ...limits, inputmode: "decimal" });
      input.dataset["key"] = `margin ${index}`;
      input.value = String(Math.round((setup.margins[index] ?? 0) * 10) / 10);
      input.addEventListener("change", () => {
        const [top, right, bottom, left] = setup.margins.map((margin, side) =>
          side === index ? input.valueAsNumber : margin,
        );
        const next: PageSetup = {
          ...setup,
          margins: [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0],
        };
        const isValid = Number.isFinite(input.valueAsNumber) && hasSpace(next);
        problem.textContent = isValid ? "" : TEXTS.page.noSpace;
        setError(input, isValid ? "" : " ");
        if (isValid) apply(next);
      });
      return labeledControl(label, input);
    });
    return h(
      "section",
      { class: "block" },
      h("h2", {}, TEXTS.page.paper),
      h(
        "div",
        { class: "pair" },
        labeledControl(TEXTS.page.format, format),
        labeledControl(TEXTS.page.orientation, orientation),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, TEXTS.page.margins),
        h("div", { class: "sides" }, ...sides),
        problem,
      ),
      checkbox(TEXTS.page.numbers, hasPageNumbers(this.#model.design), (isWanted) =>
        change(withPageNumbers(this.#model.design, isWanted)),
      ),
    );
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
      Boolean(this.#model.design.pages?.[page]) &&
        h("p", { class: "hint" }, TEXTS.page.ownSettings),
    );
  }

  /** The fields of the page, to select with the keyboard. */
  #fields(page: number): HTMLElement {
    const items = (this.#model.design.schemas[page] ?? []).map(({ name }, index) => {
      const onclick = () => this.#actions.select({ page, index });
      const button = {
        type: "button",
        class: "field-name",
        "data-key": `${page}.${name}`,
        onclick,
      };
      return h("li", {}, h("button", button, name));
    });
    return h(
      "section",
      { class: "block" },
      h("h2", {}, TEXTS.page.fields),
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

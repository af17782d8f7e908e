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
import { type Design, isOverlay } from "../design/design.ts";
import {
  formatOf,
  FORMATS,
  hasPageNumbers,
  hasRoom,
  type PageSetup,
  setupOf,
  withPageNumbers,
  withSetup,
} from "../design/page_setup.ts";
import type { Work } from "../template/work.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { BasePdfCard } from "./base_pdf_card.ts";

/** What the panel does. */
export interface PageActions {
  readonly change: (design: Design) => void;
  /** The page that is worked on, from nought on. */
  readonly page: () => number;
  readonly goTo: (page: number) => void;
  readonly select: (field: { readonly page: number; readonly at: number }) => void;
}

/** How the paper looks: its size, its margins, its pages, or the PDF that is printed onto. */
export class PagePanel {
  readonly element = h("div", { class: "page-panel" });
  readonly #work: Work;
  readonly #actions: PageActions;
  readonly #base: BasePdfCard;
  #shown = "";

  constructor(work: Work, actions: PageActions) {
    this.#work = work;
    this.#actions = actions;
    this.#base = new BasePdfCard(work, actions.change);
    work.onChange(() => this.show());
    this.show();
  }

  show(): void {
    const { design } = this.#work;
    const { basePdf, schemas } = design;
    // The pages follow what has become of them a moment later.
    const page = Math.min(this.#actions.page(), schemas.length - 1);
    const shown = JSON.stringify([
      typeof basePdf === "string" ? basePdf.length : basePdf,
      schemas.length,
      page,
      schemas[page]?.map(({ name }) => name),
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
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
    const apply = (next: PageSetup) => change(withSetup(this.#work.design, next));
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
    const sides = TEXTS.page.sides.map((label, at) => {
      const limits = { min: 0, max: 500, step: 1 };
      const input = h("input", { type: "number", ...limits, inputmode: "decimal" });
      input.dataset["key"] = `margin ${at}`;
      input.value = String(Math.round((setup.margins[at] ?? 0) * 10) / 10);
      input.addEventListener("change", () => {
        const [top, right, bottom, left] = setup.margins.map((margin, side) =>
          side === at ? input.valueAsNumber : margin,
        );
        const next: PageSetup = {
          ...setup,
          margins: [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0],
        };
        const isRight = Number.isFinite(input.valueAsNumber) && hasRoom(next);
        problem.textContent = isRight ? "" : TEXTS.page.noRoom;
        setError(input, isRight ? "" : " ");
        if (isRight) apply(next);
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
      checkbox(TEXTS.page.numbers, hasPageNumbers(this.#work.design), (isWanted) =>
        change(withPageNumbers(this.#work.design, isWanted)),
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
    );
  }

  /** What lies on the page: there, keys alone select it. */
  #fields(page: number): HTMLElement {
    const items = (this.#work.design.schemas[page] ?? []).map(({ name }, at) => {
      const onclick = () => this.#actions.select({ page, at });
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
    const { design } = this.#work;
    const { schemas } = design;
    const next = [...schemas.slice(0, page + 1), [], ...schemas.slice(page + 1)];
    this.#actions.change({ ...design, schemas: next });
    this.#actions.goTo(page + 1);
  }

  async #remove(page: number): Promise<void> {
    const { design } = this.#work;
    const count = design.schemas[page]?.length ?? 0;
    const isSure =
      count === 0 ||
      (await ask(TEXTS.page.removeTitle, TEXTS.page.removeText(count), [
        { label: TEXTS.remove.cancel, value: false },
        { label: TEXTS.page.remove, value: true, kind: "is-danger" },
      ])) === true;
    if (!isSure) return;
    const schemas = design.schemas.filter((_, at) => at !== page);
    this.#actions.change({ ...design, schemas });
  }
}

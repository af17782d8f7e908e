import { button, h, labeledControl, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { changeSectionAt, type SectionPath } from "./section_path.ts";

const { sections: texts } = TEXTS;

/** What the bar does. */
export interface SectionBarActions {
  readonly open: (path: SectionPath | undefined) => void;
  /** Shows the section after a change of its size. */
  readonly resized: () => void;
}

/** The path to the open section, its size, and a button that leaves it. */
export class SectionBar {
  readonly element = h("nav", { class: "section-bar", "aria-label": texts.path, hidden: true });
  readonly #model: TemplateModel;
  readonly #actions: SectionBarActions;
  #shown = "";

  constructor(model: TemplateModel, actions: SectionBarActions) {
    this.#model = model;
    this.#actions = actions;
    model.onChange(() => this.#show());
  }

  #show(): void {
    const { opened, openedSections } = this.#model;
    const state = JSON.stringify([
      opened,
      openedSections.map(({ name, width, height }) => [name, width, height]),
    ]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.element.hidden = opened === undefined;
    const section = openedSections.at(-1);
    if (opened === undefined || section === undefined) return;
    const { page, positions } = opened;
    const crumbs = openedSections.map(({ name }, level) => {
      const isLast = level === openedSections.length - 1;
      const path = { page, positions: positions.slice(0, level + 1) };
      return h(
        "li",
        {},
        isLast
          ? h("strong", { "aria-current": "location" }, name)
          : button(name, () => this.#actions.open(path), { class: "is-link" }),
      );
    });
    replaceKeepingFocus(
      this.element,
      h(
        "ol",
        {},
        h(
          "li",
          {},
          button(texts.page(page + 1), () => this.#actions.open(undefined), { class: "is-link" }),
        ),
        ...crumbs,
      ),
      this.#size("width", section.width, opened),
      this.#size("height", section.height, opened),
      button(
        texts.done,
        () => {
          const around = positions.slice(0, -1);
          this.#actions.open(around.length === 0 ? undefined : { page, positions: around });
        },
        { class: "is-small", "data-key": "leave" },
      ),
    );
  }

  #size(side: "width" | "height", value: number, path: SectionPath): HTMLElement {
    const input = h("input", { type: "number", min: 1, max: 5000, step: "any", "data-key": side });
    input.value = String(value);
    input.addEventListener("change", () => {
      const length = input.valueAsNumber;
      if (!Number.isFinite(length) || length < 1 || length > 5000) {
        input.value = String(value);
        return;
      }
      const { design } = this.#model;
      this.#model.change(changeSectionAt(design, path, (each) => ({ ...each, [side]: length })));
      this.#actions.resized();
    });
    return labeledControl(texts[side], input);
  }
}

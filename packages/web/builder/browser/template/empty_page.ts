import { button, h } from "../../../ui/browser/dom.ts";
import { isOverlay } from "../design/design.ts";
import { TEXTS } from "../texts.ts";
import type { TemplateModel } from "./model.ts";
import { fetchStarters, type Starter, starterList } from "./starters_dialog.ts";

/** The prepared templates over the empty page of a new template, until it has data or a field. */
export class EmptyPage {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  #isDismissed = false;

  constructor(model: TemplateModel, use: (starter: Starter) => void) {
    const { title, blank } = TEXTS.work.empty;
    this.#model = model;
    this.element = h(
      "section",
      { class: "empty-page", "aria-label": TEXTS.starters.title, hidden: true },
      h("h2", {}, title),
      button(blank, () => this.#dismiss()),
    );
    if (!this.#isOffered()) return;
    this.element.hidden = false;
    model.onChange(() => {
      if (!this.#isOffered()) this.element.hidden = true;
    });
    void this.#load(use);
  }

  /** Hides it while a field is dragged onto the page. */
  hide(isHidden: boolean): void {
    this.element.hidden = isHidden || !this.#isOffered();
  }

  #isOffered(): boolean {
    const { design, template, context, definitions, index } = this.#model;
    const isEmpty = design.schemas.every((fields) => fields.length === 0) && !isOverlay(design);
    const isNew = template === undefined && index.variables.size + index.loops.size === 0;
    const mayUse = context.permissions.saveDraft && definitions.allowCustom;
    return isEmpty && isNew && mayUse && !this.#isDismissed;
  }

  #dismiss(): void {
    this.#isDismissed = true;
    this.element.hidden = true;
  }

  async #load(use: (starter: Starter) => void): Promise<void> {
    try {
      const starters = await fetchStarters();
      this.element.append(starterList(starters, use));
    } catch {
      // The template can be started without them.
    }
  }
}

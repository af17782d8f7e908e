import { button, h, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { type Design, mapFields } from "../design/design.ts";
import {
  type Fix,
  type Requirement,
  type RequirementProblem,
  standardChecklist,
  standardsIn,
} from "../design/standard_checklist.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";

/** The actions of the checklist. */
export interface StandardActions {
  readonly select: (field: { readonly page: number; readonly index: number }) => void;
  readonly change: (design: Design) => void;
  /** Shows the settings of pages. */
  readonly openPage: () => void;
  readonly chooseLanguage: () => void;
}

/** Milliseconds from the last change until the requirements are checked. */
const CHECK_DELAY = 300;

const { standard: texts } = TEXTS;

/** The requirements of the document's standard: which are met, and what breaks the others. */
export class StandardCard {
  readonly element = h("section", { class: "block checklist", hidden: true });
  readonly #model: TemplateModel;
  readonly #actions: StandardActions;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #shown = "";

  constructor(model: TemplateModel, actions: StandardActions) {
    this.#model = model;
    this.#actions = actions;
    model.onChange(() => {
      clearTimeout(this.#checking);
      this.#checking = setTimeout(() => this.#show(), CHECK_DELAY);
    });
    this.#show();
  }

  #show(): void {
    const { layout, manifest, design } = this.#model;
    const requirements = standardChecklist(layout, manifest, design);
    const { archive, isAccessible } = standardsIn(layout);
    const state = JSON.stringify([requirements, archive, isAccessible]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.element.hidden = archive === undefined && !isAccessible;
    const met = requirements.filter(({ problems }) => problems.length === 0).length;
    replaceKeepingFocus(
      this.element,
      h("h2", {}, h("span", { role: "status" }, texts.met(met, requirements.length))),
      ...(requirements.length === 0
        ? []
        : [h("ul", {}, ...requirements.map((each) => this.#item(each)))]),
      h("h3", {}, texts.automatic),
      h(
        "p",
        { class: "hint" },
        [
          ...(archive === undefined ? texts.archiveParts.slice(0, 1) : texts.archiveParts),
          ...(archive?.endsWith("u") === true ? [texts.searchable] : []),
          ...(isAccessible ? texts.accessibleParts : []),
        ].join(" · "),
      ),
      h("p", { class: "hint" }, texts.onRender),
    );
  }

  #item({ id, problems }: Requirement): HTMLElement {
    const isMet = problems.length === 0;
    return h(
      "li",
      { class: isMet ? "is-met" : "is-not-met" },
      icon(isMet ? "check" : "warning"),
      h(
        "div",
        {},
        h("span", { class: "visually-hidden" }, `${isMet ? texts.isMet : texts.isNotMet}: `),
        h("span", {}, texts.requirements[id]),
        problems.length > 0 &&
          h("ul", {}, ...problems.map((each, at) => this.#problem(id, each, at))),
      ),
    );
  }

  #problem(id: Requirement["id"], problem: RequirementProblem, position: number): HTMLElement {
    const { message, field, fix } = problem;
    const key = (action: string) => ({
      class: "is-link",
      "data-key": `${id}.${position}.${action}`,
    });
    const { select, openPage, chooseLanguage } = this.#actions;
    const goTo = {
      ...(field === undefined ? {} : { label: message, run: () => select(field) }),
      ...(id === "base" ? { label: message, run: openPage } : {}),
      ...(id === "language" ? { label: message, run: chooseLanguage } : {}),
    };
    return h(
      "li",
      {},
      goTo.run === undefined
        ? h("span", {}, message)
        : button(message, goTo.run, { ...key("show"), title: texts.goTo }),
      fix !== undefined &&
        button(fix.label, () => this.#apply(fix, problem), {
          class: "is-small",
          "data-key": `${id}.${position}.fix`,
        }),
    );
  }

  #apply({ of, settings }: Fix, { field }: RequirementProblem): void {
    if (of === "layout") {
      this.#model.set(settings);
      return;
    }
    const { design } = this.#model;
    const target = field && design.schemas[field.page]?.[field.index];
    if (target === undefined) return;
    this.#actions.change(
      mapFields(design, (each) => (each === target ? { ...each, ...settings } : each)),
    );
  }
}

import type { LoopDefinition, VariableDefinition } from "@paraph/core/manifests";

import { h, iconButton, nextId, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { isOverlay } from "../design/design.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { usedKeys } from "./definitions.ts";

/** A variable or loop that can fill fields. */
export type Fillable =
  | {
      readonly kind: "variable";
      readonly definition: VariableDefinition;
      readonly isCustom: boolean;
    }
  | { readonly kind: "loop"; readonly definition: LoopDefinition; readonly isCustom: boolean };

/** The actions of the panel. */
export interface DataActions {
  readonly place: (fillable: Fillable) => void;
  readonly edit: (fillable: Fillable) => void;
  readonly addVariable: () => void;
  readonly addLoop: () => void;
  /** Lets the user choose a prepared template. */
  readonly start: () => void;
}

/** The media type of a dragged variable. */
export const DRAGGED_KEY = "application/x-paraph-key";

/** The list of variables and loops: searched, dragged onto a page, or placed with Enter. */
export class DataPanel {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  readonly #actions: DataActions;
  readonly #list = h("div", { class: "data-list" });
  readonly #search: HTMLInputElement;
  #shown = "";

  constructor(model: TemplateModel, actions: DataActions) {
    this.#model = model;
    this.#actions = actions;
    this.#search = h("input", {
      type: "search",
      "aria-label": TEXTS.side.search,
      placeholder: TEXTS.side.searchPlaceholder,
      oninput: () => this.#show(),
    });
    const { allowCustom } = model.definitions;
    const add = (label: string, run: () => void) =>
      h("button", { type: "button", class: "is-small", onclick: run }, icon("plus"), label);
    this.element = h(
      "div",
      { class: "data-panel" },
      h("div", { class: "search" }, icon("search"), this.#search),
      this.#list,
      allowCustom &&
        h(
          "div",
          { class: "adders" },
          add(TEXTS.side.add, actions.addVariable),
          add(TEXTS.side.addLoop, actions.addLoop),
        ),
    );
    model.onChange(() => this.#show());
    this.#show();
  }

  #show(): void {
    const { definitions, design } = this.#model;
    const words = this.#search.value.trim().toLowerCase();
    const keysInUse = usedKeys(design);
    const groups = [
      ...definitions.groups.map(({ label, variables }) => ({
        label,
        fillables: variables.map((definition) => variable(definition, false)),
      })),
      {
        label: TEXTS.side.own,
        fillables: definitions.custom.variables.map((definition) => variable(definition, true)),
      },
      {
        label: TEXTS.side.loops,
        fillables: [
          ...definitions.catalogLoops.map((definition) => loop(definition, false)),
          ...definitions.custom.loops.map((definition) => loop(definition, true)),
        ],
      },
    ]
      .filter(({ fillables }) => fillables.length > 0)
      .map(({ label, fillables }) => ({
        label,
        fillables: fillables.filter(({ definition }) => isFound(definition, words)),
      }));
    // An unchanged list keeps its elements and with them the focus.
    const state = JSON.stringify([groups, isOverlay(design), [...keysInUse], words]);
    if (state === this.#shown) return;
    this.#shown = state;
    const matches = groups.filter(({ fillables }) => fillables.length > 0);
    replaceKeepingFocus(
      this.#list,
      ...(matches.length === 0 ? [this.#nothing(groups.length === 0)] : []),
      ...matches.map(({ label, fillables }) => this.#group(label, fillables, keysInUse)),
    );
    this.#search.parentElement?.toggleAttribute("hidden", groups.length === 0);
  }

  #nothing(isEmpty: boolean): HTMLElement {
    if (!isEmpty) return h("p", { class: "empty" }, TEXTS.side.nothingFound);
    if (!this.#model.definitions.allowCustom) {
      return h("p", { class: "empty" }, TEXTS.side.nothingOffered);
    }
    return h(
      "div",
      { class: "empty" },
      icon("braces"),
      h("strong", {}, TEXTS.side.none),
      h("p", {}, TEXTS.side.noneAdvice),
      this.#model.context.permissions.saveDraft &&
        h(
          "button",
          { type: "button", class: "is-small", onclick: this.#actions.start },
          TEXTS.bar.start,
        ),
    );
  }

  #group(
    label: string,
    fillables: ReadonlyArray<Fillable>,
    keysInUse: ReadonlySet<string>,
  ): HTMLElement {
    const id = nextId();
    return h(
      "section",
      { "aria-labelledby": id },
      h("h2", { id }, label),
      h("ul", {}, ...fillables.map((each) => this.#item(each, keysInUse.has(each.definition.key)))),
    );
  }

  #item(fillable: Fillable, isUsed: boolean): HTMLElement {
    const { kind, definition, isCustom } = fillable;
    const type = kind === "loop" ? "loop" : fillable.definition.dataType;
    const isImpossible = kind === "loop" && isOverlay(this.#model.design);
    const detail =
      kind === "loop" ? TEXTS.side.rows(fillable.definition.itemFields.length) : definition.key;
    const item = h(
      "button",
      {
        type: "button",
        class: "fillable",
        draggable: isImpossible ? undefined : "true",
        title: isImpossible ? TEXTS.side.loopOnOverlay : TEXTS.side.hint,
        "aria-disabled": isImpossible ? "true" : undefined,
        "data-key": definition.key,
        onclick: () => {
          if (!isImpossible) this.#actions.place(fillable);
        },
      },
      h("span", { class: "type", title: TEXTS.types[type] }, icon(type)),
      h("span", { class: "visually-hidden" }, TEXTS.types[type]),
      h(
        "span",
        { class: "names" },
        h("span", { class: "label" }, definition.label),
        h("span", { class: "key" }, detail),
      ),
      isUsed && h("span", { class: "used", title: TEXTS.side.used }, icon("check")),
    );
    item.addEventListener("dragstart", ({ dataTransfer }) => {
      dataTransfer?.setData(DRAGGED_KEY, definition.key);
      if (dataTransfer !== null) dataTransfer.effectAllowed = "copy";
    });
    return h(
      "li",
      {},
      item,
      isCustom &&
        this.#model.definitions.allowCustom &&
        iconButton(
          TEXTS.side.edit(definition.label),
          icon("edit"),
          () => this.#actions.edit(fillable),
          { class: "is-quiet" },
        ),
    );
  }
}

/** Returns the variable or loop with a key. */
export function fillableOf(
  key: string,
  { definitions, index }: TemplateModel,
): Fillable | undefined {
  const { custom } = definitions;
  const isCustom = [...custom.variables, ...custom.loops].some((own) => own.key === key);
  const variableDefinition = index.variables.get(key);
  if (variableDefinition !== undefined) return variable(variableDefinition, isCustom);
  const loopDefinition = index.loops.get(key);
  return loopDefinition === undefined ? undefined : loop(loopDefinition, isCustom);
}

function variable(definition: VariableDefinition, isCustom: boolean): Fillable {
  return { kind: "variable", definition, isCustom };
}

function loop(definition: LoopDefinition, isCustom: boolean): Fillable {
  return { kind: "loop", definition, isCustom };
}

function isFound(
  { key, label }: { readonly key: string; readonly label: string },
  words: string,
): boolean {
  return words === "" || `${label} ${key}`.toLowerCase().includes(words);
}

import {
  type LoopDefinition,
  MAX_LOOP_LEVELS,
  type VariableDefinition,
} from "@paraph/core/manifests";

import { h, iconButton, nextId, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { isOverlay } from "../design/design.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { usedKeys } from "./definitions.ts";
import { nestedLists } from "./nested_lists.ts";

/** A variable or loop that can fill fields. */
export type Fillable =
  | {
      readonly kind: "variable";
      readonly definition: VariableDefinition;
      readonly isCustom: boolean;
    }
  | { readonly kind: "loop"; readonly definition: LoopDefinition; readonly isCustom: boolean };

/** A list in the rows of another. */
export interface NestedList {
  readonly parent: { readonly path: string; readonly label: string };
  /** The list; `undefined` for a new one. */
  readonly before?: LoopDefinition;
}

/** The actions of the panel. */
export interface DataActions {
  readonly place: (fillable: Fillable) => void;
  readonly edit: (fillable: Fillable) => void;
  /** Called when an entry is dragged, and with `undefined` at the end. */
  readonly drag: (fillable: Fillable | undefined) => void;
  readonly addVariable: () => void;
  readonly addLoop: () => void;
  /** Adds a list to the rows of another, or edits it. */
  readonly nested: (list: NestedList) => void;
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
      ...rowFillables(this.#model),
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
      h(
        "ul",
        {},
        ...fillables.flatMap((each) => [
          this.#item(each, keysInUse.has(each.definition.key)),
          ...(each.kind === "loop" && each.isCustom && this.#model.definitions.allowCustom
            ? nestedLists(each.definition).map((list) => this.#nested(list, each.definition.label))
            : []),
        ]),
      ),
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
      this.#actions.drag(fillable);
    });
    item.addEventListener("dragend", () => this.#actions.drag(undefined));
    const isOwn = isCustom && this.#model.definitions.allowCustom;
    return h(
      "li",
      {},
      item,
      isOwn &&
        kind === "loop" &&
        iconButton(
          TEXTS.sections.addNested(definition.label),
          icon("plus"),
          () => this.#actions.nested({ parent: { path: definition.key, label: definition.label } }),
          { class: "is-quiet" },
        ),
      isOwn &&
        iconButton(
          TEXTS.side.edit(definition.label),
          icon("edit"),
          () => this.#actions.edit(fillable),
          { class: "is-quiet" },
        ),
    );
  }

  /** A list in the rows of another, which only sections of its rows show. */
  #nested({ path, parent, loop: nested }: ReturnType<typeof nestedLists>[number], label: string) {
    const level = path.split(".").length;
    return h(
      "li",
      { class: "nested-list" },
      h(
        "span",
        { class: "names", title: TEXTS.sections.onlyInside(label) },
        h("span", { class: "label" }, nested.label),
        h("span", { class: "key" }, path),
      ),
      level < MAX_LOOP_LEVELS &&
        iconButton(
          TEXTS.sections.addNested(nested.label),
          icon("plus"),
          () => this.#actions.nested({ parent: { path, label: nested.label } }),
          { class: "is-quiet" },
        ),
      iconButton(
        TEXTS.side.edit(nested.label),
        icon("edit"),
        () => this.#actions.nested({ parent: { path: parent, label }, before: nested }),
        { class: "is-quiet" },
      ),
    );
  }
}

/** The values and lists of the rows around what is shown, from the innermost. */
function rowFillables({ shownIndex }: TemplateModel) {
  return (shownIndex.rows ?? []).toReversed().map((row) => {
    return {
      label: TEXTS.sections.inEachRow(row.label),
      fillables: [
        ...row.itemFields.flatMap((item) => {
          const definition = shownIndex.variables.get(`${row.key}.${item.key}`);
          return definition === undefined ? [] : [variable(definition, false)];
        }),
        ...(row.loops ?? []).flatMap(({ key }) => {
          const definition = shownIndex.loops.get(`${row.key}.${key}`);
          return definition === undefined ? [] : [loop(definition, false)];
        }),
      ],
    };
  });
}

/** Returns the variable or loop with a key. */
export function fillableOf(
  key: string,
  { definitions, shownIndex: index }: TemplateModel,
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

import { bindingOf, MAX_SECTION_LEVELS, parseText } from "@paraph/core/layouts";

import { h, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import type { Selection } from "../canvas/canvas.ts";
import type { Fillable } from "../data/data_panel.ts";
import { pickVariable } from "../data/pick_variable.ts";
import { canShow } from "../design/binding.ts";
import { type DesignField, isOverlay } from "../design/design.ts";
import { textSettingOf } from "../design/field_settings.ts";
import { ExpressionInput } from "../expressions/expression_input.ts";
import { type SectionActions, sectionCard } from "../sections/section_card.ts";
import { type ChangeTable, columnList } from "../tables/column_list.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";

/** The actions on the selected fields. */
export interface SelectionActions {
  readonly bind: (key: string) => void;
  readonly unbind: () => void;
  readonly insert: (key: string) => void;
  readonly write: (text: string) => void;
  readonly changeTable: ChangeTable;
  readonly section: SectionActions & SectionGrouping;
}

/** The actions that make sections of the selected fields. */
interface SectionGrouping {
  readonly group: () => void;
  /** Adds the selected fields to a section of the page, by its position. */
  readonly addTo: (position: number) => void;
  readonly moveOut: () => void;
}

const { sections: texts } = TEXTS;

/** Field types with text. */
const TEXT_TYPES = new Set(["text", "multiVariableText", "qrcode", "code128"]);

/** Shows and changes the variable that fills the selected field. */
export class SelectionCard {
  readonly element = h("section", {
    class: "selection",
    "aria-label": TEXTS.selection.label,
    hidden: true,
  });
  readonly #model: TemplateModel;
  readonly #actions: SelectionActions;
  #shown = "";
  #input: ExpressionInput | undefined;
  /** The selection without the text that the input has. */
  #shownRest = "";

  constructor(model: TemplateModel, actions: SelectionActions) {
    this.#model = model;
    this.#actions = actions;
  }

  show({ page, fields }: Selection): void {
    const [first] = fields;
    const isEditable = this.#model.context.permissions.saveDraft;
    const keys = this.#keys();
    const state = JSON.stringify([fields, keys]);
    if (state === this.#shown) return;
    this.#shown = state;
    const text = first === undefined ? undefined : textOf(first.field);
    const rest = JSON.stringify([
      fields.map(({ index, field }) => ({ index, ...field, [textSettingOf(field)]: "" })),
      keys,
    ]);
    // The text comes from the input: replacing it would lose a click on the next control.
    if (rest === this.#shownRest && text !== undefined && this.#input?.value === text) return;
    this.#shownRest = rest;
    this.#input = undefined;
    this.element.hidden = first === undefined || !isEditable;
    if (first === undefined) return;
    replaceKeepingFocus(
      this.element,
      ...(fields.length > 1
        ? [h("p", { class: "selection-name" }, TEXTS.selection.several(fields.length))]
        : this.#single(first.field)),
      ...this.#grouping({ page, fields }),
    );
  }

  /** What the card depends on, apart from the selected fields. */
  #keys(): unknown {
    const { opened, shownIndex, shown } = this.#model;
    const sections = shown.schemas.map((list) =>
      list.flatMap(({ name, type }) => (type === "section" ? [name] : [])),
    );
    return [[...shownIndex.variables.keys()], [...shownIndex.loops.keys()], opened, sections];
  }

  /** Buttons that make a section of the selected fields, or add them to one. */
  #grouping({ page, fields }: Selection): ReadonlyArray<Node> {
    const { opened, openedSections, shown } = this.#model;
    const isCell = isRecord(openedSections.at(-1)?.["grid"]);
    const isPossible = !isOverlay(shown) && !isCell && openedSections.length < MAX_SECTION_LEVELS;
    const { group, addTo, moveOut } = this.#actions.section;
    const chosen = new Set(fields.map(({ index }) => index));
    const sections = (shown.schemas[page] ?? []).flatMap(({ name, type }, position) =>
      type === "section" && (!chosen.has(position) || fields.length > 1)
        ? [[texts.addTo(name), () => addTo(position)] as const]
        : [],
    );
    const actions = [
      ...(isPossible ? [[texts.make, group] as const, ...sections] : []),
      ...(opened === undefined ? [] : [[texts.moveOut, moveOut] as const]),
    ];
    return actions.length === 0 ? [] : [this.#actionsOf(actions)];
  }

  #single(field: DesignField): ReadonlyArray<Node> {
    if (field.type === "section") return sectionCard(field, this.#model, this.#actions.section);
    const binding = bindingOf(field.name, this.#model.shownIndex);
    if (binding.kind === "loop") {
      const { loop } = binding;
      return [
        filledBy(loop.label, "loop"),
        this.#actionsOf([[TEXTS.selection.unbind, this.#actions.unbind]]),
        ...(field.type === "table"
          ? [columnList(field, loop, this.#model, this.#actions.changeTable)]
          : []),
      ];
    }
    const fitting = this.#fitting(field);
    const pick =
      (title: string, use: (key: string) => void, fillables: ReadonlyArray<Fillable>) => () =>
        void usePicked(title, use, fillables);
    if (binding.kind === "variable") {
      const { label, dataType } = binding.variable;
      return [
        filledBy(label, dataType),
        this.#actionsOf([
          [TEXTS.selection.change, pick(TEXTS.selection.bind, this.#actions.bind, fitting)],
          [TEXTS.selection.unbind, this.#actions.unbind],
        ]),
      ];
    }
    const variables = fitting.filter(({ kind }) => kind === "variable");
    return [
      h("p", { class: "selection-name" }, field.name),
      h("p", { class: "hint" }, this.#contentLabel(field)),
      ...(TEXT_TYPES.has(field.type) ? [this.#text(field)] : []),
      fitting.length === 0
        ? h("p", { class: "hint" }, TEXTS.selection.noMatch)
        : this.#actionsOf([
            [TEXTS.selection.bind, pick(TEXTS.selection.bind, this.#actions.bind, fitting)],
            ...(TEXT_TYPES.has(field.type)
              ? [
                  [
                    TEXTS.selection.insert,
                    pick(TEXTS.selection.insert, this.#actions.insert, variables),
                  ] as const,
                ]
              : []),
          ]),
    ];
  }

  #text(field: DesignField): HTMLElement {
    const model = this.#model;
    this.#input = new ExpressionInput({
      label: TEXTS.selection.text,
      kind: "text",
      value: textOf(field) ?? "",
      rows: 3,
      hint: TEXTS.expression.hint,
      key: "text",
      sample: () => model.shownSample,
      onChange: this.#actions.write,
    });
    return this.#input.element;
  }

  /** A field that no variable fills may have placeholders in its text. */
  #contentLabel(field: DesignField): string {
    const { type } = field;
    const content = textOf(field);
    const { variables } = this.#model.shownIndex;
    const parts = TEXT_TYPES.has(type) && content !== undefined ? parseText(content) : [];
    const labels = new Set(
      parts.flatMap((part) =>
        part.kind === "value" ? (variables.get(part.key)?.label ?? []) : [],
      ),
    );
    return labels.size === 0 ? TEXTS.selection.fixed : TEXTS.selection.written([...labels]);
  }

  #actionsOf(actions: ReadonlyArray<readonly [label: string, run: () => void]>): HTMLElement {
    return h(
      "div",
      { class: "selection-actions" },
      ...actions.map(([label, run]) =>
        h("button", { type: "button", class: "is-small", onclick: run }, label),
      ),
    );
  }

  #fitting({ type }: DesignField): ReadonlyArray<Fillable> {
    const { variables, loops } = this.#model.shownIndex;
    return [
      ...[...variables.values()]
        .filter(({ dataType }) => canShow(type, dataType))
        .map((definition) => ({ kind: "variable" as const, definition, isCustom: false })),
      ...(type === "table" ? [...loops.values()] : []).map((definition) => ({
        kind: "loop" as const,
        definition,
        isCustom: false,
      })),
    ];
  }
}

async function usePicked(
  title: string,
  use: (key: string) => void,
  fillables: ReadonlyArray<Fillable>,
): Promise<void> {
  const key = await pickVariable(title, fillables);
  if (key !== undefined) use(key);
}

function textOf(field: DesignField): string | undefined {
  const text = field[textSettingOf(field)];
  return typeof text === "string" ? text : undefined;
}

function filledBy(label: string, type: keyof typeof TEXTS.types): HTMLElement {
  return h(
    "p",
    { class: "selection-name is-filled" },
    h("span", { class: "type" }, icon(type)),
    h("span", {}, h("span", { class: "hint" }, TEXTS.selection.bound), h("strong", {}, label)),
  );
}

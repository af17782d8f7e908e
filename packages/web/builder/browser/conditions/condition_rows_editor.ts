import type { Manifest } from "@paraph/core/manifests";

import { button, h, iconButton, select } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import {
  type ConditionRow,
  type Conditions,
  type Operator,
  operatorsOf,
  subjectTypeOf,
  type SubjectType,
  takesValue,
} from "./condition_rows.ts";

const { conditions: texts } = TEXTS.expression;

const INPUT_TYPES: Readonly<Record<SubjectType, string>> = {
  text: "text",
  number: "number",
  date: "date",
  boolean: "text",
  rows: "number",
  other: "text",
};

/** Rows of a value, a comparison and what it is compared with. */
export class ConditionRowsEditor {
  readonly element = h("div", { class: "condition-rows" });
  readonly #manifest: Manifest;
  readonly #onChange: () => void;
  #conditions: Conditions;

  constructor(conditions: Conditions, manifest: Manifest, onChange: () => void) {
    this.#manifest = manifest;
    this.#onChange = onChange;
    const [first] = this.#keys();
    this.#conditions =
      conditions.rows.length > 0 || first === undefined
        ? conditions
        : { ...conditions, rows: [this.#newRow(first[0])] };
    this.#show();
  }

  get conditions(): Conditions {
    return this.#conditions;
  }

  #set(conditions: Conditions, isRebuilt = true): void {
    this.#conditions = conditions;
    if (isRebuilt) this.#show();
    this.#onChange();
  }

  #show(): void {
    const { join, rows } = this.#conditions;
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-key")
      : undefined;
    const joins = select(
      [
        ["and", texts.all],
        ["or", texts.any],
      ],
      join,
      (value) => this.#set({ join: value === "or" ? "or" : "and", rows }),
    );
    joins.setAttribute("aria-label", texts.join);
    joins.dataset["key"] = "join";
    this.element.replaceChildren(
      ...(rows.length > 1 ? [joins] : []),
      ...rows.map((row, index) => this.#row(row, index)),
      button(
        texts.add,
        () => {
          const [first] = this.#keys();
          if (first !== undefined) this.#set({ join, rows: [...rows, this.#newRow(first[0])] });
          this.#focus(`${rows.length}.key`);
        },
        { class: "is-small" },
      ),
    );
    if (focused !== undefined && focused !== null) this.#focus(focused);
  }

  #row(row: ConditionRow, index: number): HTMLElement {
    const { join, rows } = this.#conditions;
    const { key, operator, value } = row;
    const replace = (next: ConditionRow, isRebuilt = true) =>
      this.#set({ join, rows: rows.map((each, at) => (at === index ? next : each)) }, isRebuilt);
    const subject = select(this.#keys(), key, (next) => replace(this.#newRow(next)));
    const comparison = select(
      operatorsOf(key, this.#manifest).map((each) => [each, texts.operators[each]] as const),
      operator,
      (next) => replace({ ...row, operator: this.#operatorOf(next, key) }),
    );
    const input = h("input", {
      type: INPUT_TYPES[subjectTypeOf(key, this.#manifest)],
      step: "any",
      "aria-label": texts.value,
      "data-key": `${index}.value`,
      autocomplete: "off",
      maxlength: 500,
    });
    input.value = value;
    input.addEventListener("input", () =>
      this.#set(
        {
          join: this.#conditions.join,
          rows: this.#conditions.rows.map((each, at) =>
            at === index ? { ...each, value: input.value } : each,
          ),
        },
        false,
      ),
    );
    subject.setAttribute("aria-label", texts.field);
    subject.dataset["key"] = `${index}.key`;
    comparison.setAttribute("aria-label", texts.operator);
    comparison.dataset["key"] = `${index}.operator`;
    return h(
      "div",
      { class: "condition-row" },
      subject,
      comparison,
      takesValue(operator) && input,
      iconButton(
        texts.remove(index + 1),
        icon("trash"),
        () => this.#set({ join, rows: rows.filter((_, at) => at !== index) }),
        { class: "is-quiet" },
      ),
    );
  }

  #keys(): ReadonlyArray<readonly [key: string, label: string]> {
    const { variables, loops } = this.#manifest;
    return [...variables, ...loops].map(({ key, label }) => [key, label] as const);
  }

  #newRow(key: string): ConditionRow {
    const [operator = "has"] = operatorsOf(key, this.#manifest);
    return { key, operator, value: "" };
  }

  #operatorOf(text: string, key: string): Operator {
    const operators = operatorsOf(key, this.#manifest);
    return operators.find((each) => each === text) ?? operators[0] ?? "has";
  }

  #focus(key: string): void {
    this.element.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }
}

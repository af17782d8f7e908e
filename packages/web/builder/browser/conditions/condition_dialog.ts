import type { Manifest } from "@paraph/core/manifests";

import { button, h } from "../../../ui/browser/dom.ts";
import { ExpressionInput } from "../expressions/expression_input.ts";
import { evaluateCondition, type SampleScope } from "../expressions/live_result.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { parseConditions, writeConditions } from "./condition_rows.ts";
import { ConditionRowsEditor } from "./condition_rows_editor.ts";

const { conditions: texts } = TEXTS.expression;

/** A condition of a field. */
export interface ConditionSubject {
  readonly kind: "when" | "unless";
  readonly text: string;
  readonly manifest: Manifest;
  readonly sample: SampleScope;
}

/**
 * Opens a dialog to choose a condition, or to write it where it cannot be chosen.
 *
 * @returns The condition, empty for none; `undefined` if it was not changed.
 */
export async function conditionDialog(subject: ConditionSubject): Promise<string | undefined> {
  const { kind, manifest, sample } = subject;
  const dialog = new Dialog(texts[kind], { kind: "is-form is-wide" });
  const outcome = h("p", { class: "live-result", role: "status" });
  const note = h("p", { class: "hint" });
  const content = h("div", {});
  const change: { text?: string } = {};
  let read: () => string = () => subject.text;

  const showOutcome = () => {
    const result = evaluateCondition(read(), sample);
    const isShown = result.kind === "condition" && result.isTrue === (kind === "when");
    outcome.hidden = read() === "";
    outcome.classList.toggle("problem", result.kind === "problem");
    if (result.kind === "problem") outcome.textContent = texts.invalid;
    else outcome.textContent = isShown ? texts.shown : texts.hidden;
  };
  let turn: () => void = () => {};
  const toggle = button("", () => turn(), { class: "is-quiet at-start" });
  const showRows = (text: string) => {
    const conditions = parseConditions(text, manifest);
    if (conditions === undefined) {
      showText(text);
      note.textContent = texts.tooComplex;
      return;
    }
    const editor = new ConditionRowsEditor(conditions, manifest, showOutcome);
    read = () => writeConditions(editor.conditions, manifest);
    note.textContent = "";
    toggle.textContent = texts.asText;
    turn = () => showText(read());
    content.replaceChildren(editor.element);
    showOutcome();
  };
  const showText = (text: string) => {
    const input = new ExpressionInput({
      label: texts.expression,
      kind: "condition",
      value: text,
      rows: 3,
      maxLength: 1000,
      sample: () => ({ ...sample, manifest }),
      onChange: showOutcome,
      onInput: showOutcome,
    });
    read = () => input.value.trim();
    note.textContent = "";
    toggle.textContent = texts.asRows;
    turn = () => showRows(read());
    content.replaceChildren(input.element);
    showOutcome();
  };
  showRows(subject.text);
  const close = (text: string) => {
    change.text = text;
    dialog.close();
  };
  dialog.body.append(content, note, outcome);
  dialog.actions.append(
    toggle,
    ...(subject.text === "" ? [] : [button(texts.clear, () => close(""))]),
    button(
      texts.done,
      () => {
        const isValid = evaluateCondition(read(), sample).kind !== "problem";
        if (isValid || read() === subject.text) close(read());
        else content.querySelector<HTMLElement>("input, textarea")?.focus();
      },
      { class: "is-first" },
    ),
  );
  await dialog.open().closed;
  return change.text === subject.text ? undefined : change.text;
}

/** A condition in words, such as `Total is more than 100`. */
export function conditionWords(text: string, manifest: Manifest): string {
  const conditions = parseConditions(text, manifest);
  if (conditions === undefined || conditions.rows.length === 0) return text;
  const labels = new Map(
    [...manifest.variables, ...manifest.loops].map(({ key, label }) => [key, label]),
  );
  return conditions.rows
    .map(({ key, operator, value }) =>
      [labels.get(key) ?? key, texts.operators[operator], value].join(" ").trim(),
    )
    .join(conditions.join === "and" ? texts.and : texts.or);
}

import type { DataType, ItemField, VariableDefinition } from "@paraph/core/manifests";

import { button, setError, h, labeledControl, select, checkbox } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import type { Definitions } from "./definitions.ts";
import { LoopColumns } from "./loop_columns.ts";
import {
  type Definition,
  definitionProblems,
  toKey,
  formatsOf,
  TYPE_OPTIONS,
  typeOf,
} from "./own_manifest.ts";

/** The result of the dialog. */
export type DefinitionChange =
  | { readonly kind: "defined"; readonly definition: Definition }
  | { readonly kind: "removed" };

/** What is defined. */
interface DefinitionSubject {
  readonly kind: "variable" | "loop";
  readonly before?: Definition["definition"];
  /** The list whose rows have the list, with its path as key. */
  readonly parent?: { readonly path: string; readonly label: string };
}

/** Opens a dialog to define, change or remove a variable or loop. */
export async function defineDialog(
  subject: DefinitionSubject,
  definitions: Definitions,
): Promise<DefinitionChange | undefined> {
  const { kind, before, parent } = subject;
  const isLoop = kind === "loop";
  const newTitle =
    parent !== undefined
      ? TEXTS.sections.newNested(parent.label)
      : isLoop
        ? TEXTS.define.newLoop
        : TEXTS.define.newVariable;
  const editTitle = isLoop ? TEXTS.define.editLoop : TEXTS.define.editVariable;
  const dialog = new Dialog(before === undefined ? newTitle : editTitle, { kind: "is-form" });
  const result: { value?: DefinitionChange } = {};
  const label = h("input", { maxlength: 160, "data-first": true, autocomplete: "off" });
  const key = h("input", {
    maxlength: 160,
    autocomplete: "off",
    spellcheck: "false",
    class: "code",
  });
  label.value = before?.label ?? "";
  key.value = before?.key ?? "";
  let isKeyEdited = before !== undefined;
  key.addEventListener("input", () => {
    isKeyEdited = key.value !== "";
  });
  label.addEventListener("input", () => {
    if (!isKeyEdited) key.value = toKey(label.value);
  });
  const value = new ValueControls(
    before !== undefined && "dataType" in before ? before : undefined,
  );
  const columns = new LoopColumns(
    before !== undefined && "itemFields" in before ? before : undefined,
  );
  const read = (): Definition => {
    const { format: _format, ...rest } = { format: "", ...before };
    const common = { ...rest, key: key.value.trim(), label: label.value.trim() };
    return isLoop
      ? { kind: "loop", definition: { ...common, itemFields: columns.read() } }
      : { kind: "variable", definition: { ...common, ...value.read() } };
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const definition = read();
    const problems = definitionProblems(definition, before?.key, definitions, parent?.path);
    setError(label, problems.get("label"));
    setError(key, problems.get("key"));
    value.setError(problems.get("format"));
    columns.setError(problems);
    if (problems.size === 0) {
      result.value = { kind: "defined", definition };
      dialog.close();
    } else dialog.element.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };
  const form = h(
    "form",
    { novalidate: true, onsubmit: submit },
    labeledControl(TEXTS.define.label, label, TEXTS.define.labelHint),
    labeledControl(TEXTS.define.key, key, isLoop ? TEXTS.define.loopKeyHint : TEXTS.define.keyHint),
    isLoop ? columns.element : value.element,
    h("button", { class: "visually-hidden", tabindex: -1, "aria-hidden": "true" }),
  );
  dialog.body.append(form);
  dialog.actions.append(
    ...(before === undefined
      ? []
      : [
          button(
            TEXTS.define.remove,
            () => {
              result.value = { kind: "removed" };
              dialog.close();
            },
            { class: "is-quiet is-dangerous at-start" },
          ),
        ]),
    button(TEXTS.define.cancel, () => dialog.close()),
    button(TEXTS.define.save, () => form.requestSubmit(), { class: "is-first" }),
  );
  await dialog.open().closed;
  return result.value;
}

const OTHER = "other";

/** The data type, the format, and whether a value is required. */
class ValueControls {
  readonly element = h("div");
  #dataType: DataType;
  #format: string;
  #isRequired: boolean;
  #custom: HTMLInputElement | undefined;
  #formats: HTMLSelectElement | undefined;

  constructor(before: VariableDefinition | ItemField | undefined) {
    this.#dataType = before?.dataType ?? "text";
    this.#format = before?.format ?? "";
    this.#isRequired = before?.required ?? false;
    this.#show();
  }

  /** Returns the settings of these controls. */
  read(): Pick<VariableDefinition, "dataType" | "required" | "format"> {
    const format = this.#custom?.value.trim() ?? this.#format;
    const isPrinted = format !== "" && formatsOf(this.#dataType) !== undefined;
    const settings = { dataType: this.#dataType, required: this.#isRequired };
    return isPrinted ? { ...settings, format } : settings;
  }

  setError(problem?: string): void {
    const control = this.#custom ?? this.#formats;
    if (control !== undefined) setError(control, problem);
  }

  #show(): void {
    const type = select(TYPE_OPTIONS, this.#dataType, (value) => {
      this.#dataType = typeOf(value);
      this.#format = "";
      this.#custom = undefined;
      this.#show();
      this.element.querySelector("select")?.focus();
    });
    const formats = formatsOf(this.#dataType);
    const isOffered = formats?.some(([format]) => format === this.#format) === true;
    const isOther = formats !== undefined && this.#format !== "" && !isOffered;
    this.#formats =
      formats === undefined
        ? undefined
        : select(
            [["", TEXTS.formats.none], ...formats, [OTHER, TEXTS.define.custom]],
            isOther ? OTHER : this.#format,
            (value) => {
              this.#format = value;
              this.#show();
            },
          );
    this.#custom = isOther
      ? h("input", { maxlength: 60, class: "code", spellcheck: "false", autocomplete: "off" })
      : undefined;
    if (this.#custom !== undefined) this.#custom.value = this.#format === OTHER ? "" : this.#format;
    this.element.replaceChildren(
      h(
        "div",
        { class: "pair" },
        labeledControl(TEXTS.define.type, type),
        ...(this.#formats === undefined
          ? []
          : [labeledControl(TEXTS.define.format, this.#formats)]),
      ),
      ...(this.#custom === undefined
        ? []
        : [labeledControl(TEXTS.define.format, this.#custom, TEXTS.define.customHint)]),
      checkbox(TEXTS.define.required, this.#isRequired, (isRequired) => {
        this.#isRequired = isRequired;
      }),
    );
  }
}

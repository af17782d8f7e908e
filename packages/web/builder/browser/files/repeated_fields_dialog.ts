import { h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import { parseField } from "../design/saved_layout.ts";
import { TEXTS } from "../texts.ts";
import { type DialogForm, formDialog } from "../widgets/dialog.ts";

const { files: texts } = TEXTS;

/** Opens a dialog with the headers and footers of a page as JSON; `undefined` if they stay as they are. */
export function repeatedFieldsDialog(
  fields: ReadonlyArray<unknown>,
): Promise<ReadonlyArray<unknown> | undefined> {
  return formDialog(texts.repeatedTitle, new RepeatedFieldsForm(fields), texts);
}

class RepeatedFieldsForm implements DialogForm<ReadonlyArray<unknown>> {
  readonly element: HTMLElement;
  readonly #area = h("textarea", { rows: 16, class: "code", spellcheck: "false" });

  constructor(fields: ReadonlyArray<unknown>) {
    this.#area.value = JSON.stringify(fields, undefined, 2);
    this.element = labeledControl(texts.repeatedLabel, this.#area, texts.repeatedHint);
  }

  read(): ReadonlyArray<unknown> | undefined {
    const fields = parseFields(this.#area.value);
    setError(this.#area, fields === undefined ? texts.notFields : "");
    return fields;
  }
}

function parseFields(text: string): ReadonlyArray<unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((field) => parseField(field).length > 0)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

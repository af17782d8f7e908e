import { h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { ExpressionInput } from "../expressions/expression_input.ts";
import { printText } from "../expressions/live_result.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { type DialogForm, formDialog } from "../widgets/dialog.ts";

const { files: texts } = TEXTS;

/** An attachment of the layout, with settings that the dialog does not show. */
export type AttachmentSettings = Readonly<Record<string, unknown>>;

/** Opens a dialog with an attachment; `undefined` if it stays as it is. */
export function attachmentDialog(
  attachment: AttachmentSettings,
  model: TemplateModel,
): Promise<AttachmentSettings | undefined> {
  return formDialog(texts.attachmentTitle, new AttachmentForm(attachment, model), texts);
}

class AttachmentForm implements DialogForm<AttachmentSettings> {
  readonly element: HTMLElement;
  readonly #before: AttachmentSettings;
  readonly #model: TemplateModel;
  readonly #name: ExpressionInput;
  readonly #content: ExpressionInput;
  readonly #description: ExpressionInput;
  readonly #mediaType: HTMLInputElement;
  readonly #relationship: HTMLSelectElement;

  constructor(before: AttachmentSettings, model: TemplateModel) {
    this.#before = before;
    this.#model = model;
    this.#name = this.#text("name", texts.name, { hint: texts.nameHint, maxLength: 200 });
    this.#content = this.#text("content", texts.content, { rows: 6, maxLength: 20_000 });
    this.#description = this.#text("description", texts.description, { maxLength: 1000 });
    this.#mediaType = h("input", {
      maxlength: 120,
      placeholder: "text/plain",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.#mediaType.value = textOf(before["mediaType"]);
    this.#relationship = select(
      Object.entries(texts.relationships),
      textOf(before["relationship"]),
      () => {},
    );
    this.element = h(
      "div",
      { class: "form-rows" },
      this.#name.element,
      this.#content.element,
      this.#description.element,
      labeledControl(texts.mediaType, this.#mediaType),
      labeledControl(texts.relationship, this.#relationship),
    );
  }

  read(): AttachmentSettings | undefined {
    const inputs = [this.#name, this.#content, this.#description];
    const problems = inputs.map((input) => {
      const isMissing = input === this.#name && input.value.trim() === "";
      const isBroken = printText(input.value, this.#model.sampleScope).kind === "problem";
      input.setError(isMissing ? texts.noName : isBroken ? TEXTS.table.invalid : "");
      return isMissing || isBroken;
    });
    if (problems.includes(true)) return undefined;
    const optional = {
      description: this.#description.value.trim(),
      mediaType: this.#mediaType.value.trim(),
      relationship: this.#relationship.value,
    };
    const {
      description: _description,
      mediaType: _type,
      relationship: _of,
      ...rest
    } = this.#before;
    return {
      ...rest,
      name: this.#name.value.trim(),
      content: this.#content.value,
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")),
    };
  }

  #text(
    key: string,
    label: string,
    more: { readonly hint?: string; readonly rows?: number; readonly maxLength: number },
  ): ExpressionInput {
    return new ExpressionInput({
      label,
      kind: "text",
      value: textOf(this.#before[key]),
      ...more,
      sample: () => ({ ...this.#model.sampleScope, manifest: this.#model.fullManifest }),
      onChange: () => {},
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

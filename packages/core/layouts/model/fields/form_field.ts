import { type FormFieldSettings, MAX_FORM_NAME } from "./fillable.ts";
import type { LayoutField, MarkField, MultiVariableTextField, TextField } from "./layout_field.ts";

/** The types of fields that can be form fields. */
export type FillableField = TextField | MultiVariableTextField | MarkField;

/** The settings of a form field; undefined for another field. */
export function formFieldSettings(field: LayoutField): FormFieldSettings | undefined {
  if (!("fillable" in field) || !field.fillable) return undefined;
  return field.fillable === true ? {} : field.fillable;
}

/** Whether a mark is one of several choices. */
export function isRadioButton({ type, group }: MarkField): boolean {
  return type === "radioGroup" || Boolean(group);
}

/** Whether a field is the button of a choice. */
export function isMark(field: LayoutField): field is MarkField {
  return field.type === "checkbox" || field.type === "radioGroup" || field.type === "circleMark";
}

/** A name that a form field can have: dots would make parents, and other characters need escapes. */
export function toFormFieldName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, MAX_FORM_NAME);
}

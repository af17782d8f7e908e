import type { CeremonyField } from "@paraph/core/builtin_provider";

import { byId } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { todayText } from "../draft/date_format.ts";
import { isFilled, isMarkField, markFor } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { shortNameOf } from "../fields/field_names.ts";
import type { FieldView } from "../fields/field_view.ts";
import { TEXTS } from "../texts.ts";

/** Lists the fields with their values and links to them. */
export function showReview(views: ReadonlyArray<FieldView>, form: Form): void {
  byId("review").hidden = views.length === 0;
  byId("review-list").replaceChildren(...views.map((view) => line(view, form)));
}

function line({ field, visit }: FieldView, form: Form): HTMLElement {
  const [item, button] = [document.createElement("li"), document.createElement("button")];
  const [name, page, value] = [part("review-name"), part("review-page"), part("review-value")];
  button.type = "button";
  button.addEventListener("click", visit);
  const type = shortNameOf(field);
  name.textContent = field.required ? type : format(TEXTS.fields.optional, { name: type });
  page.textContent = format(TEXTS.fields.page, { page: field.page });
  value.dir = "auto";
  button.append(name, page, value);
  item.append(button);
  form.show(() => {
    item.classList.toggle("is-filled", isFilled(field, form.draft, form.ceremony));
    item.classList.toggle("is-required", field.required);
    value.textContent = valueOf(field, form);
  });
  return item;
}

function part(name: string): HTMLElement {
  const element = document.createElement("span");
  element.className = name;
  return element;
}

function valueOf(field: CeremonyField, { draft, ceremony }: Form): string {
  if (!isFilled(field, draft, ceremony))
    return field.required ? TEXTS.fields.missing : TEXTS.fields.empty;
  if (field.type === "date") return todayText(field.format);
  if (field.type === "checkbox") return TEXTS.fields.checked;
  if (isMarkField(field)) {
    const mark = markFor(field, draft, ceremony);
    if (mark?.kind === "typed") return mark.text;
    return mark?.kind === "image" ? TEXTS.fields.uploaded : TEXTS.fields.drawn;
  }
  return String(draft.values[field.id]);
}

import { inputById } from "../../../ui/browser/dom.ts";
import { missingFields } from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import type { FieldView } from "../fields/field_view.ts";
import { TEXTS } from "../texts.ts";
import { showConsentProblem } from "./consent_problem.ts";

/** Leads the recipient from one missing field to the next, then to the consent. */
export class Guide {
  readonly #form: Form;
  readonly #views: ReadonlyArray<FieldView>;
  #visited: FieldView | undefined;
  #hasStarted = false;

  constructor({ form, views }: { readonly form: Form; readonly views: ReadonlyArray<FieldView> }) {
    this.#form = form;
    this.#views = views;
  }

  /** Whether the recipient was led to a field, or has filled in one. */
  get hasStarted(): boolean {
    const { draft } = this.#form;
    return this.#hasStarted || draft.consent || Object.keys(draft.values).length > 0;
  }

  /** Goes to the next required field without a value, after the last one that it went to. */
  next(): void {
    const { draft, ceremony } = this.#form;
    const missing = new Set(missingFields(draft, ceremony));
    const open = this.#views.filter(({ field }) => missing.has(field));
    const last = this.#visited;
    // A field that was left out says what it needs.
    if (last !== undefined && missing.has(last.field)) last.problem(missingText(last.field));
    const after = last === undefined ? -1 : this.#views.indexOf(last);
    const view = open.find((each) => this.#views.indexOf(each) > after) ?? open[0];
    if (view === undefined) this.#visitConsent(last);
    else this.#visit(view);
    this.#hasStarted = true;
    this.#form.change({});
  }

  #visit(view: FieldView): void {
    this.#visited?.mark(false);
    this.#visited = view;
    view.mark(true);
    view.visit();
  }

  #visitConsent(last: FieldView | undefined): void {
    const consent = inputById("consent");
    last?.mark(false);
    // The first visit needs no problem, unless nothing else was missing.
    if (document.activeElement === consent || this.#isAtConsent)
      showConsentProblem(TEXTS.consent.missing);
    this.#isAtConsent = true;
    consent.scrollIntoView({ block: "center" });
    consent.focus({ preventScroll: true });
  }

  #isAtConsent = false;
}

function missingText({ type, options }: FieldView["field"]): string {
  const { signature, initial, checkbox, choice, text } = TEXTS.fields.problems;
  if (type === "signature") return signature;
  if (type === "initial") return initial;
  if (type === "checkbox") return checkbox;
  return options.length > 0 ? choice : text;
}

import {
  dataTypesOfTerm,
  type Einvoice,
  fieldsOfTerm,
  loopOfTerm,
  type TermSource,
} from "@paraph/core/einvoices";
import type { Manifest } from "@paraph/core/manifests";

import { h, nextId } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { COMMON_CODES } from "./common_codes.ts";
import type { Subject } from "./invoice_sections.ts";

const { invoice: texts } = TEXTS;

/** The state that a row shows. */
export interface TermState {
  readonly map: Einvoice["map"];
  readonly manifest: Manifest;
  readonly isRequired: boolean;
  readonly isCalculated: boolean;
  readonly problem: string;
}

/** The values of the options that are no key. */
const [NONE, FIXED] = ["", "="];

/** A term of the form: its name, where its value comes from, and its problem. */
export class TermRow {
  readonly element: HTMLElement;
  readonly subject: Subject;
  readonly #select = h("select", { id: nextId() });
  readonly #fixed: HTMLInputElement;
  readonly #required = h("span", { class: "term-required" });
  readonly #problem = h("p", { class: "problem", id: nextId() });
  #options = "";

  constructor(subject: Subject, change: (id: string, source: TermSource | undefined) => void) {
    const { id, name, isGroup } = subject;
    this.subject = subject;
    const codes = COMMON_CODES[id];
    const list = nextId();
    this.#fixed = h("input", {
      "aria-label": texts.fixedValue(name),
      autocomplete: "off",
      maxlength: 1000,
      hidden: true,
      list: codes === undefined ? undefined : list,
    });
    for (const control of [this.#select, this.#fixed])
      control.setAttribute("aria-describedby", this.#problem.id);
    this.#select.addEventListener("change", () => {
      const { value } = this.#select;
      if (value === FIXED) change(id, { value: this.#fixed.value });
      else change(id, value === NONE ? undefined : value);
      if (value === FIXED) this.#fixed.focus();
    });
    this.#fixed.addEventListener("input", () => change(id, { value: this.#fixed.value.trim() }));
    this.element = h(
      "div",
      { class: "term", "data-term": id },
      h(
        "label",
        { for: this.#select.id },
        h("span", { class: "term-name" }, isGroup ? texts.listOf(name) : name),
        " ",
        h("span", { class: "term-id" }, id, this.#required),
      ),
      h("div", { class: "term-source" }, this.#select, this.#fixed),
      codes &&
        h(
          "datalist",
          { id: list },
          ...codes.map(([value, label]) => h("option", { value }, label)),
        ),
      this.#problem,
    );
  }

  show(state: TermState): void {
    const { map, isRequired, problem } = state;
    const source = map[this.subject.id];
    const isFixed = source !== undefined && typeof source !== "string";
    this.#showOptions(state, typeof source === "string" ? source : undefined);
    this.#select.value = isFixed ? FIXED : (source ?? NONE);
    this.#fixed.hidden = !isFixed;
    if (isFixed && this.#fixed.value.trim() !== source.value) this.#fixed.value = source.value;
    this.#required.textContent = isRequired ? ` · ${texts.required}` : "";
    this.#problem.textContent = problem;
    const invalid = isFixed ? this.#fixed : this.#select;
    for (const control of [this.#select, this.#fixed]) {
      if (problem !== "" && control === invalid) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
    this.element.classList.toggle("is-broken", problem !== "");
  }

  #showOptions(state: TermState, source: string | undefined): void {
    const groups = this.subject.isGroup
      ? listOptions(state.manifest)
      : fieldOptions(this.subject.id, state);
    const isOffered =
      source === undefined || groups.some(({ options }) => options.some(([key]) => key === source));
    const offered = JSON.stringify([groups, isOffered ? "" : source, state.isCalculated]);
    if (offered === this.#options) return;
    this.#options = offered;
    this.#select.replaceChildren(
      h("option", { value: NONE }, state.isCalculated ? texts.calculated : texts.notMapped),
      ...(isOffered ? [] : [h("option", { value: source }, texts.unavailable(source))]),
      ...(this.subject.isGroup ? [] : [h("option", { value: FIXED }, texts.fixed)]),
      ...groups.map(({ label, options }) =>
        h("optgroup", { label }, ...options.map(([value, text]) => h("option", { value }, text))),
      ),
    );
  }
}

interface OptionGroup {
  readonly label: string;
  readonly options: ReadonlyArray<readonly [key: string, label: string]>;
}

function listOptions({ loops }: Manifest): ReadonlyArray<OptionGroup> {
  return groupOf(texts.lists, loops);
}

/** The fields whose type fits a term: those of its rows first. */
function fieldOptions(id: string, { map, manifest }: TermState): ReadonlyArray<OptionGroup> {
  const { items, variables } = fieldsOfTerm(id, map, manifest);
  const types = dataTypesOfTerm(id);
  const isFitting = ({ dataType }: (typeof items)[number]) => types.includes(dataType);
  const itemKeys = new Set(items.map(({ key }) => key));
  const loop = manifest.loops.find(({ key }) => key === loopOfTerm(id, map));
  return [
    ...groupOf(texts.rowsOf(loop?.label ?? ""), items.filter(isFitting)),
    ...groupOf(
      texts.variables,
      variables.filter((variable) => isFitting(variable) && !itemKeys.has(variable.key)),
    ),
  ];
}

function groupOf(
  label: string,
  fields: ReadonlyArray<{ readonly key: string; readonly label: string }>,
): ReadonlyArray<OptionGroup> {
  const options = fields.map((field) => [field.key, texts.option(field.label, field.key)] as const);
  return options.length === 0 ? [] : [{ label, options }];
}

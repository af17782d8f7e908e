import {
  BEYOND_BASIC,
  CALCULATED_TERMS,
  type Einvoice,
  type Profile,
  PROFILES,
  QUALIFIERS,
  type TermSource,
  termRequirements,
} from "@paraph/core/einvoices";
import type { Manifest } from "@paraph/core/manifests";

import { button, checkbox, h, labeledControl, nextId, select } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { SECTIONS, type SectionId } from "./invoice_sections.ts";
import { suggestMapping } from "./suggest_mapping.ts";
import { checkSample, termProblems } from "./term_problems.ts";
import { TermRow } from "./term_row.ts";

const { invoice: texts } = TEXTS;

/** The electronic invoice of a new mapping: an invoice, not a credit note. */
export const NEW_EINVOICE: Einvoice = { profile: "en16931", map: { "BT-3": { value: "380" } } };

/** What the form is about. */
export interface InvoiceSubject {
  readonly einvoice: Einvoice;
  readonly manifest: Manifest;
  /** Sample data that the user has written. */
  readonly sample: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Opens a dialog to map an electronic invoice to the data.
 *
 * @returns The invoice, `null` if it was removed.
 */
export async function invoiceDialog(subject: InvoiceSubject): Promise<Einvoice | null> {
  const dialog = new Dialog(texts.title, { kind: "is-invoice" });
  const form = new InvoiceForm(subject);
  const result = { isRemoved: false };
  dialog.element.insertBefore(form.head, dialog.body);
  dialog.body.append(form.element);
  dialog.actions.append(
    button(
      texts.remove,
      () => {
        result.isRemoved = true;
        dialog.close();
      },
      { class: "is-quiet is-dangerous at-start" },
    ),
    button(texts.done, () => dialog.close(), { class: "is-first" }),
  );
  await dialog.open().closed;
  return result.isRemoved ? null : form.einvoice;
}

interface Section {
  readonly id: SectionId;
  readonly element: HTMLDetailsElement;
  readonly count: HTMLElement;
  readonly rows: ReadonlyArray<TermRow>;
}

/** The form: profile, progress and a section of terms for each part of an invoice. */
class InvoiceForm {
  readonly head: HTMLElement;
  readonly element: HTMLElement;
  readonly #manifest: Manifest;
  readonly #sample: InvoiceSubject["sample"];
  readonly #sections: ReadonlyArray<Section>;
  readonly #progress = h("progress", { "aria-hidden": "true" });
  readonly #status = h("p", { class: "invoice-status", role: "status" });
  readonly #sampleStatus = h("p", { class: "hint" });
  readonly #nothing = h("p", { class: "empty", hidden: true }, texts.nothingFound);
  readonly #search: HTMLInputElement;
  #einvoice: Einvoice;
  #showsAll = false;

  constructor({ einvoice, manifest, sample }: InvoiceSubject) {
    this.#einvoice = einvoice;
    this.#manifest = manifest;
    this.#sample = sample;
    const change = (id: string, source: TermSource | undefined) => this.#map(id, source);
    this.#sections = SECTIONS.map(({ id, subjects }) => {
      const rows = subjects.map((each) => new TermRow(each, change));
      const count = h("span", { class: "section-missing" });
      const summary = h("summary", {}, h("h3", {}, texts.sections[id]), count);
      const body = h("div", {}, ...rows.map(({ element }) => element));
      return {
        id,
        rows,
        count,
        element: h("details", { class: "invoice-section" }, summary, body),
      };
    });
    this.#search = h("input", {
      type: "search",
      "aria-label": texts.search,
      placeholder: texts.search,
      oninput: () => this.#show(),
    });
    const suggestion = h("span", { class: "hint", role: "status" });
    const profile = select(Object.entries(texts.profiles), einvoice.profile, (value) => {
      this.#einvoice = { ...this.#einvoice, profile: profileOf(value) };
      this.#show();
    });
    profile.dataset["first"] = "";
    this.head = h(
      "div",
      { class: "invoice-head" },
      h(
        "div",
        { class: "invoice-choices" },
        labeledControl(texts.profile, profile),
        h("div", { class: "search" }, icon("search"), this.#search),
        checkbox(texts.all, false, (isChecked) => {
          this.#showsAll = isChecked;
          this.#show();
        }),
      ),
      this.#progress,
      this.#status,
      this.#sampleStatus,
      h(
        "div",
        { class: "invoice-suggest" },
        button(
          texts.suggest,
          () => {
            const { map } = this.#einvoice;
            const suggested = suggestMapping(map, manifest);
            suggestion.textContent = texts.suggested(
              Object.keys(suggested).length - Object.keys(map).length,
            );
            this.#einvoice = { ...this.#einvoice, map: suggested };
            this.#show();
          },
          { class: "is-small" },
        ),
        suggestion,
      ),
    );
    this.element = h(
      "div",
      { id: nextId() },
      ...this.#sections.map(({ element }) => element),
      this.#nothing,
    );
    this.#show();
    for (const { element, rows } of this.#sections)
      element.open ||= rows.some(({ subject }) => einvoice.map[subject.id] !== undefined);
  }

  /** The invoice without values that are still empty. */
  get einvoice(): Einvoice {
    const { profile, map } = this.#einvoice;
    const filled = Object.entries(map).filter(
      ([, source]) => typeof source === "string" || source.value !== "",
    );
    return { profile, map: Object.fromEntries(filled) };
  }

  #map(id: string, source: TermSource | undefined): void {
    const { [id]: _before, ...others } = this.#einvoice.map;
    const map = source === undefined ? others : { ...this.#einvoice.map, [id]: source };
    this.#einvoice = { ...this.#einvoice, map };
    this.#show();
  }

  #show(): void {
    const { profile, map } = this.#einvoice;
    const problems = termProblems(this.#einvoice, this.#manifest);
    const requirements = termRequirements(this.#einvoice);
    const required = new Set(
      requirements.flatMap(({ terms }) => (terms.length === 1 ? terms : [])),
    );
    const check = checkSample(this.einvoice, this.#manifest, this.#sample);
    const sampleProblems = check.kind === "checked" ? check.problems : new Map<string, string>();
    const words = this.#search.value.trim().toLowerCase();
    for (const { element, rows, count } of this.#sections) {
      for (const row of rows) {
        const { id, name } = row.subject;
        const term = QUALIFIERS.get(id)?.term ?? id;
        const sampleProblem = sampleProblems.get(id);
        const problem =
          problems.get(id) ?? (sampleProblem === undefined ? "" : texts.withSample(sampleProblem));
        const isPermitted = profile !== "basic" || !BEYOND_BASIC.has(term) || map[id] !== undefined;
        const isInUse =
          required.has(id) ||
          problem !== "" ||
          map[id] !== undefined ||
          (term !== id && map[term] !== undefined);
        const isFound =
          words === "" ? isInUse || this.#showsAll : `${name} ${id}`.toLowerCase().includes(words);
        row.element.hidden = !isPermitted || !isFound;
        if (row.element.hidden) continue;
        row.show({
          map,
          manifest: this.#manifest,
          isRequired: required.has(id),
          isCalculated: CALCULATED_TERMS.has(id),
          problem,
        });
      }
      const missing = rows.filter(({ subject }) => problems.has(subject.id)).length;
      if (missing > 0 && count.textContent === "") element.open = true;
      count.textContent = missing === 0 ? "" : texts.sectionMissing(missing);
      element.hidden = rows.every((row) => row.element.hidden);
      if (words !== "" && !element.hidden) element.open = true;
    }
    this.#nothing.hidden = this.#sections.some(({ element }) => !element.hidden);
    const met = requirements.filter(({ isMet }) => isMet).length;
    this.#progress.max = requirements.length;
    this.#progress.value = met;
    this.#status.textContent = texts.progress(met, requirements.length);
    this.#sampleStatus.textContent = sampleText(check, problems.size > 0);
  }
}

function sampleText(check: ReturnType<typeof checkSample>, isIncomplete: boolean): string {
  if (check.kind === "none") return texts.noSample;
  if (check.kind === "invalid") return texts.invalidSample;
  if (isIncomplete) return "";
  return check.count === 0 ? texts.sampleFine : texts.sampleBroken(check.count);
}

const isProfile = (name: string): name is Profile => Object.hasOwn(PROFILES, name);

function profileOf(value: string): Profile {
  return isProfile(value) ? value : "en16931";
}

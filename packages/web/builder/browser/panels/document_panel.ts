import { languageOfFormats } from "@paraph/core/layouts";

import {
  checkbox,
  h,
  labeledControl,
  replaceKeepingFocus,
  select,
  setError,
} from "../../../ui/browser/dom.ts";
import { fullManifest } from "../data/definitions.ts";
import { isOverlay } from "../design/design.ts";
import { LANGUAGE_OPTIONS, languageName, languageTag } from "../design/languages.ts";
import { einvoiceOf } from "../design/problems.ts";
import { standardsIn } from "../design/standard_checklist.ts";
import { ExpressionInput } from "../expressions/expression_input.ts";
import { FilesCard } from "../files/files_card.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { InvoiceCard } from "./invoice_card.ts";
import { type StandardActions, StandardCard } from "./standard_card.ts";

/** The actions of the panel. */
export type DocumentActions = Omit<StandardActions, "chooseLanguage">;

const { document: texts } = TEXTS;

/** The option for a language that is not in the list. */
const OTHER = "other";

/** The settings of the documents: language, properties and standard. */
export class DocumentPanel {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  readonly #invoice: InvoiceCard;
  readonly #about = h("section", { class: "block" });
  readonly #standards = h("section", { class: "block" });
  #isOtherLanguage = false;
  #isOwnChange = false;
  #shownAbout = "";
  #shownStandards = "";

  constructor(model: TemplateModel, actions: DocumentActions) {
    this.#model = model;
    const card = new StandardCard(model, {
      ...actions,
      chooseLanguage: () => this.#focus("language"),
    });
    this.#invoice = new InvoiceCard(model);
    this.element = h(
      "div",
      { class: "document-panel" },
      this.#about,
      this.#standards,
      card.element,
      new FilesCard(model).element,
      this.#invoice.element,
    );
    model.onChange(() => this.#show());
    this.#show();
  }

  /** Opens the form of the electronic invoice. */
  editInvoice(): Promise<void> {
    return this.#invoice.edit();
  }

  #show(): void {
    const about = this.#aboutState();
    if (about !== this.#shownAbout && !this.#isOwnChange) this.#showAbout();
    this.#shownAbout = about;
    const { standard, tagged, einvoice } = this.#model.settings;
    const standards = JSON.stringify([standard, tagged, einvoice, isOverlay(this.#model.design)]);
    if (standards !== this.#shownStandards) this.#showStandards();
    this.#shownStandards = standards;
  }

  #aboutState(): string {
    const { settings, manifest } = this.#model;
    const { language, title, author, subject, keywords } = settings;
    const byFormats = languageOfFormats(manifest);
    return JSON.stringify([
      language,
      title,
      author,
      subject,
      keywords,
      byFormats,
      this.#isOtherLanguage,
    ]);
  }

  /** Changes a setting that its control shows already: replacing the control would lose a click on the next one. */
  #set(settings: Readonly<Record<string, unknown>>): void {
    this.#isOwnChange = true;
    this.#model.set(settings);
    this.#isOwnChange = false;
  }

  #focus(key: string): void {
    this.element.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  }

  #showAbout(): void {
    replaceKeepingFocus(
      this.#about,
      h("h2", {}, texts.about),
      ...this.#language(),
      this.#text("title", texts.title, texts.titleHint),
      this.#text("author", texts.author),
      this.#text("subject", texts.subject),
      this.#keywords(),
    );
  }

  #language(): ReadonlyArray<HTMLElement> {
    const { settings, manifest, context } = this.#model;
    const current = typeof settings["language"] === "string" ? settings["language"] : "";
    const isListed = current === "" || LANGUAGE_OPTIONS.some(([tag]) => tag === current);
    const byFormats = languageOfFormats(manifest);
    const unset =
      byFormats === undefined
        ? texts.byProject(languageName(context.projectLanguage))
        : texts.byFormats(languageName(byFormats));
    const list = select(
      [
        ["", unset],
        ...(isListed ? [] : [[current, languageName(current)] as const]),
        ...LANGUAGE_OPTIONS,
        [OTHER, texts.otherLanguage],
      ],
      this.#isOtherLanguage ? OTHER : current,
      (value) => {
        this.#isOtherLanguage = value === OTHER;
        if (value === OTHER) {
          this.#show();
          this.#focus("language-tag");
        } else this.#model.set({ language: value === "" ? undefined : value });
      },
    );
    list.dataset["key"] = "language";
    const control = labeledControl(texts.language, list);
    if (!this.#isOtherLanguage) return [control];
    const input = h("input", {
      "data-key": "language-tag",
      autocomplete: "off",
      spellcheck: "false",
    });
    input.addEventListener("change", () => {
      const tag = languageTag(input.value);
      setError(input, tag === undefined ? texts.notTag : "");
      if (tag === undefined) return;
      this.#isOtherLanguage = false;
      this.#model.set({ language: tag });
      this.#show();
    });
    return [control, labeledControl(texts.tag, input, texts.tagHint)];
  }

  #text(name: string, label: string, hint?: string): HTMLElement {
    const model = this.#model;
    const value = model.settings[name];
    return new ExpressionInput({
      label,
      kind: "text",
      value: typeof value === "string" ? value : "",
      ...(hint === undefined ? {} : { hint }),
      maxLength: 1000,
      key: name,
      sample: () => ({ ...model.sampleScope, manifest: fullManifest(model.definitions) }),
      onChange: (text) => this.#set({ [name]: text.trim() === "" ? undefined : text.trim() }),
    }).element;
  }

  #keywords(): HTMLElement {
    const area = h("textarea", { "data-key": "keywords", rows: 3 });
    const { keywords } = this.#model.settings;
    area.value = Array.isArray(keywords) ? keywords.join("\n") : "";
    area.addEventListener("change", () => {
      const words = area.value.split("\n").map((line) => line.trim());
      const distinct = [...new Set(words)].filter((word) => word !== "").slice(0, 50);
      area.value = distinct.join("\n");
      this.#set({ keywords: distinct.length === 0 ? undefined : distinct });
    });
    return labeledControl(texts.keywords, area);
  }

  #showStandards(): void {
    const { settings, layout, design } = this.#model;
    const { isAccessible } = standardsIn(layout);
    const named = new Set<unknown>([settings["standard"] ?? []].flat());
    const archive = Object.keys(texts.archives).find((name) => named.has(name)) ?? "";
    const set = (name: string, accessible: boolean) => {
      const names = [...(name === "" ? [] : [name]), ...(accessible ? ["pdf/ua-1"] : [])];
      this.#model.set({ standard: names.length > 1 ? names : names[0] });
    };
    const unset = einvoiceOf(layout) === null ? texts.archives[""] : texts.byInvoice;
    const archives = select(Object.entries({ ...texts.archives, "": unset }), archive, (value) =>
      set(value, isAccessible),
    );
    archives.dataset["key"] = "archive";
    const accessible = checkbox(texts.accessible, isAccessible, (isChecked) =>
      set(archive, isChecked),
    );
    const onOverlay = isOverlay(design);
    const hasTags = settings["tagged"] !== false && !onOverlay;
    const tagged = checkbox(texts.tagged, hasTags, (isChecked) =>
      this.#model.set({ tagged: isChecked ? undefined : false }),
    );
    for (const [key, label] of Object.entries({ accessible, tagged }))
      label.querySelector("input")?.setAttribute("data-key", key);
    const isFixed = onOverlay || (isAccessible && hasTags);
    tagged.querySelector("input")?.toggleAttribute("disabled", isFixed);
    const hint = onOverlay ? texts.taggedOverlay : texts.taggedByStandard;
    replaceKeepingFocus(
      this.#standards,
      h("h2", {}, texts.standards),
      labeledControl(texts.archive, archives),
      accessible,
      tagged,
      ...(isFixed ? [h("p", { class: "hint" }, hint)] : []),
    );
  }
}

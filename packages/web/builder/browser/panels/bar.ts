import { button, h, iconButton } from "../../../ui/browser/dom.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { Menu } from "../widgets/menu.ts";

/** The actions of the top bar. */
export interface BarActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly sample: () => void;
  readonly preview: () => void;
  readonly save: () => void;
  readonly publish: () => void;
  readonly start: () => void;
  readonly importPdfme: () => void;
  readonly versions: () => void;
  readonly remove: () => void;
  readonly close: () => void;
  readonly problems: () => void;
}

/** A running request for the template. */
export type Activity = "saving" | "publishing" | undefined;

/** The bar above the pages: the template's name, state and actions. */
export class Bar {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  readonly #name: HTMLInputElement;
  readonly #state = h("span", { class: "save-state", role: "status" });
  readonly #version = h("span", { class: "version" });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #save: HTMLButtonElement;
  readonly #publish: HTMLButtonElement;
  readonly #problems: HTMLButtonElement;
  #activity: Activity;

  constructor(model: TemplateModel, actions: BarActions) {
    const { permissions, appearance } = model.context;
    this.#model = model;
    this.#name = nameInput(model);
    this.#undo = iconButton(TEXTS.bar.undo, icon("undo"), actions.undo, { id: "undo" });
    this.#redo = iconButton(TEXTS.bar.redo, icon("redo"), actions.redo, { id: "redo" });
    this.#save = button(TEXTS.bar.save, actions.save, { id: "save" });
    this.#publish = button(TEXTS.bar.publish, actions.publish, {
      id: "publish",
      class: "is-first",
    });
    this.#problems = h(
      "button",
      {
        type: "button",
        class: "problem-count",
        id: "problems",
        hidden: true,
        onclick: actions.problems,
      },
      icon("warning"),
      h("span"),
    );
    const menu = new Menu(TEXTS.bar.more, [
      permissions.preview && { label: TEXTS.bar.sample, run: actions.sample },
      permissions.saveDraft &&
        model.definitions.allowCustom && { label: TEXTS.bar.start, run: actions.start },
      permissions.saveDraft && { label: TEXTS.bar.importPdfme, run: actions.importPdfme },
      { label: TEXTS.bar.versions, run: actions.versions },
      permissions.delete && { label: TEXTS.bar.remove, run: actions.remove, isDanger: true },
    ]);
    this.element = h(
      "header",
      { class: "topbar", role: "banner" },
      h("h1", { class: "visually-hidden" }, appearance.title ?? TEXTS.title),
      h(
        "div",
        { class: "about" },
        this.#name,
        h("p", { class: "states" }, this.#state, this.#version),
      ),
      h(
        "div",
        { class: "tools", role: "toolbar", "aria-label": TEXTS.bar.tools },
        this.#problems,
        this.#undo,
        this.#redo,
        h("span", { class: "rule" }),
        permissions.preview && button(TEXTS.bar.preview, actions.preview, { id: "preview" }),
        permissions.saveDraft && this.#save,
        permissions.publish && this.#publish,
        menu.element,
        iconButton(TEXTS.bar.close, icon("close"), actions.close, { id: "close" }),
      ),
    );
    model.onChange(() => this.#show());
    this.#show();
  }

  /** Sets the running request. */
  set activity(activity: Activity) {
    this.#activity = activity;
    this.#show();
  }

  /** Sets the number of problems. */
  set problems(count: number) {
    this.#problems.hidden = count === 0;
    const [text] = this.#problems.getElementsByTagName("span");
    if (text !== undefined) text.textContent = TEXTS.problems.button(count);
  }

  #show(): void {
    const model = this.#model;
    if (document.activeElement !== this.#name) this.#name.value = model.name;
    this.#undo.disabled = !model.canUndo;
    this.#redo.disabled = !model.canRedo;
    const isBusy = this.#activity !== undefined;
    this.#save.setAttribute("aria-disabled", String(isBusy || !canSave(model)));
    this.#publish.setAttribute("aria-disabled", String(isBusy || !model.isPublishable));
    const state = stateOf(model, this.#activity);
    if (this.#state.textContent !== state) this.#state.textContent = state;
    this.#state.classList.toggle("is-unsaved", model.isDirty);
    this.#version.textContent = versionOf(model);
  }
}

function canSave(model: TemplateModel): boolean {
  return model.isDirty || model.template === undefined;
}

function stateOf(model: TemplateModel, activity: Activity): string {
  if (activity !== undefined) return TEXTS.state[activity];
  if (model.template === undefined && !model.isDirty) return TEXTS.state.new;
  return model.isDirty ? TEXTS.state.unsaved : TEXTS.state.saved;
}

function versionOf({ template, isDirty }: TemplateModel): string {
  const version = template?.currentVersionNumber ?? null;
  if (version === null) return TEXTS.state.draft;
  const isAhead = isDirty || template?.hasUnpublishedChanges === true;
  return isAhead ? TEXTS.state.ahead(version) : TEXTS.state.published(version);
}

/** Renaming an existing template needs a permission, naming a new one does not. */
function nameInput(model: TemplateModel): HTMLInputElement {
  const canRename = model.context.permissions.rename || model.template === undefined;
  const input = h("input", {
    class: "name",
    id: "name",
    "aria-label": TEXTS.bar.name,
    maxlength: 120,
    readonly: !canRename,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = model.name;
  input.addEventListener("change", () => {
    model.rename(input.value);
    input.value = model.name;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
  });
  input.addEventListener("focus", () => input.select());
  return input;
}

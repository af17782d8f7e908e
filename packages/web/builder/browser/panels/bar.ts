import { button, h, iconButton } from "../../../ui/browser/dom.ts";
import type { Work } from "../template/work.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { Menu } from "../widgets/menu.ts";

/** What the bar does. */
export interface BarActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly sample: () => void;
  readonly preview: () => void;
  readonly save: () => void;
  readonly publish: () => void;
  readonly versions: () => void;
  readonly remove: () => void;
  readonly close: () => void;
  readonly problems: () => void;
}

/** What is going on with the template. */
export type Activity = "saving" | "publishing" | undefined;

/** The bar above the pages: what the template is called, how it stands, and what can be done with it. */
export class Bar {
  readonly element: HTMLElement;
  readonly #work: Work;
  readonly #name: HTMLInputElement;
  readonly #state = h("span", { class: "save-state", role: "status" });
  readonly #version = h("span", { class: "version" });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #save: HTMLButtonElement;
  readonly #publish: HTMLButtonElement;
  readonly #problems: HTMLButtonElement;
  #activity: Activity;

  constructor(work: Work, actions: BarActions) {
    const { permissions, appearance } = work.context;
    this.#work = work;
    this.#name = nameInput(work);
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
    work.onChange(() => this.#show());
    this.#show();
  }

  /** Says what is going on. */
  set activity(activity: Activity) {
    this.#activity = activity;
    this.#show();
  }

  /** Says how much is to be put right. */
  set problems(count: number) {
    this.#problems.hidden = count === 0;
    const [text] = this.#problems.getElementsByTagName("span");
    if (text !== undefined) text.textContent = TEXTS.problems.button(count);
  }

  #show(): void {
    const work = this.#work;
    if (document.activeElement !== this.#name) this.#name.value = work.name;
    this.#undo.disabled = !work.canUndo;
    this.#redo.disabled = !work.canRedo;
    const isBusy = this.#activity !== undefined;
    this.#save.setAttribute("aria-disabled", String(isBusy || !canSave(work)));
    this.#publish.setAttribute("aria-disabled", String(isBusy || !work.isPublishable));
    const state = stateOf(work, this.#activity);
    if (this.#state.textContent !== state) this.#state.textContent = state;
    this.#state.classList.toggle("is-unsaved", work.isDirty);
    this.#version.textContent = versionOf(work);
  }
}

function canSave(work: Work): boolean {
  return work.isDirty || work.template === undefined;
}

function stateOf(work: Work, activity: Activity): string {
  if (activity !== undefined) return TEXTS.state[activity];
  if (work.template === undefined && !work.isDirty) return TEXTS.state.new;
  return work.isDirty ? TEXTS.state.unsaved : TEXTS.state.saved;
}

function versionOf({ template, isDirty }: Work): string {
  const version = template?.currentVersionNumber ?? null;
  if (version === null) return TEXTS.state.draft;
  const isAhead = isDirty || template?.hasUnpublishedChanges === true;
  return isAhead ? TEXTS.state.ahead(version) : TEXTS.state.published(version);
}

/** What has a name already is renamed by who may; what is new gets one from anybody. */
function nameInput(work: Work): HTMLInputElement {
  const canRename = work.context.permissions.rename || work.template === undefined;
  const input = h("input", {
    class: "name",
    id: "name",
    "aria-label": TEXTS.bar.name,
    maxlength: 120,
    readonly: !canRename,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = work.name;
  input.addEventListener("change", () => {
    work.rename(input.value);
    input.value = work.name;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
  });
  input.addEventListener("focus", () => input.select());
  return input;
}

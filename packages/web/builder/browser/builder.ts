import type { Theme } from "../../ui/browser/appearance/color.ts";
import { byId, h } from "../../ui/browser/dom.ts";
import { closePage } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearStatus } from "../../ui/browser/status.ts";
import { Pages } from "./canvas/pages.ts";
import { OFFERED_TYPES } from "./canvas/plugins.ts";
import { DataPanel, DRAGGED_KEY, type Fillable, fillableOf } from "./data/data_panel.ts";
import { defineDialog } from "./data/define_dialog.ts";
import { renameKey, removeKey, putDefinition, removeDefinition } from "./data/own_manifest.ts";
import { sampleDialog } from "./data/sample_dialog.ts";
import { writtenSample } from "./data/sample_scope.ts";
import type { Design } from "./design/design.ts";
import { type Problem, problemsFrom, problemsOf } from "./design/problems.ts";
import { Bar } from "./panels/bar.ts";
import { DocumentPanel } from "./panels/document_panel.ts";
import { PagePanel } from "./panels/page_panel.ts";
import { DRAGGED_TYPE, palette } from "./panels/palette.ts";
import { SelectionCard } from "./panels/selection_card.ts";
import { SidePanel } from "./panels/side_panel.ts";
import type { PdfReader } from "./preview/preview.ts";
import { previewDialog } from "./preview/preview_dialog.ts";
import { listenForShortcuts } from "./shortcuts.ts";
import { importPdfmeDialog } from "./template/import_pdfme_dialog.ts";
import { TemplateModel } from "./template/model.ts";
import { problemsDialog } from "./template/problems_dialog.ts";
import { SaveController } from "./template/save_controller.ts";
import { startersDialog } from "./template/starters_dialog.ts";
import { type OpenedTemplate, Templates } from "./template/templates.ts";
import { TEXTS } from "./texts.ts";
import { ask } from "./widgets/dialog.ts";

/** Options of the builder. */
export interface BuilderStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly theme: Theme;
  readonly reader: PdfReader;
}

/** Milliseconds from the last change until the layout is validated. */
const CHECK_DELAY = 600;

/** Buttons that place a field. */
const PLACING = ".fillable:not([aria-disabled]), .palette button";

/** The builder: the pages with their fields, the panels, and the top bar. */
export class Builder {
  readonly #model: TemplateModel;
  readonly #templates: Templates;
  readonly #saveController: SaveController;
  readonly #pages: Pages;
  readonly #bar: Bar;
  readonly #side: SidePanel;
  readonly #settings: DocumentPanel;
  readonly #reader: PdfReader;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #isRemoved = false;

  constructor({ session, template, theme, reader }: BuilderStart) {
    const model = new TemplateModel(session.context, template);
    const host = h("div", {
      class: "canvas",
      id: "canvas",
      tabindex: 0,
      role: "application",
      "aria-label": TEXTS.side.canvas,
    });
    this.#model = model;
    this.#reader = reader;
    this.#templates = new Templates(session);
    this.#saveController = new SaveController(model, this.#templates, {
      onActivity: (activity) => (this.#bar.activity = activity),
      onProblems: (problems) => void this.#showProblems(problems),
      onReopened: () => this.#pages.reopen(),
      onRemoved: () => {
        this.#isRemoved = true;
        void this.#close();
      },
    });
    const actions = {
      undo: () => this.#goBack(model.undo()),
      redo: () => this.#goBack(model.redo()),
      save: () => void (session.context.permissions.saveDraft && this.#saveController.save()),
    };
    this.#bar = new Bar(model, {
      ...actions,
      sample: () => void this.#editSample([]),
      preview: () => void this.#preview(),
      publish: () => void this.#saveController.publish(),
      start: () => void this.#start(),
      importPdfme: () => void this.#importPdfme(),
      versions: () => void this.#saveController.versions(),
      remove: () => void this.#saveController.remove(),
      close: () => void this.#close(),
      problems: () => void this.#showProblems(this.#problems()),
    });
    const selection = new SelectionCard(model, {
      bind: (key) => this.#pages.bind(key),
      unbind: () => this.#pages.unbind(),
      insert: (key) => this.#pages.insert(key),
      write: (text) => this.#pages.write(text),
      changeTable: (change) => this.#pages.changeTable(change),
    });
    const data = new DataPanel(model, {
      place: (fillable) => this.#pages.place(fillable),
      edit: (fillable) => void this.#define(fillable.kind, fillable),
      addVariable: () => void this.#define("variable"),
      addLoop: () => void this.#define("loop"),
      start: () => void this.#start(),
    });
    const paper = new PagePanel(model, {
      change: (design) => this.#change(design),
      page: () => this.#pages?.page ?? 0,
      goTo: (page) => this.#pages.goTo(page),
      select: (field) => this.#pages.select(field),
    });
    this.#settings = new DocumentPanel(model, {
      select: (field) => this.#pages.select(field),
      change: (design) => this.#change(design),
      openPage: () => this.#side.open("page"),
    });
    this.#side = new SidePanel([
      {
        id: "data",
        label: TEXTS.side.variables,
        icon: "braces",
        parts: [selection.element, data.element],
      },
      { id: "page", label: TEXTS.side.page, icon: "file", parts: [paper.element] },
      {
        id: "document",
        label: TEXTS.side.document,
        icon: "settings",
        parts: [this.#settings.element],
      },
    ]);
    byId("builder").replaceChildren(
      this.#bar.element,
      h(
        "div",
        { class: "workspace" },
        this.#side.element,
        h(
          "main",
          { class: "stage" },
          host,
          palette((type) => this.#pages.placeNew(type)),
        ),
      ),
      narrowNotice(() => void this.#preview()),
    );
    this.#pages = new Pages(host, model, theme, {
      onSelect: (canvasSelection) => selection.show(canvasSelection),
      onPage: () => paper.show(),
    });
    this.#listen(host, actions);
  }

  setTheme(theme: Theme): void {
    this.#pages.setTheme(theme);
  }

  #listen(host: HTMLElement, shortcuts: Parameters<typeof listenForShortcuts>[1]): void {
    listenForShortcuts(host, shortcuts);
    // The designer prevents the default, so the browser does not move the focus to the pages.
    host.addEventListener("pointerdown", () => takeFocus(host), { capture: true });
    // After a click the focus moves to the pages; after a key press it stays in the list.
    byId("builder").addEventListener("click", ({ detail, target }) => {
      const isPlacing = target instanceof Element && target.closest(PLACING) !== null;
      if (detail > 0 && isPlacing) takeFocus(host);
    });
    host.addEventListener("dragover", (event) => {
      const types = event.dataTransfer?.types ?? [];
      if (types.includes(DRAGGED_KEY) || types.includes(DRAGGED_TYPE)) event.preventDefault();
    });
    host.addEventListener("drop", (event) => {
      const point = { x: event.clientX, y: event.clientY };
      const fillable = fillableOf(event.dataTransfer?.getData(DRAGGED_KEY) ?? "", this.#model);
      const draggedType = event.dataTransfer?.getData(DRAGGED_TYPE);
      const type = OFFERED_TYPES.find((each) => each === draggedType);
      if (fillable === undefined && type === undefined) return;
      event.preventDefault();
      if (fillable !== undefined) this.#pages.place(fillable, point);
      else if (type !== undefined) this.#pages.placeNew(type, point);
    });
    addEventListener("beforeunload", (event) => {
      if (this.#model.isDirty && !this.#isRemoved) event.preventDefault();
    });
    const check = () => {
      clearTimeout(this.#checking);
      this.#checking = setTimeout(() => {
        this.#bar.problems = this.#problems().length;
      }, CHECK_DELAY);
    };
    this.#model.onChange(check);
    check();
  }

  #problems(): ReadonlyArray<Problem> {
    return problemsOf(this.#model.layout, this.#model.design);
  }

  #change(design: Design): void {
    this.#pages.show(this.#model.change(design));
  }

  #goBack(isDone: boolean): void {
    if (isDone) this.#pages.reopen();
  }

  async #start(): Promise<void> {
    const starter = await startersDialog();
    if (starter === undefined) return;
    if (this.#model.name === TEXTS.untitled) this.#model.rename(starter.name);
    this.#model.replace(starter.layout, starter.manifest);
    this.#model.sample = JSON.stringify(starter.data, undefined, 2);
    this.#pages.reopen();
  }

  async #importPdfme(): Promise<void> {
    const imported = await importPdfmeDialog();
    if (imported === undefined) return;
    this.#model.replace(imported.layout, imported.manifest);
    this.#pages.reopen();
  }

  async #define(kind: "variable" | "loop", fillable?: Fillable): Promise<void> {
    const before = fillable?.definition;
    const subject = before === undefined ? { kind } : { kind, before };
    const result = await defineDialog(subject, this.#model.definitions);
    if (result === undefined) return;
    const { definitions, design } = this.#model;
    if (result.kind === "removed") {
      const key = before?.key ?? "";
      this.#pages.show(
        this.#model.define(removeDefinition(definitions.custom, key), removeKey(design, key)),
      );
      return;
    }
    const { definition } = result;
    const custom = putDefinition(definitions.custom, definition, before?.key);
    const key = definition.definition.key;
    const renamedDesign =
      before === undefined ? design : renameKey(design, before.key, key, custom);
    this.#pages.show(this.#model.define(custom, renamedDesign));
  }

  /** Returns whether the sample data has changed. */
  async #editSample(problems: ReadonlyArray<string>): Promise<boolean> {
    const { manifest, sample } = this.#model;
    const sampleText = await sampleDialog(sample, manifest, problems);
    if (sampleText === undefined) return false;
    this.#model.sample = sampleText;
    return true;
  }

  async #preview(): Promise<void> {
    await previewDialog({
      name: this.#model.name,
      reader: this.#reader,
      fetchPdf: (signal) => {
        const data = writtenSample(this.#model.sample);
        const request = { layout: this.#model.layout, name: this.#model.name };
        return this.#templates.preview(data === undefined ? request : { ...request, data }, signal);
      },
      onInvalidLayout: ({ issues }) =>
        void this.#showProblems(problemsFrom(issues, this.#model.design)),
      editSample: (problems) => this.#editSample(problems),
    });
  }

  async #showProblems(problems: ReadonlyArray<Problem>): Promise<void> {
    if (problems.length === 0) return;
    const problem = await problemsDialog(problems);
    if (problem?.field !== undefined) this.#pages.select(problem.field);
    if (problem?.part !== undefined) this.#side.open("document");
    if (problem?.part === "invoice") void this.#settings.editInvoice();
  }

  async #close(): Promise<void> {
    const { context, isDirty } = this.#model;
    if (isDirty && !this.#isRemoved) {
      const { title, text, stay, leave: go, save } = TEXTS.leave;
      const choice = await ask(title, text, [
        { label: stay, value: "stay" as const },
        { label: go, value: "leave" as const, kind: "is-danger" },
        ...(context.permissions.saveDraft
          ? [{ label: save, value: "save" as const, kind: "is-first" as const }]
          : []),
      ]);
      if (choice === undefined || choice === "stay") return;
      if (choice === "save" && !(await this.#saveController.save())) return;
      this.#isRemoved = true;
    }
    closePage(context.callbacks.closeUrl);
    clearStatus();
  }
}

/** The notice for windows that are too narrow for the builder. */
function narrowNotice(preview: () => void): HTMLElement {
  return h(
    "div",
    { class: "narrow" },
    h("p", {}, TEXTS.narrow),
    h("button", { type: "button", class: "is-first", onclick: preview }, TEXTS.bar.preview),
  );
}

function takeFocus(host: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !host.contains(activeElement)) {
    host.focus({ preventScroll: true });
  }
}

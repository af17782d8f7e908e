import { byId, h } from "../../ui/browser/dom.ts";
import { closePage } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearStatus, showStatus } from "../../ui/browser/status.ts";
import { Pages } from "./canvas/pages.ts";
import { OFFERED_TYPES, type OfferedType } from "./canvas/plugins.ts";
import {
  DataPanel,
  DRAGGED_KEY,
  type Fillable,
  fillableOf,
  type NestedList,
} from "./data/data_panel.ts";
import { defineDialog } from "./data/define_dialog.ts";
import { putNestedList, removeNestedList } from "./data/nested_lists.ts";
import { removeKey, putDefinition, removeDefinition } from "./data/own_manifest.ts";
import { sampleDialog } from "./data/sample_dialog.ts";
import { writtenSample } from "./data/sample_scope.ts";
import type { Design } from "./design/design.ts";
import type { ProblemFix } from "./design/problem_fix.ts";
import { type Problem, problemsFrom, problemsOf, remainingProblems } from "./design/problems.ts";
import { Inspector } from "./inspector/inspector.ts";
import { Bar } from "./panels/bar.ts";
import { DocumentPanel } from "./panels/document_panel.ts";
import { narrowNotice } from "./panels/narrow_notice.ts";
import { PagePanel } from "./panels/page_panel.ts";
import { DRAGGED_TYPE, palette } from "./panels/palette.ts";
import { SelectionCard } from "./panels/selection_card.ts";
import { SidePanel } from "./panels/side_panel.ts";
import type { PdfReader } from "./preview/preview.ts";
import { previewDialog } from "./preview/preview_dialog.ts";
import { SectionBar } from "./sections/section_bar.ts";
import { SectionCommands } from "./sections/section_commands.ts";
import { listenForSections } from "./sections/section_keys.ts";
import { listenForShortcuts } from "./shortcuts.ts";
import { EmptyPage } from "./template/empty_page.ts";
import { importPdfmeDialog } from "./template/import_pdfme_dialog.ts";
import { TemplateModel } from "./template/model.ts";
import { problemsDialog } from "./template/problems_dialog.ts";
import { SaveController } from "./template/save_controller.ts";
import { type Starter, startersDialog } from "./template/starters_dialog.ts";
import { type OpenedTemplate, Templates } from "./template/templates.ts";
import { TEXTS } from "./texts.ts";
import { ask } from "./widgets/dialog.ts";

/** Options of the builder. */
export interface BuilderStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly reader: PdfReader;
}

/** Milliseconds from the last change until the layout is validated. */
const CHECK_DELAY = 600;

/** Buttons that place a field. */
const PLACING = ".fillable:not([aria-disabled]), .palette button, .arrange-bar button";

/** The builder: the pages with their fields, the panels, and the top bar. */
export class Builder {
  readonly #model: TemplateModel;
  readonly #templates: Templates;
  readonly #saveController: SaveController;
  readonly #pages: Pages;
  readonly #sections: SectionCommands;
  readonly #bar: Bar;
  readonly #side: SidePanel;
  readonly #settings: DocumentPanel;
  readonly #reader: PdfReader;
  readonly #empty: EmptyPage;
  #dragged: Fillable | OfferedType | undefined;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #isRemoved = false;

  constructor({ session, template, reader }: BuilderStart) {
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
      section: {
        change: (change) => this.#pages.changeSelected(change),
        open: () => void this.#sections.openSelected(),
        ungroup: () => this.#sections.ungroup(),
        remove: () => this.#sections.remove(),
        group: () => this.#sections.group(),
        addTo: (position) => this.#sections.addTo(position),
        moveOut: () => this.#sections.moveOut(),
      },
    });
    const sectionBar = new SectionBar(model, {
      open: (path) => this.#sections.open(path),
      resized: () => this.#pages.reopen(),
    });
    const inspector = new Inspector(model, selection.element, {
      change: (change) => this.#pages.changeSelected(change),
      commands: () => this.#pages.commands,
    });
    const data = new DataPanel(model, {
      place: (fillable) => this.#pages.place(fillable),
      drag: (fillable) => this.#drag(fillable),
      edit: (fillable) => void this.#define(fillable.kind, fillable),
      addVariable: () => void this.#define("variable"),
      addLoop: () => void this.#define("loop"),
      nested: (list) => void this.#defineNested(list),
      start: () => void this.#start(),
    });
    const paper = new PagePanel(model, {
      change: (design) => this.#change(design),
      page: () => this.#pages?.page ?? 0,
      goTo: (page) => this.#pages.goTo(page),
      select: (field) => this.#pages.select(field),
      reorder: (page, index, step) => this.#sections.reorder(page, index, step),
    });
    this.#settings = new DocumentPanel(model, {
      select: (field) => this.#select(field),
      change: (design) => this.#change(design),
      openPage: () => this.#side.open("page"),
    });
    const fields = palette({
      place: (type) => this.#pages.placeNew(type),
      drag: (type) => this.#drag(type),
    });
    this.#side = new SidePanel([
      { id: "fields", label: TEXTS.palette.title, icon: "rectangle", parts: [fields] },
      { id: "data", label: TEXTS.side.variables, icon: "braces", parts: [data.element] },
      { id: "page", label: TEXTS.side.page, icon: "file", parts: [paper.element] },
      {
        id: "document",
        label: TEXTS.side.document,
        icon: "settings",
        parts: [this.#settings.element],
      },
    ]);
    if (model.index.variables.size + model.index.loops.size > 0) this.#side.open("data");
    this.#empty = new EmptyPage(model, (starter) => this.#use(starter));
    byId("builder").replaceChildren(
      this.#bar.element,
      h(
        "div",
        { class: "workspace" },
        this.#side.element,
        h("main", { class: "stage" }, host, this.#empty.element, sectionBar.element),
        inspector.element,
      ),
      narrowNotice(() => void this.#preview()),
    );
    this.#pages = new Pages(host, model, {
      onSelect: (canvasSelection) => {
        selection.show(canvasSelection);
        inspector.show(canvasSelection);
      },
      onPage: () => paper.show(),
      onOpen: () => {
        if (!this.#sections.openSelected()) inspector.focus();
      },
    });
    this.#sections = new SectionCommands(model, this.#pages);
    listenForSections(host, this.#sections);
    this.#listen(host, actions);
  }

  /** Shows where the dragged field would be dropped, until it is dropped or released. */
  #drag(dragged: Fillable | OfferedType | undefined): void {
    this.#dragged = dragged;
    this.#empty.hide(dragged !== undefined);
    if (dragged === undefined) this.#pages.showDrop("text", undefined);
  }

  #listen(host: HTMLElement, shortcuts: Parameters<typeof listenForShortcuts>[1]): void {
    listenForShortcuts(host, shortcuts);
    // After a click the focus moves to the pages; after a key press it stays in the list.
    byId("builder").addEventListener("click", ({ detail, target }) => {
      const isPlacing = target instanceof Element && target.closest(PLACING) !== null;
      if (detail > 0 && isPlacing) this.#pages.focus();
    });
    host.addEventListener("dragover", (event) => {
      const types = event.dataTransfer?.types ?? [];
      if (!types.includes(DRAGGED_KEY) && !types.includes(DRAGGED_TYPE)) return;
      event.preventDefault();
      if (this.#dragged !== undefined)
        this.#pages.showDrop(this.#dragged, { x: event.clientX, y: event.clientY });
    });
    host.addEventListener("dragleave", ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && host.contains(relatedTarget);
      if (!isInside) this.#pages.showDrop("text", undefined);
    });
    host.addEventListener("drop", (event) => {
      const point = { x: event.clientX, y: event.clientY };
      const fillable = fillableOf(event.dataTransfer?.getData(DRAGGED_KEY) ?? "", this.#model);
      const draggedType = event.dataTransfer?.getData(DRAGGED_TYPE);
      const type = OFFERED_TYPES.find((each) => each === draggedType);
      if (fillable === undefined && type === undefined) return;
      event.preventDefault();
      this.#drag(undefined);
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
    this.#model.change(design);
    this.#pages.reopen();
  }

  #select({ page, index, inside = [] }: NonNullable<Problem["field"]>): void {
    this.#sections.select({ page, positions: [index, ...inside] });
  }

  #goBack(isDone: boolean): void {
    if (isDone) this.#pages.reopen();
  }

  async #start(): Promise<void> {
    const starter = await startersDialog();
    if (starter !== undefined) this.#use(starter);
  }

  #use(starter: Starter): void {
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
      this.#model.define(removeDefinition(definitions.custom, key), removeKey(design, key));
      this.#pages.reopen();
      return;
    }
    const { definition } = result;
    const custom = putDefinition(definitions.custom, definition, before?.key);
    const { key } = definition.definition;
    this.#model.redefine(custom, before?.key ?? key, key);
    this.#pages.reopen();
  }

  /** Defines, changes or removes a list in the rows of another. */
  async #defineNested({ parent, before }: NestedList): Promise<void> {
    const subject = { kind: "loop" as const, parent, ...(before === undefined ? {} : { before }) };
    const result = await defineDialog(subject, this.#model.definitions);
    if (result === undefined) return;
    const { custom } = this.#model.definitions;
    if (result.kind === "removed") {
      this.#model.define(removeNestedList(custom, parent.path, before?.key ?? ""));
    } else if (result.definition.kind === "loop") {
      const { definition } = result.definition;
      const changed = putNestedList(custom, parent.path, definition, before?.key);
      const path = (key: string) => `${parent.path}.${key}`;
      this.#model.redefine(changed, path(before?.key ?? definition.key), path(definition.key));
    }
    this.#pages.reopen();
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
    const { allowCustom } = this.#model.definitions;
    const choice = await problemsDialog(problems, allowCustom);
    if (choice?.fix !== undefined) {
      await this.#showProblems(this.#fix(choice.problem, choice.fix, problems));
      return;
    }
    const problem = choice?.problem;
    if (problem?.field !== undefined) this.#select(problem.field);
    if (problem?.part !== undefined) this.#side.open("document");
    if (problem?.part === "invoice") void this.#settings.editInvoice();
  }

  /** Solves a problem, and returns those that are left of the shown ones. */
  #fix(problem: Problem, fix: ProblemFix, shown: ReadonlyArray<Problem>): ReadonlyArray<Problem> {
    const before = this.#problems();
    const { design, definitions, settings } = this.#model;
    const fixed = fix.apply({ design, custom: definitions.custom, settings });
    this.#model.define(fixed.custom, fixed.design, fixed.settings);
    this.#pages.reopen();
    showStatus(TEXTS.problems.fixed);
    return remainingProblems(
      shown.filter((each) => each !== problem),
      { before, after: this.#problems() },
    );
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

import type { Theme } from "../../ui/browser/appearance/color.ts";
import { byId, h } from "../../ui/browser/dom.ts";
import { hasParent, postToParent } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearStatus } from "../../ui/browser/status.ts";
import { Pages } from "./canvas/pages.ts";
import { OFFERED_TYPES } from "./canvas/plugins.ts";
import { DataPanel, DRAGGED, type Fillable, fillableOf } from "./data/data_panel.ts";
import { defineDialog } from "./data/define_dialog.ts";
import { rekeyed, unkeyed, withDefinition, without } from "./data/own_manifest.ts";
import { sampleDialog } from "./data/sample_dialog.ts";
import { readSample } from "./data/sample_text.ts";
import type { Design } from "./design/design.ts";
import { type Problem, problemsFrom, problemsOf } from "./design/problems.ts";
import { leave } from "./leave.ts";
import { Bar } from "./panels/bar.ts";
import { PagePanel } from "./panels/page_panel.ts";
import { DRAGGED_TYPE, palette } from "./panels/palette.ts";
import { SelectionCard } from "./panels/selection_card.ts";
import { SidePanel } from "./panels/side_panel.ts";
import type { PdfReader } from "./preview/preview.ts";
import { previewDialog } from "./preview/preview_dialog.ts";
import { listenForShortcuts } from "./shortcuts.ts";
import { problemsDialog } from "./template/problems_dialog.ts";
import { Keeper } from "./template/save_controller.ts";
import { type OpenedTemplate, Templates } from "./template/templates.ts";
import { Work } from "./template/work.ts";
import { TEXTS } from "./texts.ts";
import { ask } from "./widgets/dialog.ts";

/** What the builder begins with. */
export interface BuilderStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly theme: Theme;
  readonly reader: PdfReader;
}

/** After so long without a change, in milliseconds, it is looked at what is to be put right. */
const REST = 600;

/** What puts something onto the pages when it is pressed. */
const PLACING = ".fillable:not([aria-disabled]), .palette button";

/** The builder: what is on the pages, what may be put there, and what becomes of it. */
export class Builder {
  readonly #work: Work;
  readonly #templates: Templates;
  readonly #keeper: Keeper;
  readonly #pages: Pages;
  readonly #bar: Bar;
  readonly #reader: PdfReader;
  #sample = "";
  #checking: ReturnType<typeof setTimeout> | undefined;
  #isRemoved = false;

  constructor({ session, template, theme, reader }: BuilderStart) {
    const work = new Work(session.context, template);
    const host = h("div", {
      class: "canvas",
      id: "canvas",
      tabindex: 0,
      role: "application",
      "aria-label": TEXTS.side.canvas,
    });
    this.#work = work;
    this.#reader = reader;
    this.#templates = new Templates(session);
    this.#keeper = new Keeper(work, this.#templates, {
      onActivity: (activity) => (this.#bar.activity = activity),
      onProblems: (problems) => void this.#showProblems(problems),
      onReopened: () => this.#pages.reopen(),
      onRemoved: () => {
        this.#isRemoved = true;
        void this.#close();
      },
    });
    const act = {
      undo: () => this.#goBack(work.undo()),
      redo: () => this.#goBack(work.redo()),
      save: () => void (session.context.permissions.saveDraft && this.#keeper.save()),
    };
    this.#bar = new Bar(work, {
      ...act,
      sample: () => void this.#editSample([]),
      preview: () => void this.#preview(),
      publish: () => void this.#keeper.publish(),
      versions: () => void this.#keeper.versions(),
      remove: () => void this.#keeper.remove(),
      close: () => void this.#close(),
      problems: () => void this.#showProblems(this.#problems()),
    });
    const selection = new SelectionCard(work, {
      bind: (key) => this.#pages.bind(key),
      unbind: () => this.#pages.unbind(),
      insert: (key) => this.#pages.insert(key),
      setColumns: (columns) => this.#pages.setColumns(columns),
      setSums: (columns) => this.#pages.setSums(columns),
    });
    const data = new DataPanel(work, {
      place: (fillable) => this.#pages.place(fillable),
      edit: (fillable) => void this.#define(fillable.kind, fillable),
      addVariable: () => void this.#define("variable"),
      addLoop: () => void this.#define("loop"),
    });
    const paper = new PagePanel(work, {
      change: (design) => this.#change(design),
      page: () => this.#pages?.page ?? 0,
      goTo: (page) => this.#pages.goTo(page),
      select: (field) => this.#pages.select(field),
    });
    const side = new SidePanel([
      {
        id: "data",
        label: TEXTS.side.variables,
        icon: "braces",
        parts: [selection.element, data.element],
      },
      { id: "page", label: TEXTS.side.page, icon: "file", parts: [paper.element] },
    ]);
    byId("builder").replaceChildren(
      this.#bar.element,
      h(
        "div",
        { class: "workspace" },
        side.element,
        h(
          "main",
          { class: "stage" },
          host,
          palette((type) => this.#pages.placeNew(type)),
        ),
      ),
      narrow(() => void this.#preview()),
    );
    this.#pages = new Pages(host, work, theme, {
      onSelect: (selected) => selection.show(selected),
      onPage: () => paper.show(),
    });
    this.#listen(host, act);
  }

  dress(theme: Theme): void {
    this.#pages.dress(theme);
  }

  #listen(host: HTMLElement, shortcuts: Parameters<typeof listenForShortcuts>[1]): void {
    listenForShortcuts(host, shortcuts);
    // The designer keeps the browser from moving the focus, and then keys would go elsewhere.
    host.addEventListener("pointerdown", () => takeFocus(host), { capture: true });
    // Whoever places with the mouse goes on with it; whoever does with keys, in the list.
    byId("builder").addEventListener("click", ({ detail, target }) => {
      const isPlacing = target instanceof Element && target.closest(PLACING) !== null;
      if (detail > 0 && isPlacing) takeFocus(host);
    });
    host.addEventListener("dragover", (event) => {
      const types = event.dataTransfer?.types ?? [];
      if (types.includes(DRAGGED) || types.includes(DRAGGED_TYPE)) event.preventDefault();
    });
    host.addEventListener("drop", (event) => {
      const point = { x: event.clientX, y: event.clientY };
      const fillable = fillableOf(event.dataTransfer?.getData(DRAGGED) ?? "", this.#work);
      const dragged = event.dataTransfer?.getData(DRAGGED_TYPE);
      const type = OFFERED_TYPES.find((each) => each === dragged);
      if (fillable === undefined && type === undefined) return;
      event.preventDefault();
      if (fillable !== undefined) this.#pages.place(fillable, point);
      else if (type !== undefined) this.#pages.placeNew(type, point);
    });
    addEventListener("beforeunload", (event) => {
      if (this.#work.isDirty && !this.#isRemoved) event.preventDefault();
    });
    const check = () => {
      clearTimeout(this.#checking);
      this.#checking = setTimeout(() => {
        this.#bar.problems = this.#problems().length;
      }, REST);
    };
    this.#work.onChange(check);
    check();
  }

  #problems(): ReadonlyArray<Problem> {
    return problemsOf(this.#work.layout, this.#work.design);
  }

  #change(design: Design): void {
    this.#pages.show(this.#work.change(design));
  }

  #goBack(isDone: boolean): void {
    if (isDone) this.#pages.reopen();
  }

  async #define(kind: "variable" | "loop", fillable?: Fillable): Promise<void> {
    const before = fillable?.definition;
    const given = before === undefined ? { kind } : { kind, before };
    const defined = await defineDialog(given, this.#work.definitions);
    if (defined === undefined) return;
    const { definitions, design } = this.#work;
    if (defined.kind === "removed") {
      const key = before?.key ?? "";
      this.#pages.show(this.#work.define(without(definitions.custom, key), unkeyed(design, key)));
      return;
    }
    const { definition } = defined;
    const custom = withDefinition(definitions.custom, definition, before?.key);
    const key = definition.definition.key;
    const followed = before === undefined ? design : rekeyed(design, before.key, key, custom);
    this.#pages.show(this.#work.define(custom, followed));
  }

  /** Whether the sample data is another than before. */
  async #editSample(problems: ReadonlyArray<string>): Promise<boolean> {
    const { manifest } = this.#work;
    const written = await sampleDialog(this.#sample, manifest, problems);
    if (written === undefined) return false;
    this.#sample = written;
    return true;
  }

  async #preview(): Promise<void> {
    await previewDialog({
      name: this.#work.name,
      reader: this.#reader,
      fetchPdf: (signal) => {
        const read = readSample(this.#sample);
        const data = read.kind === "data" ? read.data : undefined;
        const asked = { layout: this.#work.layout, name: this.#work.name };
        return this.#templates.preview(data === undefined ? asked : { ...asked, data }, signal);
      },
      onLayoutFault: ({ issues }) =>
        void this.#showProblems(problemsFrom(issues, this.#work.design)),
      editSample: (problems) => this.#editSample(problems),
    });
  }

  async #showProblems(problems: ReadonlyArray<Problem>): Promise<void> {
    if (problems.length === 0) return;
    const chosen = await problemsDialog(problems);
    if (chosen?.field !== undefined) this.#pages.select(chosen.field);
  }

  async #close(): Promise<void> {
    const { context, isDirty } = this.#work;
    if (isDirty && !this.#isRemoved) {
      const { title, text, stay, leave: go, save } = TEXTS.leave;
      const answer = await ask(title, text, [
        { label: stay, value: "stay" as const },
        { label: go, value: "leave" as const, kind: "is-danger" },
        ...(context.permissions.saveDraft
          ? [{ label: save, value: "save" as const, kind: "is-first" as const }]
          : []),
      ]);
      if (answer === undefined || answer === "stay") return;
      if (answer === "save" && !(await this.#keeper.save())) return;
      this.#isRemoved = true;
    }
    if (hasParent()) postToParent({ type: "paraph:close" });
    else leave(context.callbacks.closeUrl);
    clearStatus();
  }
}

/** Says that there is no room to build, where there is none. */
function narrow(preview: () => void): HTMLElement {
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

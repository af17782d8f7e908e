import { h } from "../../../ui/browser/dom.ts";
import type { ChosenFields } from "../design/arrange.ts";
import type { Design, DesignField } from "../design/design.ts";
import type { Area, Spot } from "../design/placing.ts";
import { TEXTS } from "../texts.ts";
import { declareFonts } from "./font_faces.ts";
import { pageImages, pageSizes } from "./page_sizes.ts";
import { type DesignerExtras, designerPlugins } from "./plugins.ts";
import type { SnapLines } from "./snapping.ts";
import { dragFields, type Handle, snapLinesOf } from "./view/drag_fields.ts";
import { listenForGestures } from "./view/gestures.ts";
import { enclosedIn, hitIn, spotIn, visibleSpot } from "./view/hits.ts";
import { Overlay } from "./view/overlay.ts";
import { Paper, PIXELS } from "./view/paper.ts";
import { paperLook, type PaperLook } from "./view/paper_look.ts";
import { Rulers } from "./view/rulers.ts";
import { shortcutsDialog } from "./view/shortcuts_dialog.ts";
import { listenForWheel, ZoomBar } from "./view/zoom_bar.ts";

/** The selected fields of one page, with their indexes. */
export interface Selection {
  readonly page: number;
  readonly fields: ReadonlyArray<{ readonly index: number; readonly field: DesignField }>;
}

/** The listeners of a canvas. */
export interface CanvasEvents {
  readonly onChange: (design: Design) => void;
  readonly onSelect: (selection: Selection) => void;
  readonly onPage: () => void;
  /** Called when the user wants to change the settings of the selected field. */
  readonly onOpen: () => void;
  readonly extras: DesignerExtras;
}

/** The sizes of pages in millimetres. */
export type Sizes = ReadonlyArray<{ readonly width: number; readonly height: number }>;

const NO_LINES: SnapLines = { x: [], y: [] };

const A4 = { width: 210, height: 297 };
const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

/** The distance at which a field snaps, in CSS pixels. */
const SNAP = 6;

/** The space around pages in CSS pixels. */
const AROUND = 32;

/** The pages with their fields. */
export class Canvas {
  readonly #host: HTMLElement;
  readonly #events: CanvasEvents;
  readonly #papers = h("div", { class: "papers" });
  readonly #scroller: HTMLElement;
  readonly #overlay = new Overlay();
  readonly #live = h("p", { class: "visually-hidden", role: "status" });
  readonly #rulers: Rulers;
  readonly #bar: ZoomBar;
  readonly #pluginOf: ConstructorParameters<typeof Paper>[0];
  #pages: ReadonlyArray<Paper> = [];
  #design: Design;
  #sizes: Sizes = [];
  #images: ReadonlyArray<string> = [];
  #chosen: ChosenFields = { page: 0, indexes: new Set() };
  #page = 0;
  #zoom = 1;
  #isFitted = true;
  #version = 0;
  #dragged: Design | undefined;

  constructor(host: HTMLElement, design: Design, events: CanvasEvents) {
    declareFonts();
    this.#host = host;
    this.#events = events;
    this.#design = design;
    const plugins = designerPlugins(events.extras);
    const labels: Readonly<Record<string, string>> = TEXTS.fields;
    this.#pluginOf = (type) => plugins[labels[type] ?? ""];
    this.#scroller = h("div", { class: "canvas-scroller" }, this.#papers);
    this.#bar = new ZoomBar({
      zoomBy: (step) => this.zoomBy(step),
      fit: () => this.fit(),
      help: () => void shortcutsDialog(),
    });
    const view = h("div", { class: "canvas-view" }, this.#scroller);
    host.append(view, this.#bar.element, this.#live);
    this.#rulers = new Rulers(view, () => this.#frameOf());
    listenForGestures(this.#scroller, {
      hit: (target) => this.#hit(target),
      choose: (page, index, isAdded) => this.#choose(page, index, isAdded),
      clear: () => this.clear(),
      enclose: (from, to) => this.#enclose(from, to),
      drag: (handle, by, isFree) => this.#drag(handle, by, isFree),
      commit: () => this.#commit(),
      cancel: () => this.#cancel(),
      open: () => this.#events.onOpen(),
    });
    this.#scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#scroller.addEventListener("focusin", ({ target }) => this.#focused(target));
    listenForWheel(this.#scroller, (step) => this.zoomBy(step));
    new ResizeObserver(() => (this.#isFitted ? this.fit() : this.#rulers.draw())).observe(view);
    this.#draw();
    void this.#measure();
  }

  get selection(): Selection {
    const { page, indexes } = this.#chosen;
    const fields = (this.#design.schemas[page] ?? []).flatMap((field, index) =>
      indexes.has(index) ? [{ index, field }] : [],
    );
    return { page, fields };
  }

  get chosen(): ChosenFields {
    return this.#chosen;
  }

  /** The index of the current page, from 0. */
  get page(): number {
    return Math.min(this.#page, this.#design.schemas.length - 1);
  }

  /** The size of a page in millimetres. */
  sizeOf(page: number): { readonly width: number; readonly height: number } {
    return this.#sizes[page] ?? A4;
  }

  /** Replaces the design and selects fields by name. */
  show(design: Design, selectedNames: ReadonlyArray<string> = []): void {
    const isOtherBase =
      design.basePdf !== this.#design.basePdf || design.pages !== this.#design.pages;
    const isLonger = design.schemas.length !== this.#design.schemas.length;
    this.#design = design;
    this.#version += 1;
    this.#draw();
    if (isOtherBase || isLonger) void this.#measure();
    const page = design.schemas.findIndex((fields) =>
      fields.some(({ name }) => selectedNames.includes(name)),
    );
    this.#select(page === -1 ? this.page : page, selectedNames);
  }

  /** Selects fields of one page by name, and scrolls to them. */
  select(names: ReadonlyArray<string>, page = this.page): void {
    this.#select(page, names);
    const [index] = this.#chosen.indexes;
    const box = index === undefined ? undefined : this.#pages[page]?.boxes[index];
    box?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Selects fields of the current page by their indexes. */
  selectIndexes(page: number, indexes: ReadonlyArray<number>): void {
    this.#chosen = { page, indexes: new Set(indexes) };
    this.#showSelection();
  }

  clear(): void {
    if (this.#chosen.indexes.size > 0) this.selectIndexes(this.page, []);
  }

  /** Moves the focus to the selected field, or to the pages. */
  focus(): void {
    const [index] = this.#chosen.indexes;
    const box = index === undefined ? undefined : this.#pages[this.#chosen.page]?.boxes[index];
    (box?.element ?? this.#host).focus({ preventScroll: true });
  }

  /** Scrolls to a page. */
  goTo(page: number): void {
    const to = Math.min(Math.max(page, 0), this.#design.schemas.length - 1);
    const element = this.#pages[to]?.element;
    if (element === undefined) return;
    this.#scroller.scrollTop = element.offsetTop - AROUND / 2;
    this.#turnTo(to);
  }

  /** Tells screen readers what has happened. */
  announce(text: string): void {
    this.#live.textContent = text;
  }

  /** Shows the width of the page. */
  fit(): void {
    const { width } = this.sizeOf(this.page);
    const space = this.#scroller.clientWidth - 2 * AROUND;
    if (space <= 0) return;
    this.#isFitted = true;
    this.#setZoom(Math.min(Math.max(space / (width * PIXELS), 0.2), 2));
  }

  zoomBy(step: 1 | -1): void {
    const zooms = step === 1 ? ZOOMS : ZOOMS.toReversed();
    const next = zooms.find((zoom) => (zoom - this.#zoom) * step > 0.01);
    this.#isFitted = false;
    if (next !== undefined) this.#setZoom(next);
  }

  /** Converts a point of the window to a place on a page. */
  spotFromPoint(x: number, y: number): Spot | undefined {
    return spotIn(this.#pages, { x, y }, this.#zoom);
  }

  /** Returns a place in the upper part of the visible part of the current page. */
  middle(): Spot {
    const size = this.sizeOf(this.page);
    const view = this.#scroller.getBoundingClientRect();
    return { page: this.page, ...visibleSpot(this.#pages[this.page], view, size, this.#zoom) };
  }

  /** Shows where a dragged field would be dropped; `undefined` shows nothing. */
  showDrop(page: number, area: Area | undefined): void {
    this.#overlay.showDrop(this.#pages[page]?.sheet, area);
  }

  #draw(): void {
    const { schemas } = this.#design;
    for (const { element } of this.#pages.slice(schemas.length)) element.remove();
    const added = schemas.slice(this.#pages.length).map(() => new Paper(this.#pluginOf));
    this.#papers.append(...added.map(({ element }) => element));
    this.#pages = [...this.#pages.slice(0, schemas.length), ...added];
    this.#pages.forEach((paper, page) => {
      paper.label(page, schemas.length);
      paper.scale(this.#zoom, this.sizeOf(page));
      paper.showLook(this.#lookOf(page), this.#version);
      paper.showFields(schemas[page] ?? [], this.#version);
    });
    this.#showFrame();
    this.#bar.show(this.page, schemas.length, this.#zoom);
    this.#rulers.draw();
  }

  #lookOf(page: number): PaperLook {
    return paperLook(this.#design, page, this.sizeOf(page), this.#images[page]);
  }

  async #measure(): Promise<void> {
    const design = this.#design;
    const sizes = await pageSizes(design);
    if (design.basePdf !== this.#design.basePdf) return;
    this.#sizes = sizes;
    this.#images = [];
    if (this.#isFitted) this.fit();
    this.#draw();
    if (typeof design.basePdf !== "string") return;
    const images = await pageImages(design.basePdf);
    if (design.basePdf !== this.#design.basePdf) return;
    this.#images = images;
    this.#draw();
  }

  #setZoom(zoom: number): void {
    const { scrollTop, scrollHeight } = this.#scroller;
    const share = scrollHeight === 0 ? 0 : scrollTop / scrollHeight;
    this.#zoom = zoom;
    this.#pages.forEach((paper, page) => paper.scale(zoom, this.sizeOf(page)));
    this.#scroller.scrollTop = share * this.#scroller.scrollHeight;
    this.#bar.show(this.page, this.#design.schemas.length, zoom);
    this.#rulers.draw();
  }

  #frameOf() {
    const element = this.#pages[this.page]?.element;
    if (element === undefined) return undefined;
    const view = this.#scroller.parentElement?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const [left, top] = [box.left - (view?.left ?? 0), box.top - (view?.top ?? 0)];
    return { left, top, zoom: this.#zoom, ...this.sizeOf(this.page) };
  }

  #scrolled(): void {
    const middle = this.#scroller.scrollTop + this.#scroller.clientHeight / 2;
    const page = this.#pages.findIndex(
      ({ element }) => element.offsetTop + element.offsetHeight + AROUND / 2 > middle,
    );
    if (page !== -1) this.#turnTo(page);
    this.#rulers.draw();
  }

  #turnTo(page: number): void {
    if (page === this.#page) return;
    this.#page = page;
    this.#bar.show(page, this.#design.schemas.length, this.#zoom);
    this.#rulers.draw();
    this.#events.onPage();
  }

  /** The page and the index of the field of an element. */
  #hit(target: EventTarget | null): { readonly page: number; readonly index: number } | undefined {
    return hitIn(this.#pages, target);
  }

  /** Selects a field; with `isAdded`, adds it to the selection or removes it. */
  #choose(page: number, index: number, isAdded: boolean): void {
    const { page: before, indexes } = this.#chosen;
    if (!isAdded || page !== before) {
      if (page !== before || !indexes.has(index) || isAdded) this.selectIndexes(page, [index]);
    } else {
      const next = new Set(indexes);
      if (!next.delete(index)) next.add(index);
      this.selectIndexes(page, [...next]);
    }
    this.#pages[page]?.boxes[index]?.element.focus({ preventScroll: true });
  }

  /** Keyboards select with the focus. */
  #focused(target: EventTarget | null): void {
    const hit =
      target instanceof Element && target.matches(".selectable") ? this.#hit(target) : undefined;
    if (hit === undefined) return;
    const { page, indexes } = this.#chosen;
    if (page === hit.page && indexes.has(hit.index)) return;
    this.#turnTo(hit.page);
    this.selectIndexes(hit.page, [hit.index]);
  }

  /** Selects the fields that an area between two points of the window touches. */
  #enclose(from: DOMPointReadOnly, to: DOMPointReadOnly): void {
    const start = this.spotFromPoint(from.x, from.y) ?? this.spotFromPoint(to.x, to.y);
    const sheet = this.#pages[start?.page ?? this.page];
    if (sheet === undefined) return;
    this.selectIndexes(start?.page ?? this.page, enclosedIn(sheet, from, to));
  }

  /** Moves or resizes the selected fields by a distance in CSS pixels, without changing the design yet. */
  #drag(handle: Handle | undefined, pixels: DOMPointReadOnly, isFree: boolean): void {
    const { page, indexes } = this.#chosen;
    if (indexes.size === 0) return;
    const scale = PIXELS * this.#zoom;
    const { design, lines } = dragFields(this.#design, this.#chosen, {
      handle,
      by: { x: pixels.x / scale, y: pixels.y / scale },
      lines: isFree ? NO_LINES : this.#snapLines(),
      tolerance: SNAP / scale,
      size: this.sizeOf(page),
    });
    this.#dragged = design;
    this.#overlay.showLines(this.#pages[page]?.sheet, lines);
    const fields = design.schemas[page] ?? [];
    for (const index of indexes) {
      const field = fields[index];
      if (field !== undefined) this.#pages[page]?.boxes[index]?.place(field);
    }
    this.#showFrame(fields);
  }

  #commit(): void {
    const design = this.#dragged;
    this.#dragged = undefined;
    this.#overlay.showLines(undefined, NO_LINES);
    if (design === undefined) return;
    this.#design = design;
    this.#draw();
    this.#events.onChange(design);
    this.#events.onSelect(this.selection);
  }

  #cancel(): void {
    this.#dragged = undefined;
    this.#overlay.showLines(undefined, NO_LINES);
    this.#draw();
  }

  /** The lines of the margins, the page, the other fields and the guides. */
  #snapLines(): SnapLines {
    const { page, indexes } = this.#chosen;
    const own = snapLinesOf(this.#design.schemas[page] ?? [], indexes, this.#lookOf(page));
    const guides = this.#rulers.lines;
    return { x: [...own.x, ...guides.x], y: [...own.y, ...guides.y] };
  }

  #select(page: number, names: ReadonlyArray<string>): void {
    const fields = this.#design.schemas[page] ?? [];
    const indexes = fields.flatMap(({ name }, index) => (names.includes(name) ? [index] : []));
    this.selectIndexes(page, indexes);
    if (indexes.length > 0 && page !== this.#page) this.goTo(page);
  }

  #showSelection(): void {
    const { page, indexes } = this.#chosen;
    this.#pages.forEach((paper, number) =>
      paper.boxes.forEach(({ element }, index) =>
        element.classList.toggle("is-selected", number === page && indexes.has(index)),
      ),
    );
    this.#showFrame();
    if (indexes.size > 1) this.announce(TEXTS.work.selected(indexes.size));
    this.#events.onSelect(this.selection);
  }

  /** Shows handles around a single selected field. */
  #showFrame(fields = this.#design.schemas[this.#chosen.page] ?? []): void {
    const { page, indexes } = this.#chosen;
    const [index] = indexes;
    const field = index === undefined || indexes.size > 1 ? undefined : fields[index];
    this.#overlay.showFrame(this.#pages[page]?.sheet, field);
  }
}

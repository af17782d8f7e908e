import type { Template } from "@pdfme/common";
import { Designer } from "@pdfme/ui";

import type { Design, DesignField } from "../design/design.ts";
import type { Spot } from "../design/placing.ts";
import { TEXTS } from "../texts.ts";
import { fontsFor } from "./fonts.ts";
import { paperSpotFromPoint, showPaper, visiblePaper } from "./papers.ts";
import { type DesignerExtras, designerPlugins } from "./plugins.ts";

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
  readonly extras: DesignerExtras;
}

type Theme = ReturnType<Designer["getOptions"]>["theme"];

/** The pages with their fields, in pdfme's designer. */
export class Canvas {
  readonly #designer: Designer;
  readonly #host: HTMLElement;
  #isQuiet = false;
  #selection: Selection = { page: 0, fields: [] };
  #attempt = 0;

  constructor(host: HTMLElement, design: Design, theme: Theme, events: CanvasEvents) {
    const wideWindow = matchMedia(`(width >= ${WIDE}px)`);
    this.#host = host;
    this.#designer = new Designer({
      domContainer: host,
      template: templateOf(design),
      plugins: designerPlugins(events.extras),
      options: {
        lang: "en",
        font: fontsFor(design),
        labels: TEXTS.designer,
        sidebarOpen: wideWindow.matches,
        ...(theme ? { theme } : {}),
      },
    });
    this.#designer.onChangeTemplate((template) => {
      if (!this.#isQuiet) events.onChange(designOf(template));
    });
    wideWindow.addEventListener("change", ({ matches }) => {
      this.#designer.updateOptions({ sidebarOpen: matches });
    });
    this.#designer.onPageChange(events.onPage);
    this.#designer.onChangeSelection(({ pageIndex, schemas }) => {
      const fields = schemas.map(({ schemaIndex, schema }) => ({
        index: schemaIndex,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field that `show` passed
        field: schema as DesignField,
      }));
      this.#selection = { page: pageIndex, fields };
      events.onSelect(this.#selection);
    });
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The index of the current page, from 0. */
  get page(): number {
    // The designer may still be on a removed page.
    return Math.min(this.#designer.getPageCursor(), this.#designer.getTotalPages() - 1);
  }

  /** Replaces the design and selects fields by name. */
  show(design: Design, selectedNames: ReadonlyArray<string> = []): void {
    this.#isQuiet = true;
    try {
      this.#designer.updateTemplate(templateOf(design));
    } finally {
      this.#isQuiet = false;
    }
    const fields = new Set(design.schemas.flat().map(({ name }) => name));
    const present = selectedNames.filter((name) => fields.has(name));
    if (present.length > 0) this.#selectSoon(present);
    else if (this.page !== this.#designer.getPageCursor()) this.goTo(this.page);
  }

  /** Selects fields of one page by name. */
  select(names: ReadonlyArray<string>, page?: number): void {
    const targets = names.map((name) => ({
      name,
      ...(page === undefined ? {} : { pageIndex: page }),
    }));
    this.#designer.selectSchemas(targets, page === undefined ? {} : { pageIndex: page });
  }

  /** Goes to a page. The designer shows a new page after some time. */
  goTo(page: number): void {
    this.#soon(() => {
      showPaper(this.#host, page);
      return this.#designer.getPageCursor() === page;
    });
  }

  /** Converts a point of the window to a place on a page. */
  spotFromPoint(x: number, y: number, sizes: Sizes): Spot | undefined {
    return paperSpotFromPoint(this.#host, x, y, sizes);
  }

  /** Returns the middle of the visible part of the current page. */
  middle(sizes: Sizes): Spot {
    return visiblePaper(this.#host, this.page, sizes);
  }

  setTheme(theme: Theme): void {
    if (theme !== undefined) this.#designer.updateOptions({ theme });
  }

  destroy(): void {
    this.#designer.destroy();
  }

  /** The designer can select a new field after some time. */
  #selectSoon(names: ReadonlyArray<string>): void {
    const page = designOf(this.#designer.getTemplate()).schemas.findIndex((fields) =>
      fields.some(({ name }) => names.includes(name)),
    );
    this.#soon(() => {
      this.select(names, page === -1 ? undefined : page);
      const present = new Set(this.#selection.fields.map(({ field }) => field.name));
      return names.every((name) => present.has(name));
    });
  }

  /** Repeats an action until it succeeds, times out, or another one starts. */
  #soon(isDone: () => boolean): void {
    this.#attempt += 1;
    const [current, until] = [this.#attempt, performance.now() + SELECT_TIMEOUT];
    const attempt = () => {
      if (current !== this.#attempt || performance.now() > until) return;
      if (!isDone()) setTimeout(attempt, SELECT_INTERVAL);
    };
    setTimeout(attempt, SELECT_INTERVAL);
  }
}

/** The sizes of pages in millimetres. */
export type Sizes = ReadonlyArray<{ readonly width: number; readonly height: number }>;

/** The timeout and the interval of selecting a new field, in milliseconds. */
const [SELECT_TIMEOUT, SELECT_INTERVAL] = [3000, 40];

/** Windows from this width in pixels show the settings of fields all the time. */
const WIDE = 1100;

function templateOf(design: Design): Template {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the designer copies it before it writes
  return design as unknown as Template;
}

function designOf(template: Template): Design {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a design that `templateOf` returned
  return template as unknown as Design;
}

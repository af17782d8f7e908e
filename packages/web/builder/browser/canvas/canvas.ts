import type { Template } from "@pdfme/common";
import { Designer } from "@pdfme/ui";

import type { Design, DesignField } from "../design/design.ts";
import type { Spot } from "../design/placing.ts";
import { FONTS } from "./fonts.ts";
import { paperAt, showPaper, visiblePaper } from "./papers.ts";
import { designerPlugins, type MoreSettings } from "./plugins.ts";

/** What is selected: fields of one page, by their place in it. */
export interface Selection {
  readonly page: number;
  readonly fields: ReadonlyArray<{ readonly at: number; readonly field: DesignField }>;
}

/** What a canvas tells. */
export interface CanvasEvents {
  readonly onChange: (design: Design) => void;
  readonly onSelect: (selection: Selection) => void;
  readonly onPage: () => void;
  readonly moreSettings: MoreSettings;
}

type Theme = ReturnType<Designer["getOptions"]>["theme"];

/** The pages with their fields, which somebody moves, sizes and sets. */
export class Canvas {
  readonly #designer: Designer;
  readonly #host: HTMLElement;
  #isQuiet = false;
  #selection: Selection = { page: 0, fields: [] };
  #wanted = 0;

  constructor(host: HTMLElement, design: Design, theme: Theme, events: CanvasEvents) {
    const room = matchMedia(`(width >= ${ROOMY}px)`);
    this.#host = host;
    this.#designer = new Designer({
      domContainer: host,
      template: templateOf(design),
      plugins: designerPlugins(events.moreSettings),
      options: {
        lang: "en",
        font: FONTS,
        labels: LABELS,
        sidebarOpen: room.matches,
        ...(theme ? { theme } : {}),
      },
    });
    this.#designer.onChangeTemplate((template) => {
      if (!this.#isQuiet) events.onChange(designOf(template));
    });
    room.addEventListener("change", ({ matches }) => {
      this.#designer.updateOptions({ sidebarOpen: matches });
    });
    this.#designer.onPageChange(events.onPage);
    this.#designer.onChangeSelection(({ pageIndex, schemas }) => {
      const fields = schemas.map(({ schemaIndex, schema }) => ({
        at: schemaIndex,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it was given
        field: schema as DesignField,
      }));
      this.#selection = { page: pageIndex, fields };
      events.onSelect(this.#selection);
    });
  }

  get selection(): Selection {
    return this.#selection;
  }

  /** The page that is worked on, from nought on. */
  get page(): number {
    // The designer may still be where there was one before.
    return Math.min(this.#designer.getPageCursor(), this.#designer.getTotalPages() - 1);
  }

  /** Shows a design in place of what is shown; what is named in it is selected then. */
  show(design: Design, selected: ReadonlyArray<string> = []): void {
    this.#isQuiet = true;
    try {
      this.#designer.updateTemplate(templateOf(design));
    } finally {
      this.#isQuiet = false;
    }
    const fields = new Set(design.schemas.flat().map(({ name }) => name));
    const there = selected.filter((name) => fields.has(name));
    if (there.length > 0) this.#selectSoon(there);
    else if (this.page !== this.#designer.getPageCursor()) this.goTo(this.page);
  }

  /** Selects the fields of these names, which lie on one page. */
  select(names: ReadonlyArray<string>, page?: number): void {
    const targets = names.map((name) => ({
      name,
      ...(page === undefined ? {} : { pageIndex: page }),
    }));
    this.#designer.selectSchemas(targets, page === undefined ? {} : { pageIndex: page });
  }

  /** Goes to a page; the designer takes a moment until it has a new one. */
  goTo(page: number): void {
    this.#soon(() => {
      showPaper(this.#host, page);
      return this.#designer.getPageCursor() === page;
    });
  }

  /** Where on which page a point of the window lies. */
  spotAt(x: number, y: number, sizes: Sizes): Spot | undefined {
    return paperAt(this.#host, x, y, sizes);
  }

  /** The middle of what is seen of the page that is worked on. */
  middle(sizes: Sizes): Spot {
    return visiblePaper(this.#host, this.page, sizes);
  }

  dress(theme: Theme): void {
    if (theme !== undefined) this.#designer.updateOptions({ theme });
  }

  destroy(): void {
    this.#designer.destroy();
  }

  /** The designer takes a moment until it has what it is to select. */
  #selectSoon(names: ReadonlyArray<string>): void {
    const page = designOf(this.#designer.getTemplate()).schemas.findIndex((fields) =>
      fields.some(({ name }) => names.includes(name)),
    );
    this.#soon(() => {
      this.select(names, page === -1 ? undefined : page);
      const there = new Set(this.#selection.fields.map(({ field }) => field.name));
      return names.every((name) => there.has(name));
    });
  }

  /** Tries something until it works or something else is wanted. */
  #soon(isDone: () => boolean): void {
    this.#wanted += 1;
    const [mine, until] = [this.#wanted, performance.now() + PATIENCE];
    const attempt = () => {
      if (mine !== this.#wanted || performance.now() > until) return;
      if (!isDone()) setTimeout(attempt, AGAIN);
    };
    setTimeout(attempt, AGAIN);
  }
}

/** The sizes of pages in millimetres. */
export type Sizes = ReadonlyArray<{ readonly width: number; readonly height: number }>;

/** How long it may take until a new field can be selected, and how often it is tried, in milliseconds. */
const [PATIENCE, AGAIN] = [3000, 40];

/** In narrower windows the settings of fields are opened when they are wanted, in pixels. */
const ROOMY = 1100;

const LABELS = { field: "Field ", fieldsList: "Fields on this page", editField: "Field" };

function templateOf(design: Design): Template {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same, which the designer copies before it writes
  return design as unknown as Template;
}

function designOf(template: Template): Design {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
  return template as unknown as Design;
}

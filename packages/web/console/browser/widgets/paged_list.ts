import { button, h } from "../../../ui/browser/dom.ts";
import type { Page } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { emptyCard, errorCard, skeleton } from "./states.ts";
import { type Column, table } from "./table.ts";

/** A list that is loaded page by page. */
interface PagedList<Row> {
  readonly caption: string;
  readonly columns: ReadonlyArray<Column<Row>>;
  readonly empty: { readonly title: string; readonly advice: string };
  readonly load: (
    cursor: string | undefined,
  ) => Promise<Page & { readonly rows: ReadonlyArray<Row> }>;
  /** Which of the loaded rows are shown; all by default. */
  readonly filter?: (row: Row) => boolean;
}

/** The element of a list, and its loaded rows. */
export interface ShownList<Row> {
  readonly element: HTMLElement;
  rows: ReadonlyArray<Row>;
  /** Loads the list again from its start. */
  readonly reload: () => Promise<void>;
  /** Shows the loaded rows again, after they were changed or the filter was. */
  readonly refresh: () => void;
}

/** Shows a list with a button that loads its next page. */
export function pagedList<Row>(options: PagedList<Row>): ShownList<Row> {
  const { caption, columns, empty, load, filter = () => true } = options;
  const element = h("div", { class: "place" });
  let next: string | undefined;
  let run = 0;

  const list: ShownList<Row> = { element, rows: [], reload, refresh };

  function refresh(): void {
    const shown = list.rows.filter(filter);
    const content =
      shown.length === 0 ? emptyCard(empty.title, empty.advice) : table(caption, columns, shown);
    const more = button(TEXTS.more, () => void loadMore(more), { "data-key": "more" });
    element.replaceChildren(content, ...(next === undefined ? [] : [h("p", {}, more)]));
  }

  async function loadMore(more: HTMLButtonElement): Promise<void> {
    if (more.getAttribute("aria-disabled") === "true") return;
    more.setAttribute("aria-disabled", "true");
    await append(next);
  }

  async function reload(): Promise<void> {
    list.rows = [];
    element.replaceChildren(skeleton());
    await append(undefined);
  }

  async function append(cursor: string | undefined): Promise<void> {
    run += 1;
    const current = run;
    element.setAttribute("aria-busy", "true");
    try {
      const { rows, nextCursor, hasMore } = await load(cursor);
      if (current !== run) return;
      list.rows = [...list.rows, ...rows];
      next = hasMore && nextCursor !== null ? nextCursor : undefined;
      refresh();
    } catch (error) {
      if (current !== run) return;
      element.replaceChildren(errorCard(error, () => void reload()));
    }
    element.removeAttribute("aria-busy");
  }

  void reload();
  return list;
}

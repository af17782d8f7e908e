import { h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { Render, RenderPage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { badge, duration, templateVersion, timeOf } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { follow, isOpen } from "./follow.ts";
import { render } from "./render.ts";

const { columns: COLUMNS, renders: PAGE } = TEXTS;

/** The renders of a project, or one of them. */
export function renders(context: Context, [id]: ReadonlyArray<string>): Node {
  return id === undefined ? list(context) : render(context, id);
}

function list({ api, signal }: Context): Node {
  let status = "";
  let search = "";

  const renderList = pagedList<Render>({
    caption: TEXTS.pages.renders,
    columns: [
      {
        label: COLUMNS.file,
        cell: (row) =>
          h("a", { href: `#/renders/${row.id}` }, row.filename ?? row.templateSlug ?? row.id),
      },
      {
        label: COLUMNS.template,
        cell: (row) =>
          row.templateSlug === null || row.versionNumber === null
            ? "–"
            : templateVersion(row.templateSlug, row.versionNumber),
      },
      { label: COLUMNS.status, cell: (row) => badge(row.status) },
      {
        label: COLUMNS.pages,
        cell: (row) => (row.pageCount === null ? "–" : String(row.pageCount)),
      },
      { label: PAGE.duration, cell: (row) => duration(row.durationMs) },
      { label: COLUMNS.created, cell: (row) => timeOf(row.createdAt) },
    ],
    empty: { title: PAGE.empty, advice: PAGE.advice },
    load: async (cursor) => {
      if (IS_ID.test(search)) {
        const found = await api.get<Render>(`/v1/renders/${search}`);
        return { rows: [found], nextCursor: null, hasMore: false };
      }
      const query = new URLSearchParams({ limit: "50" });
      if (status !== "") query.set("status", status);
      if (cursor !== undefined) query.set("cursor", cursor);
      const page = await api.get<RenderPage>(`/v1/renders?${query}`);
      return { ...page, rows: page.renders };
    },
    filter: (row) =>
      search === "" ||
      IS_ID.test(search) ||
      `${row.filename ?? ""} ${row.templateSlug ?? ""}`.toLowerCase().includes(search),
  });

  const filter = select(
    [["", PAGE.all], ...STATUSES.map((each) => [each, each] as const)],
    "",
    (value) => {
      status = value;
      void renderList.reload();
    },
  );
  const input = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  input.addEventListener("input", () => {
    const hadId = IS_ID.test(search);
    search = input.value.trim().toLowerCase();
    if (hadId || IS_ID.test(search)) void renderList.reload();
    else renderList.refresh();
  });

  follow(signal, async () => {
    const open = renderList.rows.filter(isOpen).slice(0, MAX_POLLED);
    if (open.length === 0) return;
    const fresh = await Promise.all(open.map(({ id }) => api.get<Render>(`/v1/renders/${id}`)));
    const byId = new Map(fresh.map((row) => [row.id, row]));
    if (fresh.every((row) => open.some((each) => each.id === row.id && each.status === row.status)))
      return;
    renderList.rows = renderList.rows.map((row) => byId.get(row.id) ?? row);
    renderList.refresh();
  });

  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "filters" },
      labeledControl(PAGE.status, filter),
      labeledControl(PAGE.search, input, PAGE.searchHint),
    ),
    renderList.element,
  );
}

const STATUSES = ["queued", "rendering", "succeeded", "failed"] as const;
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The number of open renders that are checked at a time. */
const MAX_POLLED = 10;

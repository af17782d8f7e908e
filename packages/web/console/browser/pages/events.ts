import { button, h, labeledControl } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { EventPage, OutgoingEvent } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { showJson } from "../widgets/dialog.ts";
import { timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { follow } from "./follow.ts";

const { columns: COLUMNS, events: PAGE } = TEXTS;

/** How many events are shown at most. */
const SHOWN = 500;

/** How far back the stream is read for the first events, in minutes: as far as they fit one response. */
const PERIODS = [1, 15, 240, 2 * 24 * 60, 30 * 24 * 60];

/** The latest events of a project, newest first, and those that follow. */
export function events({ api, signal }: Context): Node {
  const list = h("div", { class: "place" });
  const search = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  let all: ReadonlyArray<OutgoingEvent> = [];

  const read = (after: string) =>
    api.get<EventPage>(`/v1/events?${new URLSearchParams({ after, limit: "100" })}`);

  const show = () => {
    const text = search.value.trim();
    const shown = all.filter(({ type }) => type.includes(text));
    list.replaceChildren(
      shown.length === 0
        ? emptyCard(PAGE.empty, PAGE.advice)
        : table(TEXTS.pages.events, EVENT_COLUMNS, shown),
    );
  };
  search.addEventListener("input", show);

  const content = loaded(async () => {
    const { start, page } = await latest(read);
    let cursor = page?.nextCursor ?? start;
    all = page?.events.toReversed() ?? [];
    follow(signal, async () => {
      const next = await read(cursor);
      cursor = next.nextCursor ?? cursor;
      if (next.events.length === 0) return;
      all = [...next.events.toReversed(), ...all].slice(0, SHOWN);
      show();
    });
    show();
    return list;
  });
  return h(
    "div",
    { class: "place" },
    h("div", {}, labeledControl(PAGE.type, search, PAGE.typeHint)),
    content,
  );
}

/** The page of the latest events, and where it starts. A busy project has no page, and starts a minute ago. */
async function latest(
  read: (after: string) => Promise<EventPage>,
): Promise<{ readonly start: string; readonly page: EventPage | undefined }> {
  const now = Date.now();
  const startOf = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  let start = startOf(1);
  let page: EventPage | undefined;
  for (const minutes of PERIODS) {
    const earlier = await read(startOf(minutes));
    if (earlier.hasMore) break;
    start = startOf(minutes);
    page = earlier;
  }
  return { start, page };
}

const EVENT_COLUMNS = [
  { label: COLUMNS.event, cell: ({ type }: OutgoingEvent) => h("code", {}, type) },
  { label: COLUMNS.time, cell: ({ timestamp }: OutgoingEvent) => timeOf(timestamp) },
  {
    label: COLUMNS.action,
    cell: (event: OutgoingEvent) =>
      button(PAGE.payload, () => showJson(event.type, event), { class: "is-small" }),
  },
];

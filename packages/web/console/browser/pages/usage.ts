import { h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { Api } from "../api.ts";
import type { Context } from "../context.ts";
import type { UsageDay, UsageReport } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { dayOf, number } from "../widgets/day_chart.ts";
import { duration, size } from "../widgets/format.ts";
import { downloadButton } from "../widgets/save_file.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { usageCharts } from "./usage_charts.ts";

const { columns: COLUMNS, usage: PAGE } = TEXTS;

/** The days of a report by default. */
const DEFAULT_DAYS = 30;

/** What the project used on each day of a period. */
export function usage({ api }: Context): Node {
  const place = h("div", { class: "place" });
  const show = (days: number) => place.replaceChildren(loaded(() => report(api, days)));
  const periods = PERIODS.map((days) => [String(days), PAGE.lastDays(days)] as const);
  const period = select(periods, String(DEFAULT_DAYS), (days) => show(Number(days)));
  show(DEFAULT_DAYS);
  return h(
    "div",
    { class: "place" },
    h("div", { class: "filters" }, labeledControl(PAGE.period, period)),
    place,
  );
}

const PERIODS = [7, DEFAULT_DAYS, 90];

async function report(api: Api, count: number): Promise<Node> {
  const query = `?from=${firstDay(count)}`;
  const { from, to, days } = await api.get<UsageReport>(`/v1/usage${query}`);
  return h(
    "div",
    { class: "place" },
    usageCharts(days),
    h(
      "div",
      { class: "actions" },
      downloadButton(api, PAGE.csv, `/v1/usage.csv${query}`, `usage-${from}-${to}.csv`),
    ),
    h("p", { class: "hint" }, PAGE.scope),
    h(
      "details",
      { class: "figures" },
      h("summary", {}, PAGE.figures),
      table(PAGE.figures, DAY_COLUMNS, days.toReversed()),
    ),
  );
}

const DAY_COLUMNS = [
  { label: COLUMNS.day, cell: ({ date }: UsageDay) => dayOf(date) },
  { label: PAGE.renders, cell: ({ renders }: UsageDay) => number(renders) },
  { label: PAGE.succeeded, cell: ({ succeeded }: UsageDay) => number(succeeded) },
  { label: PAGE.failed, cell: ({ failed }: UsageDay) => number(failed) },
  { label: COLUMNS.pages, cell: ({ pages }: UsageDay) => number(pages) },
  { label: PAGE.size, cell: ({ bytes }: UsageDay) => (bytes === 0 ? "–" : size(bytes)) },
  { label: PAGE.p95, cell: ({ p95DurationMs }: UsageDay) => duration(p95DurationMs) },
  { label: PAGE.shares, cell: ({ shares }: UsageDay) => number(shares) },
  { label: PAGE.views, cell: ({ views }: UsageDay) => number(views) },
  { label: PAGE.downloads, cell: ({ downloads }: UsageDay) => number(downloads) },
  { label: PAGE.requests, cell: ({ signatureRequests }: UsageDay) => number(signatureRequests) },
  {
    label: COLUMNS.completed,
    cell: ({ completedSignatureRequests }: UsageDay) => number(completedSignatureRequests),
  },
];

const MILLIS_OF_DAY = 86_400_000;

/** The first of the last days, today included, in UTC. */
function firstDay(count: number): string {
  return new Date(Date.now() - (count - 1) * MILLIS_OF_DAY).toISOString().slice(0, 10);
}

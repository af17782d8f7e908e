import { h } from "../../../ui/browser/dom.ts";
import type { UsageDay } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { dayChart, type DayChart } from "../widgets/day_chart.ts";
import { duration } from "../widgets/format.ts";

const { usage: PAGE } = TEXTS;

/** What a project used on each day, as charts with their figures. */
export function usageCharts(days: ReadonlyArray<UsageDay>): HTMLElement {
  return h("div", { class: "charts" }, ...CHARTS.map((chart) => dayChart(days, chart)));
}

const CHARTS: ReadonlyArray<DayChart<UsageDay>> = [
  {
    title: PAGE.renders,
    series: [
      { label: PAGE.succeeded, tone: "good", valueOf: ({ succeeded }) => succeeded },
      { label: PAGE.failed, tone: "bad", valueOf: ({ failed }) => failed },
      {
        label: PAGE.waiting,
        tone: "neutral",
        valueOf: ({ renders, succeeded, failed }) => renders - succeeded - failed,
      },
    ],
  },
  {
    title: PAGE.p95,
    series: [
      { label: PAGE.p95Label, tone: "accent", valueOf: ({ p95DurationMs }) => p95DurationMs ?? 0 },
    ],
    format: (milliseconds) => duration(milliseconds === 0 ? null : milliseconds),
    isSum: false,
  },
  {
    title: PAGE.shares,
    series: [{ label: PAGE.shares, tone: "accent", valueOf: ({ shares }) => shares }],
  },
  {
    title: PAGE.reads,
    series: [
      { label: PAGE.views, tone: "accent", valueOf: ({ views }) => views },
      { label: PAGE.downloads, tone: "neutral", valueOf: ({ downloads }) => downloads },
    ],
  },
  {
    title: PAGE.signatureRequests,
    series: [
      {
        label: TEXTS.columns.completed,
        tone: "good",
        valueOf: ({ completedSignatureRequests }) => completedSignatureRequests,
      },
      {
        label: PAGE.notCompleted,
        tone: "neutral",
        valueOf: (day) => day.signatureRequests - day.completedSignatureRequests,
      },
    ],
  },
];

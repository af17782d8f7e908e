import { h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { table } from "./table.ts";

/** A part of each bar. */
interface Series<Day> {
  readonly label: string;
  readonly tone: "good" | "bad" | "neutral" | "accent";
  readonly valueOf: (day: Day) => number;
}

/** A chart of days. */
export interface DayChart<Day> {
  readonly title: string;
  readonly series: ReadonlyArray<Series<Day>>;
  /** A value as text; a number in the user's language by default. */
  readonly format?: (value: number) => string;
  /** Whether the values of several days add up, as counts do; `true` by default. */
  readonly isSum?: boolean;
}

/**
 * A bar for each day, stacked from its series, with the figures in a table behind it. Screen readers read the label
 * of the bars, and the table.
 */
export function dayChart<Day extends { readonly date: string }>(
  days: ReadonlyArray<Day>,
  { title, series, format = number, isSum = true }: DayChart<Day>,
): HTMLElement {
  const valuesOf = (day: Day) => series.map(({ valueOf }) => valueOf(day));
  const totals = days.map((day) => sum(valuesOf(day)));
  const most = Math.max(...totals);
  const height = Math.max(most, 1);
  const bars = days.map((day) =>
    h(
      "div",
      { class: "bar-of-day", title: tooltip(day, series, format) },
      ...series.map(({ tone, valueOf }) => part(tone, valueOf(day) / height)),
    ),
  );
  const legend = series.map(({ label, tone, valueOf }) =>
    h("li", { class: `is-${tone}` }, isSum ? `${label}: ${format(sum(days.map(valueOf)))}` : label),
  );
  const summary = isSum
    ? TEXTS.chart.sum(title, format(sum(totals)), format(most))
    : TEXTS.chart.most(title, format(most));
  return h(
    "figure",
    { class: "card chart" },
    h("figcaption", {}, title),
    h("ul", { class: "legend" }, ...legend),
    h("div", { class: "scale" }, format(most)),
    h("div", { class: "bars", role: "img", "aria-label": summary }, ...bars),
    h("div", { class: "scale" }, dayOf(days[0]?.date), dayOf(days.at(-1)?.date)),
    h(
      "details",
      { class: "figures" },
      h("summary", {}, TEXTS.chart.figures(title)),
      table(
        TEXTS.chart.figures(title),
        [
          { label: TEXTS.columns.day, cell: ({ date }) => dayOf(date) },
          ...series.map(({ label, valueOf }) => ({
            label,
            cell: (day: Day) => format(valueOf(day)),
          })),
        ],
        days.toReversed(),
      ),
    ),
  );
}

const NUMBER = new Intl.NumberFormat();
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** A number in the user's language. */
export function number(value: number): string {
  return NUMBER.format(value);
}

/** A day in the user's language; days are in UTC. */
export function dayOf(date: string | undefined): HTMLElement {
  return date === undefined
    ? h("span", {})
    : h("time", { datetime: date }, DAY.format(new Date(date)));
}

function part(tone: string, share: number): HTMLElement {
  const element = h("span", { class: `is-${tone}` });
  element.style.height = `${share * 100}%`;
  return element;
}

function tooltip<Day extends { readonly date: string }>(
  day: Day,
  series: ReadonlyArray<Series<Day>>,
  format: (value: number) => string,
): string {
  const values = series.map(({ label, valueOf }) => `${label}: ${format(valueOf(day))}`);
  return [DAY.format(new Date(day.date)), ...values].join("\n");
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0);
}

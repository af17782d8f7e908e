import { h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";

/** A part of each bar. */
interface Series<Day> {
  readonly label: string;
  readonly tone: "good" | "bad" | "neutral";
  readonly valueOf: (day: Day) => number;
}

/**
 * A bar for each day, stacked from its series. Screen readers read its label; a page shows the same figures in a
 * table.
 */
export function dayChart<Day extends { readonly date: string }>(
  title: string,
  days: ReadonlyArray<Day>,
  series: ReadonlyArray<Series<Day>>,
): HTMLElement {
  const valuesOf = (day: Day) => series.map(({ valueOf }) => valueOf(day));
  const totals = days.map((day) => sum(valuesOf(day)));
  const most = Math.max(...totals, 1);
  const bars = days.map((day) =>
    h(
      "div",
      { class: "bar-of-day", title: tooltip(day, series) },
      ...series.map(({ tone, valueOf }) => part(tone, valueOf(day) / most)),
    ),
  );
  const legend = series.map(({ label, tone, valueOf }) =>
    h("li", { class: `is-${tone}` }, `${label}: ${number(sum(days.map(valueOf)))}`),
  );
  return h(
    "figure",
    { class: "card chart" },
    h("figcaption", {}, title),
    h("ul", { class: "legend" }, ...legend),
    h("div", { class: "scale" }, number(most)),
    h(
      "div",
      {
        class: "bars",
        role: "img",
        "aria-label": TEXTS.chart(title, number(sum(totals)), number(most)),
      },
      ...bars,
    ),
    h("div", { class: "scale" }, dayOf(days[0]?.date), dayOf(days.at(-1)?.date)),
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
): string {
  const values = series.map(({ label, valueOf }) => `${label}: ${number(valueOf(day))}`);
  return [DAY.format(new Date(day.date)), ...values].join("\n");
}

function sum(values: ReadonlyArray<number>): number {
  return values.reduce((total, value) => total + value, 0);
}

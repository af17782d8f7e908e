import { button, checkbox, h, labeledControl, select, setError } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import { KIT_TEXTS as TEXTS } from "../kit_texts.ts";
import { codeSamples } from "../widgets/code_samples.ts";
import { dayChart } from "../widgets/day_chart.ts";
import { openDialog, textArea, textField } from "../widgets/dialog.ts";
import { facts } from "../widgets/facts.ts";
import { badge } from "../widgets/format.ts";
import { emptyCard, errorCard, skeleton } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

/** The colors of the stylesheet. */
const COLORS = ["ground", "surface", "ink", "faint", "line", "accent", "on-accent", "danger"];

const STATUSES = ["succeeded", "failed", "queued"];

/** All components of the pages, with their states. */
export function kit(): Node {
  return h(
    "div",
    { class: "place" },
    h("h2", {}, TEXTS.colors),
    h("ul", { class: "swatches" }, ...COLORS.map(swatch)),
    h("h2", {}, TEXTS.buttons),
    buttons(),
    h("h2", {}, TEXTS.badges),
    h("div", { class: "actions" }, ...STATUSES.map(badge)),
    h("h2", {}, TEXTS.forms),
    forms(),
    h("h2", {}, TEXTS.table),
    documents(),
    h("h2", {}, TEXTS.states),
    emptyCard(TEXTS.empty, TEXTS.advice),
    errorCard(new CallError(0, TEXTS.failure), () => showStatus(TEXTS.failure)),
    skeleton(),
    h("h2", {}, TEXTS.windows),
    windows(),
    h("h2", {}, TEXTS.chart),
    chart(),
    h("h2", {}, TEXTS.facts),
    facts([
      [TEXTS.name, TEXTS.rows[0]],
      [TEXTS.status, badge("succeeded")],
    ]),
    codeSamples([{ label: "curl", code: "curl $PARAPH_URL/v1/templates" }]),
  );
}

function swatch(name: string): HTMLElement {
  const color = h("span", { class: "swatch", "aria-hidden": "true" });
  color.style.background = `var(--${name})`;
  return h("li", {}, color, h("code", {}, name));
}

const nothing = () => {};

function buttons(): HTMLElement {
  return h(
    "div",
    { class: "actions" },
    button(TEXTS.first, nothing, { class: "is-first" }),
    button(TEXTS.plain, nothing),
    button(TEXTS.small, nothing, { class: "is-small" }),
    button(TEXTS.quiet, nothing, { class: "is-small is-quiet" }),
    button(TEXTS.danger, nothing, { class: "is-danger" }),
    button(TEXTS.busy, nothing, { "aria-disabled": "true" }),
    h("a", { href: "#/kit" }, TEXTS.link),
  );
}

function forms(): HTMLElement {
  const wrong = textField(TEXTS.wrong, TEXTS.hint);
  const form = h(
    "div",
    { class: "card place" },
    textField(TEXTS.text, TEXTS.hint).element,
    wrong.element,
    labeledControl(
      TEXTS.choice,
      select(
        TEXTS.options.map((option) => [option, option] as const),
        TEXTS.options[0],
        nothing,
      ),
    ),
    checkbox(TEXTS.check, true, nothing),
    textArea(TEXTS.lines, TEXTS.hint, "{}").element,
  );
  // The form must be in the document before an error can be set.
  requestAnimationFrame(() => setError(wrong.input, TEXTS.error));
  return form;
}

function documents(): HTMLElement {
  return table(
    TEXTS.table,
    [
      { label: TEXTS.name, cell: (name: string) => h("a", { href: "#/kit" }, name) },
      { label: TEXTS.pages, cell: () => "2" },
      { label: TEXTS.status, cell: () => badge("succeeded") },
    ],
    TEXTS.rows,
  );
}

function windows(): HTMLElement {
  const open = (isDangerous: boolean) =>
    openDialog({
      title: TEXTS.dialogTitle,
      text: TEXTS.dialogText,
      controls: [textField(TEXTS.text, TEXTS.hint).element],
      action: TEXTS.confirm,
      isDangerous,
      run: () => Promise.resolve(),
    });
  return h(
    "div",
    { class: "actions" },
    button(TEXTS.openDialog, () => open(false)),
    button(TEXTS.openDanger, () => open(true)),
    button(TEXTS.showMessage, () => showStatus(TEXTS.message)),
  );
}

/** A week of figures. */
const DAYS = [3, 5, 2, 8, 6, 1, 4].map((count, index) => ({
  date: `2026-03-0${index + 1}`,
  count,
  failures: count % 3,
}));

function chart(): HTMLElement {
  return dayChart(DAYS, {
    title: TEXTS.chart,
    series: [
      { label: TEXTS.good, tone: "good", valueOf: ({ count }) => count },
      { label: TEXTS.bad, tone: "bad", valueOf: ({ failures }) => failures },
    ],
  });
}

import { button, h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import { CallError, systemReport } from "../api.ts";
import type { Context } from "../context.ts";
import type { SystemReport, SystemState } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { number } from "../widgets/day_chart.ts";
import { facts } from "../widgets/facts.ts";
import { badge } from "../widgets/format.ts";
import { table } from "../widgets/table.ts";

const { system: PAGE } = TEXTS;

/**
 * The health and the load of the deployment, for its operators. It needs the admin key, since no session has rights on
 * a deployment. The key is not stored: leaving the page forgets it.
 */
export function system({ api }: Context): Node {
  const key = h("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  const confirm = h("button", { class: "is-first" }, PAGE.show);
  const place = h("div", { class: "place" });

  const show = async (credential: string) => {
    if (confirm.getAttribute("aria-disabled") === "true") return;
    confirm.setAttribute("aria-disabled", "true");
    place.setAttribute("aria-busy", "true");
    setError(key);
    try {
      const report = await systemReport(api.root, credential);
      key.value = "";
      const reload = button(PAGE.reload, () => void show(credential), { class: "is-small" });
      place.replaceChildren(h("div", { class: "actions" }, reload), ...sections(report));
    } catch (error) {
      place.replaceChildren();
      setError(key, error instanceof CallError ? error.message : TEXTS.failed);
      key.focus();
    }
    place.removeAttribute("aria-busy");
    confirm.removeAttribute("aria-disabled");
  };

  const form = h(
    "form",
    {
      novalidate: true,
      class: "card settings",
      onsubmit: (event) => {
        event.preventDefault();
        const credential = key.value.trim();
        if (credential !== "") void show(credential);
        else setError(key, PAGE.missing);
      },
    },
    labeledControl(PAGE.key, key, PAGE.keyHint),
    h("div", { class: "actions" }, confirm),
  );
  return h("div", { class: "place" }, h("p", {}, PAGE.lead), form, place);
}

function sections({ version, failing, state }: SystemReport): ReadonlyArray<HTMLElement> {
  const health = failing.length === 0 ? badge("ready") : h("span", {}, failing.join(", "));
  const common = facts([
    [PAGE.version, h("code", {}, version)],
    [failing.length === 0 ? PAGE.health : PAGE.failing, health],
    ...(state === null ? [] : stateFacts(state)),
  ]);
  return state === null
    ? [common, h("div", { class: "card" }, h("p", {}, PAGE.noDatabase))]
    : [common, h("h2", {}, PAGE.queues), table(PAGE.queues, QUEUE_COLUMNS, state.queues)];
}

function stateFacts(state: SystemState): ReadonlyArray<readonly [string, Node | string]> {
  const { appliedMigrations: applied, knownMigrations: known } = state;
  return [
    [PAGE.database, `PostgreSQL ${state.databaseVersion}`],
    [PAGE.migrations, applied === known ? PAGE.current(applied) : PAGE.behind(applied, known)],
    [PAGE.inProgress, number(state.jobsInProgress)],
    [PAGE.connections, number(state.connections)],
    [PAGE.accounts, number(state.accounts)],
    [PAGE.projects, number(state.projects)],
  ];
}

type Queue = SystemState["queues"][number];

const QUEUE_COLUMNS = [
  { label: PAGE.queue, cell: ({ queue }: Queue) => PAGE.names[queue] },
  { label: PAGE.waiting, cell: ({ waiting }: Queue) => number(waiting) },
  {
    label: PAGE.oldest,
    cell: ({ waiting, oldestSeconds }: Queue) =>
      waiting === 0 ? "–" : PAGE.seconds(number(Math.round(oldestSeconds))),
  },
];

import { h } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { RenderPage, SignaturePage, Template, UsageReport, Webhook } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { timeOf } from "../widgets/format.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { usageCharts } from "./usage_charts.ts";

/** The number of renders and requests that are counted. */
const COUNTED = 100;

/** The counts of a project, and its recent failures. */
export function overview({ api }: Context): Node {
  return loaded(async () => {
    const count = (query: string) => api.get<RenderPage>(`/v1/renders?limit=${COUNTED}${query}`);
    const [all, queued, rendering, failed, signatures, templates, webhooks] = await Promise.all([
      count(""),
      count("&status=queued"),
      count("&status=rendering"),
      count("&status=failed"),
      api.get<SignaturePage>(`/v1/signatures?limit=${COUNTED}`),
      api.get<{ readonly templates: ReadonlyArray<Template> }>("/v1/templates"),
      api.get<{ readonly webhooks: ReadonlyArray<Webhook> }>("/v1/webhooks"),
    ]);
    const open = signatures.signatures.filter(({ status }) => OPEN.has(status)).length;
    const { overview: texts } = TEXTS;
    const waiting = queued.renders.length + rendering.renders.length;
    const tiles = [
      tile(texts.rendersRecent, counted(all.renders.length, all.hasMore)),
      tile(texts.failed, counted(failed.renders.length, failed.hasMore)),
      tile(texts.waiting, counted(waiting, queued.hasMore || rendering.hasMore)),
      tile(texts.openSignatures, counted(open, signatures.hasMore)),
      tile(texts.templates, String(templates.templates.length)),
      tile(texts.webhooks, String(webhooks.webhooks.filter(({ enabled }) => enabled).length)),
    ];
    const failures = failed.renders.slice(0, 10);
    return h(
      "div",
      { class: "place" },
      h("dl", { class: "tiles" }, ...tiles),
      h("p", { class: "hint" }, texts.scope(COUNTED)),
      // Projects with many renders wait for it.
      loaded(async () => usageCharts((await api.get<UsageReport>("/v1/usage")).days)),
      h("h2", {}, texts.failures),
      failures.length === 0
        ? h("div", { class: "card" }, h("p", {}, texts.noFailures))
        : table(
            texts.failures,
            [
              {
                label: TEXTS.columns.template,
                cell: ({ id, templateSlug }) =>
                  h("a", { href: `#/renders/${id}` }, templateSlug ?? id),
              },
              {
                label: TEXTS.columns.code,
                cell: (render) => h("code", {}, render.errorCode ?? ""),
              },
              { label: TEXTS.columns.reason, cell: (render) => render.errorMessage ?? "" },
              { label: TEXTS.columns.time, cell: (render) => timeOf(render.completedAt) },
            ],
            failures,
          ),
    );
  });
}

/** The states of signature requests that wait for recipients. */
const OPEN: ReadonlySet<string> = new Set(["sent", "viewed"]);

function counted(count: number, hasMore: boolean): string {
  return hasMore ? TEXTS.overview.atLeast(count) : String(count);
}

function tile(label: string, value: string): HTMLElement {
  return h("div", { class: "card" }, h("dt", {}, label), h("dd", {}, value));
}

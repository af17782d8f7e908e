import { button, h, setError } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { type Api, CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Delivery, DeliveryPage, Webhook } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, showSecret, textField } from "../widgets/dialog.ts";
import { describedBy, facts } from "../widgets/facts.ts";
import { badge, timeOf, whole, withHint } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, webhooks: PAGE } = TEXTS;

/** The webhooks of a project, or one of them. */
export function webhooks(context: Context, [id]: ReadonlyArray<string>): Node {
  const place = h("div", { class: "place" });
  const show = () =>
    place.replaceChildren(
      loaded(() => (id === undefined ? list(context, show) : detail(context, id, show))),
    );
  show();
  return place;
}

async function list({ api }: Context, reload: () => void): Promise<Node> {
  const { webhooks: all } = await api.get<{ readonly webhooks: ReadonlyArray<Webhook> }>(
    "/v1/webhooks",
  );
  const create = button(PAGE.create, () => openCreation(api, reload), {
    class: "is-small is-first",
    "data-right": "work",
  });
  return h(
    "div",
    { class: "place" },
    h("div", { class: "actions" }, create),
    all.length === 0
      ? emptyCard(PAGE.empty, PAGE.advice)
      : table(TEXTS.pages.webhooks, WEBHOOK_COLUMNS, all),
  );
}

const WEBHOOK_COLUMNS = [
  {
    label: COLUMNS.url,
    cell: ({ id, url, description }: Webhook) =>
      h(
        "div",
        {},
        h("a", { href: `#/webhooks/${id}` }, url),
        description !== null && h("div", { class: "hint" }, description),
      ),
  },
  { label: COLUMNS.events, cell: ({ events }: Webhook) => events.join(", ") },
  { label: COLUMNS.status, cell: ({ enabled }: Webhook) => badge(statusOf(enabled)) },
  { label: COLUMNS.created, cell: ({ createdAt }: Webhook) => timeOf(createdAt) },
];

function openCreation(api: Api, reload: () => void): void {
  const url = textField(COLUMNS.url, PAGE.urlHint, { type: "url", inputmode: "url" });
  const events = textField(COLUMNS.events, PAGE.eventsHint);
  const description = textField(COLUMNS.description, PAGE.descriptionHint, { maxlength: 280 });
  events.input.value = "render.succeeded, render.failed";
  openDialog({
    title: PAGE.create,
    controls: [url.element, events.element, description.element],
    action: PAGE.create,
    run: async () => {
      if (url.input.value.trim() === "") {
        setError(url.input, PAGE.urlHint);
        url.input.focus();
        throw new CallError(400, "");
      }
      const body = {
        url: url.input.value.trim(),
        events: events.input.value
          .split(",")
          .map((type) => type.trim())
          .filter((type) => type !== ""),
        ...(description.input.value.trim() === ""
          ? {}
          : { description: description.input.value.trim() }),
      };
      const { secret } = await api.call<{ readonly secret: string }>("POST", "/v1/webhooks", body);
      reload();
      showSecret(PAGE.secretTitle, PAGE.secretText, secret);
    },
  });
}

async function detail({ api, showTitle }: Context, id: string, reload: () => void): Promise<Node> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}`;
  const webhook = await api.get<Webhook>(path);
  const { url, events, enabled, createdAt } = webhook;
  showTitle(url);

  /** Runs an action, then shows its result. */
  const act = async (action: () => Promise<unknown>, message: string, after: () => void) => {
    try {
      await action();
      showStatus(message);
      after();
    } catch (error) {
      showStatus(error instanceof CallError ? error.message : TEXTS.failed);
    }
  };
  const deliveries = pagedList<Delivery>({
    caption: PAGE.deliveries,
    columns: [
      { label: COLUMNS.event, cell: ({ type, createdAt: at }) => withHint(type, timeOf(at)) },
      {
        label: COLUMNS.status,
        cell: ({ status, nextAttemptAt }) =>
          nextAttemptAt === null
            ? badge(status)
            : withHint(badge(status), `${COLUMNS.next}:`, h("br"), timeOf(nextAttemptAt)),
      },
      { label: COLUMNS.attempts, cell: ({ attempts }) => whole(String(attempts)) },
      {
        label: COLUMNS.response,
        cell: ({ responseStatus, error }) => String(responseStatus ?? error ?? "–"),
      },
      {
        label: COLUMNS.action,
        cell: ({ id: deliveryId }) =>
          button(
            PAGE.replay,
            () =>
              void act(
                () => api.call("POST", `${path}/deliveries/${deliveryId}/replay`),
                PAGE.replayed,
                () => void deliveries.reload(),
              ),
            { class: "is-small", "data-right": "work" },
          ),
      },
    ],
    empty: { title: PAGE.noDeliveries, advice: PAGE.deliveryAdvice },
    load: async (cursor) => {
      const query = new URLSearchParams({ limit: "50" });
      if (cursor !== undefined) query.set("cursor", cursor);
      const page = await api.get<DeliveryPage>(`${path}/deliveries?${query}`);
      return { ...page, rows: page.deliveries };
    },
  });
  const test = () =>
    void act(
      () => api.call("POST", `${path}/test`),
      PAGE.tested,
      () => void deliveries.reload(),
    );
  const toggle = () =>
    void act(() => api.call("PATCH", path, { enabled: !enabled }), TEXTS.done, reload);
  const remove = () =>
    openDialog({
      title: PAGE.removeTitle,
      text: PAGE.removeText,
      action: PAGE.remove,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", path);
        location.hash = "#/webhooks";
      },
    });
  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "actions" },
      enabled && button(PAGE.test, test, { class: "is-small", "data-right": "work" }),
      button(enabled ? PAGE.disable : PAGE.enable, toggle, {
        class: "is-small",
        "data-right": "work",
      }),
      button(PAGE.reload, () => void deliveries.reload(), { class: "is-small" }),
      button(PAGE.remove, remove, { class: "is-small is-danger", "data-right": "work" }),
    ),
    facts([
      [COLUMNS.url, url],
      ...describedBy(webhook),
      [COLUMNS.events, events.join(", ")],
      [COLUMNS.status, badge(statusOf(enabled))],
      [COLUMNS.created, timeOf(createdAt)],
    ]),
    h("h2", {}, PAGE.deliveries),
    deliveries.element,
  );
}

function statusOf(enabled: boolean): string {
  return enabled ? "enabled" : "disabled";
}

import { h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { ProjectShare, SharePage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { badge, timeOf, whole } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { share, statusOf } from "./share.ts";

const { columns: COLUMNS, shares: PAGE } = TEXTS;

/** The shares of a project, or one of them. */
export function shares(context: Context, [renderId, id]: ReadonlyArray<string>): Node {
  return renderId === undefined || id === undefined ? list(context) : share(context, renderId, id);
}

function list({ api }: Context): Node {
  const filters = { status: "", channel: "", recipientEmail: "" };
  const shareList = pagedList<ProjectShare>({
    caption: TEXTS.pages.shares,
    columns: [
      {
        label: PAGE.document,
        cell: ({ id, renderId, filename, templateSlug }) =>
          h("a", { href: `#/shares/${renderId}/${id}` }, filename ?? templateSlug ?? renderId),
      },
      {
        label: COLUMNS.recipient,
        cell: ({ recipientEmail }) => recipientEmail ?? whole(PAGE.anyone),
      },
      { label: COLUMNS.channel, cell: ({ channel }) => whole(channelOf(channel)) },
      { label: COLUMNS.status, cell: (row) => badge(statusOf(row)) },
      { label: COLUMNS.views, cell: ({ clickCount }) => whole(String(clickCount)) },
      { label: COLUMNS.created, cell: ({ createdAt }) => timeOf(createdAt) },
    ],
    empty: { title: PAGE.empty, advice: PAGE.advice },
    load: async (cursor) => {
      const query = new URLSearchParams({ limit: "50" });
      for (const [name, value] of Object.entries(filters)) if (value !== "") query.set(name, value);
      if (cursor !== undefined) query.set("cursor", cursor);
      const page = await api.get<SharePage>(`/v1/shares?${query}`);
      return { ...page, rows: page.shares };
    },
  });
  const choice = (name: "status" | "channel", options: ReadonlyArray<readonly [string, string]>) =>
    select(options, "", (value) => {
      filters[name] = value;
      void shareList.reload();
    });
  const recipient = h("input", {
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => {
      filters.recipientEmail = recipient.value.trim();
      void shareList.reload();
    },
  });
  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "filters" },
      labeledControl(
        PAGE.status,
        choice("status", [
          ["", PAGE.allStatuses],
          ...STATUSES.map((each) => [each, each] as const),
        ]),
      ),
      labeledControl(
        PAGE.channel,
        choice("channel", [["", PAGE.allChannels], ...Object.entries(PAGE.channels)]),
      ),
      labeledControl(PAGE.recipient, recipient, PAGE.recipientHint),
    ),
    shareList.element,
  );
}

const STATUSES = ["active", "expired", "revoked"] as const;

function channelOf(channel: string): string {
  const names: Readonly<Record<string, string>> = PAGE.channels;
  return names[channel] ?? channel;
}

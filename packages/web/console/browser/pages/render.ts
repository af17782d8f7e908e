import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Context } from "../context.ts";
import type { EngagementEvent, Render, Share } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, showSecret, textField } from "../widgets/dialog.ts";
import { facts } from "../widgets/facts.ts";
import { badge, documentName, duration, size, timeOf } from "../widgets/format.ts";
import { downloadButton } from "../widgets/save_file.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { follow, isOpen } from "./follow.ts";
import { renderData } from "./render_data.ts";

const { columns: COLUMNS, renders: PAGE } = TEXTS;

/** One render: its document next to its facts, its share links and events. */
export function render(context: Context, id: string): Node {
  const place = h("div", { class: "place" });
  const show = () => place.replaceChildren(loaded(() => content(context, id, show)));
  show();
  return place;
}

async function content(context: Context, id: string, reload: () => void): Promise<Node> {
  const { api, signal } = context;
  const path = `/v1/renders/${encodeURIComponent(id)}`;
  const row = await api.get<Render>(path);
  context.showTitle(documentName(row));
  const hasDocument = row.status === "succeeded";
  const isReadable = hasDocument && row.encryption !== "password";
  if (isOpen(row)) {
    const stop = new AbortController();
    follow(AbortSignal.any([signal, stop.signal]), async () => {
      const { status } = await api.get<Render>(path);
      if (status === row.status) return;
      stop.abort();
      reload();
    });
  }
  const erase = () =>
    openDialog({
      title: PAGE.eraseTitle,
      text: PAGE.eraseText,
      action: PAGE.erase,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", path);
        location.hash = "#/renders";
        showStatus(PAGE.erased);
      },
    });
  const share = () => {
    const { element, input } = textField(PAGE.message, PAGE.messageHint, { maxlength: 2000 });
    openDialog({
      title: PAGE.shareTitle,
      controls: [element],
      action: PAGE.share,
      run: async () => {
        const message = input.value.trim();
        const body = message === "" ? {} : { message };
        const { shareUrl } = await api.call<Share>("POST", `${path}/shares`, body);
        reload();
        showSecret(PAGE.link, PAGE.link, shareUrl);
      },
    });
  };
  const name = (row.filename ?? row.templateSlug ?? row.id).replace(/\.pdf$/iu, "");
  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "actions" },
      hasDocument && downloadButton(api, PAGE.download, `${path}/download`, `${name}.pdf`),
      isReadable &&
        h(
          "a",
          {
            class: "button is-small",
            href: api.sendPageUrl({ render: row.id }),
            "data-right": "work",
          },
          PAGE.send,
        ),
      isReadable && button(PAGE.share, share, { class: "is-small", "data-right": "work" }),
      !isOpen(row) &&
        button(PAGE.erase, erase, { class: "is-small is-danger", "data-right": "work" }),
    ),
    h(
      "div",
      { class: "beside" },
      h(
        "div",
        { class: "place" },
        facts(factsOf(row)),
        row.templateSlug !== null && row.encryption !== "password" && renderData(context.api, path),
      ),
      h("section", { "aria-label": PAGE.document }, documentOf(context, path, row)),
    ),
    ...(hasDocument ? [h("h2", {}, PAGE.shares), shares(context, path, reload)] : []),
    ...(hasDocument ? [h("h2", {}, PAGE.engagement), engagement(context, path)] : []),
  );
}

function factsOf(row: Render): ReadonlyArray<readonly [string, Node | string]> {
  return [
    [COLUMNS.file, row.filename ?? "–"],
    [COLUMNS.status, badge(row.status)],
    ...(row.errorCode === null
      ? []
      : ([
          [COLUMNS.code, h("code", {}, row.errorCode)],
          [COLUMNS.reason, row.errorMessage ?? ""],
        ] as const)),
    ...(row.templateSlug === null
      ? []
      : ([
          [COLUMNS.template, h("a", { href: `#/templates/${row.templateSlug}` }, row.templateSlug)],
          [COLUMNS.version, String(row.versionNumber)],
        ] as const)),
    [PAGE.source, row.source],
    [COLUMNS.pages, row.pageCount === null ? "–" : String(row.pageCount)],
    [PAGE.size, size(row.byteSize)],
    [COLUMNS.created, timeOf(row.createdAt)],
    [PAGE.started, timeOf(row.startedAt)],
    [PAGE.completed, timeOf(row.completedAt)],
    [PAGE.duration, duration(row.durationMs)],
    ["ID", h("code", {}, row.id)],
    ["SHA-256", h("code", {}, row.sha256 ?? "–")],
  ];
}

function documentOf({ api, signal }: Context, path: string, row: Render): HTMLElement {
  const pages = h("div", { class: "pages" });
  if (row.status !== "succeeded" || row.encryption === "password") {
    const reason = row.status === "succeeded" ? PAGE.needsPassword : PAGE.noDocument;
    pages.append(h("div", { class: "card" }, h("p", {}, reason)));
    return pages;
  }
  pages.setAttribute("aria-busy", "true");
  pages.append(h("div", { class: "sheet is-blank" }));
  const show = async () => {
    try {
      const [{ showPdf }, file] = await Promise.all([
        import("../show_pdf.ts"),
        api.file(`${path}/download`),
      ]);
      await showPdf(new Uint8Array(await file.arrayBuffer()), pages, signal);
    } catch {
      if (!signal.aborted) {
        pages.replaceChildren(h("div", { class: "card" }, h("p", {}, PAGE.documentFailed)));
      }
    }
    pages.removeAttribute("aria-busy");
  };
  void show();
  return pages;
}

function shares({ api }: Context, path: string, reload: () => void): HTMLElement {
  const revoke = (id: string) =>
    openDialog({
      title: PAGE.revokeTitle,
      text: PAGE.revokeText,
      action: PAGE.revoke,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `${path}/shares/${id}`);
        reload();
      },
    });
  return loaded(async () => {
    const { shares: all } = await api.get<{ readonly shares: ReadonlyArray<Share> }>(
      `${path}/shares`,
    );
    if (all.length === 0) return h("div", { class: "card" }, h("p", {}, PAGE.noShares));
    return table(
      PAGE.shares,
      [
        { label: COLUMNS.channel, cell: (row) => row.recipientEmail ?? row.channel },
        {
          label: COLUMNS.status,
          cell: (row) => badge(row.revokedAt === null ? "active" : "revoked"),
        },
        { label: COLUMNS.views, cell: (row) => String(row.clickCount) },
        { label: COLUMNS.created, cell: (row) => timeOf(row.createdAt) },
        {
          label: COLUMNS.action,
          cell: (row) =>
            row.revokedAt === null
              ? h(
                  "div",
                  { class: "actions" },
                  button(TEXTS.copy, () => showSecret(PAGE.link, PAGE.link, row.shareUrl), {
                    class: "is-small",
                  }),
                  button(PAGE.revoke, () => revoke(row.id), {
                    class: "is-small",
                    "data-right": "work",
                  }),
                )
              : "",
        },
      ],
      all,
    );
  });
}

function engagement({ api }: Context, path: string): HTMLElement {
  return loaded(async () => {
    const { recent } = await api.get<{ readonly recent: ReadonlyArray<EngagementEvent> }>(
      `${path}/engagement`,
    );
    if (recent.length === 0) return h("div", { class: "card" }, h("p", {}, PAGE.noEngagement));
    return table(
      PAGE.engagement,
      [
        { label: COLUMNS.event, cell: (event) => event.eventType.replaceAll("_", " ") },
        { label: COLUMNS.actor, cell: (event) => event.actorKind },
        { label: COLUMNS.time, cell: (event) => timeOf(event.createdAt) },
      ],
      recent,
    );
  });
}

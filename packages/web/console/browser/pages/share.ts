import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Render, Share, ShareEventPage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { copyText } from "../widgets/copy_text.ts";
import { openDialog, textField } from "../widgets/dialog.ts";
import { facts } from "../widgets/facts.ts";
import { badge, documentName, timeOf } from "../widgets/format.ts";
import { loaded } from "../widgets/states.ts";
import { timeline } from "../widgets/timeline.ts";

const { columns: COLUMNS, shares: PAGE } = TEXTS;

/** One share: its facts, what the sender can do, and what happened through it. */
export function share(context: Context, renderId: string, id: string): Node {
  const place = h("div", { class: "place" });
  const show = () => place.replaceChildren(loaded(() => content(context, renderId, id, show)));
  show();
  return place;
}

async function content(
  { api, showTitle }: Context,
  renderId: string,
  id: string,
  reload: () => void,
): Promise<Node> {
  const path = `/v1/renders/${encodeURIComponent(renderId)}`;
  const [{ shares }, render] = await Promise.all([
    api.get<{ readonly shares: ReadonlyArray<Share> }>(`${path}/shares`),
    api.get<Render>(path),
  ]);
  const row = shares.find((each) => each.id === id);
  if (row === undefined) throw new CallError(404, PAGE.notFound);

  const name = documentName(render);
  showTitle(`${name} · ${row.recipientEmail ?? PAGE.anyone}`);

  const email = () => {
    const to = textField(PAGE.address, "", {
      type: "email",
      maxlength: 254,
      value: row.recipientEmail ?? "",
    });
    const message = textField(TEXTS.renders.message, TEXTS.renders.messageHint, {
      maxlength: 2000,
      value: row.message ?? "",
    });
    openDialog({
      title: PAGE.emailTitle,
      text: PAGE.emailText,
      controls: [to.element, message.element],
      action: PAGE.email,
      run: async () => {
        const words = message.input.value.trim();
        const sent = await api.call<{ readonly id: string }>("POST", `${path}/email`, {
          to: to.input.value.trim(),
          ...(words === "" ? {} : { message: words }),
        });
        showStatus(PAGE.emailed);
        location.hash = `#/shares/${renderId}/${sent.id}`;
      },
    });
  };
  const revoke = () =>
    openDialog({
      title: TEXTS.renders.revokeTitle,
      text: TEXTS.renders.revokeText,
      action: TEXTS.renders.revoke,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `${path}/shares/${id}`);
        showStatus(PAGE.revoked);
        reload();
      },
    });
  const status = statusOf(row);
  const isActive = status === "active";
  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "actions" },
      isActive &&
        button(PAGE.copyLink, () => copyText(row.shareUrl), { class: "is-small is-first" }),
      button(PAGE.email, email, { class: "is-small" }),
      isActive && button(TEXTS.renders.revoke, revoke, { class: "is-small is-danger" }),
    ),
    h(
      "div",
      { class: "beside" },
      facts([
        [PAGE.document, h("a", { href: `#/renders/${renderId}` }, name)],
        [COLUMNS.recipient, row.recipientEmail ?? PAGE.anyone],
        [COLUMNS.status, badge(status)],
        [PAGE.views, String(row.clickCount)],
        ...(row.message === null
          ? []
          : [[PAGE.message, h("div", { class: "lines" }, row.message)] as const]),
        [COLUMNS.created, timeOf(row.createdAt)],
        [PAGE.expires, row.expiresAt === null ? PAGE.never : timeOf(row.expiresAt)],
      ]),
      h(
        "section",
        { class: "place", "aria-label": PAGE.timeline },
        h("h2", {}, PAGE.timeline),
        timeline(async (cursor) => {
          const query = new URLSearchParams({ limit: "50" });
          if (cursor !== undefined) query.set("cursor", cursor);
          return api.get<ShareEventPage>(`/v1/shares/${encodeURIComponent(id)}/events?${query}`);
        }),
      ),
    ),
  );
}

/** Whether a link works. A revoked share stays revoked after its expiry. */
export function statusOf({ revokedAt, expiresAt }: Pick<Share, "revokedAt" | "expiresAt">): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && new Date(expiresAt) <= new Date() ? "expired" : "active";
}

import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Context } from "../context.ts";
import type { SignatureDraft, SignatureDraftPage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog } from "../widgets/dialog.ts";
import { timeOf } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";

const { columns: COLUMNS, signatures: PAGE } = TEXTS;

/** The drafts of signature requests that were not sent; nothing without one. */
export function drafts({ api }: Context): HTMLElement {
  const remove = ({ id }: SignatureDraft) =>
    openDialog({
      title: PAGE.deleteDraftTitle,
      text: PAGE.deleteDraftText,
      action: PAGE.deleteDraft,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `/v1/signature-drafts/${id}`);
        showStatus(PAGE.draftDeleted);
        await list.reload();
      },
    });

  const section = h("section", { class: "place" });
  section.hidden = true;
  const list = pagedList<SignatureDraft>({
    caption: PAGE.drafts,
    columns: [
      {
        label: COLUMNS.name,
        cell: (draft) => h("a", { href: api.sendPageUrl({ draft: draft.id }) }, nameOf(draft)),
      },
      { label: PAGE.recipients, cell: (draft) => recipientsOf(draft) },
      { label: COLUMNS.updated, cell: ({ updatedAt }) => timeOf(updatedAt) },
      {
        label: COLUMNS.action,
        cell: (draft) =>
          button(PAGE.deleteDraft, () => remove(draft), {
            class: "is-small",
            "data-right": "work",
          }),
      },
    ],
    empty: { title: PAGE.noDrafts, advice: PAGE.draftAdvice },
    load: async (cursor) => {
      const query = new URLSearchParams({ status: "open", limit: "20" });
      if (cursor !== undefined) query.set("cursor", cursor);
      const page = await api.get<SignatureDraftPage>(`/v1/signature-drafts?${query}`);
      // After a deletion too, so that the section does not disappear under the pointer.
      if (page.drafts.length > 0) section.hidden = false;
      return { ...page, rows: page.drafts };
    },
  });
  section.append(h("h2", {}, PAGE.drafts), list.element);
  return section;
}

function nameOf({ request }: SignatureDraft): string {
  const { name } = request;
  return typeof name === "string" && name.trim() !== "" ? name : PAGE.unnamed;
}

/** The email addresses of the recipients, as far as they are entered. */
function recipientsOf({ request }: SignatureDraft): string {
  const { recipients } = request;
  if (!Array.isArray(recipients)) return "–";
  const emails = recipients.flatMap((recipient: unknown) =>
    typeof recipient === "object" &&
    recipient !== null &&
    "email" in recipient &&
    typeof recipient.email === "string" &&
    recipient.email !== ""
      ? [recipient.email]
      : [],
  );
  return emails.length === 0 ? "–" : emails.join(", ");
}

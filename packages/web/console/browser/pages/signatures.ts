import { h } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { Signature, SignaturePage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { signature } from "./signature.ts";

const { columns: COLUMNS, signatures: PAGE } = TEXTS;

/** The signature requests of a project, or one of them. */
export function signatures(context: Context, [id]: ReadonlyArray<string>): Node {
  return id === undefined ? list(context) : signature(context, id);
}

function list({ api }: Context): Node {
  const { element } = pagedList<Signature>({
    caption: TEXTS.pages.signatures,
    columns: [
      { label: COLUMNS.name, cell: ({ id, name }) => h("a", { href: `#/signatures/${id}` }, name) },
      { label: COLUMNS.status, cell: ({ status }) => badge(status) },
      {
        label: PAGE.signed,
        cell: ({ recipients }) => {
          const signers = recipients.filter(({ designation }) => designation !== "CC");
          const signed = signers.filter(({ signedAt = null }) => signedAt !== null);
          return `${signed.length} / ${signers.length}`;
        },
      },
      { label: COLUMNS.created, cell: ({ createdAt }) => timeOf(createdAt) },
    ],
    empty: { title: PAGE.empty, advice: PAGE.advice },
    load: async (cursor) => {
      const query = new URLSearchParams({ limit: "50" });
      if (cursor !== undefined) query.set("cursor", cursor);
      const page = await api.get<SignaturePage>(`/v1/signatures?${query}`);
      return { ...page, rows: page.signatures };
    },
  });
  return element;
}

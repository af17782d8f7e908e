import { button, h, labeledControl, setError } from "../../../ui/browser/dom.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Render, Signature, SignaturePage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { base64Of } from "../widgets/data_url.ts";
import { openDialog } from "../widgets/dialog.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { drafts } from "./drafts.ts";
import { signature } from "./signature.ts";

const { columns: COLUMNS, signatures: PAGE } = TEXTS;

/** The signature requests of a project, or one of them. */
export function signatures(context: Context, [id]: ReadonlyArray<string>): Node {
  return id === undefined ? list(context) : signature(context, id);
}

function list(context: Context): Node {
  const { api } = context;
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
  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "actions" },
      button(PAGE.upload, () => upload(context), {
        class: "is-small is-first",
        "data-right": "work",
      }),
    ),
    drafts(context),
    h("h2", {}, PAGE.requests),
    element,
  );
}

/** Uploads a PDF, then opens the page that prepares it. */
function upload({ api }: Context): void {
  const file = h("input", { type: "file", accept: "application/pdf,.pdf" });
  file.addEventListener("change", () => setError(file));
  openDialog({
    title: PAGE.upload,
    text: PAGE.uploadText,
    controls: [labeledControl(PAGE.file, file, PAGE.fileHint)],
    action: PAGE.prepare,
    run: async () => {
      const [chosen] = file.files ?? [];
      if (chosen === undefined) {
        setError(file, PAGE.missing);
        file.focus();
        throw new CallError(400, "");
      }
      const body = { name: chosen.name, data: await base64Of(chosen) };
      const { id } = await api.call<Render>("POST", "/v1/documents", body);
      location.assign(api.sendPageUrl({ render: id }));
    },
  });
}

import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Signature, SignaturePage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, textField } from "../widgets/dialog.ts";
import { facts } from "../widgets/facts.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { downloadButton } from "../widgets/save_file.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, signatures: PAGE } = TEXTS;

/** The signature requests of a project, or one of them. */
export function signatures(context: Context, [id]: ReadonlyArray<string>): Node {
  if (id === undefined) return list(context);
  const place = h("div", { class: "place" });
  const show = () => place.replaceChildren(loaded(() => detail(context, id, show)));
  show();
  return place;
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

async function detail({ api }: Context, id: string, reload: () => void): Promise<Node> {
  const path = `/v1/signatures/${encodeURIComponent(id)}`;
  const request = await api.get<Signature>(path);
  const { status, name, errorMessage } = request;
  const isOpen = status === "sent" || status === "viewed";
  const cancel = () => {
    const { element, input } = textField(COLUMNS.reason, "", { maxlength: 500 });
    openDialog({
      title: PAGE.cancelTitle,
      text: PAGE.cancelText,
      controls: [element],
      action: PAGE.cancel,
      dismiss: PAGE.keep,
      isDangerous: true,
      run: async () => {
        const reason = input.value.trim();
        await api.call("POST", `${path}/cancel`, reason === "" ? {} : { reason });
        showStatus(PAGE.cancelled);
        reload();
      },
    });
  };
  const remind = async () => {
    try {
      const { reminded } = await api.call<{ readonly reminded: ReadonlyArray<string> }>(
        "POST",
        `${path}/remind`,
      );
      showStatus(PAGE.reminded(reminded.length));
    } catch (error) {
      showStatus(error instanceof CallError ? error.message : TEXTS.failed);
    }
  };
  return h(
    "div",
    { class: "place" },
    h("p", {}, h("a", { href: "#/signatures" }, TEXTS.back)),
    h(
      "div",
      { class: "actions" },
      request.signedDownloadUrl !== null &&
        downloadButton(api, PAGE.signedPdf, `${path}/download`, `${id}-signed.pdf`),
      request.certificateUrl !== null &&
        downloadButton(api, PAGE.certificate, `${path}/certificate`, `${id}-certificate.pdf`),
      isOpen && button(PAGE.remind, () => void remind(), { class: "is-small" }),
      isOpen && button(PAGE.cancel, cancel, { class: "is-small is-danger" }),
    ),
    facts([
      [COLUMNS.name, name],
      [COLUMNS.status, badge(status)],
      ...(errorMessage === null ? [] : [[COLUMNS.reason, errorMessage] as const]),
      [
        PAGE.render,
        h("a", { href: `#/renders/${request.renderId}` }, h("code", {}, request.renderId)),
      ],
      [COLUMNS.created, timeOf(request.createdAt)],
      [TEXTS.renders.completed, timeOf(request.completedAt)],
    ]),
    h("h2", {}, PAGE.recipients),
    table(PAGE.recipients, RECIPIENT_COLUMNS, request.recipients),
  );
}

type Recipient = Signature["recipients"][number];

const RECIPIENT_COLUMNS = [
  {
    label: COLUMNS.recipient,
    cell: ({ firstName, lastName, email }: Recipient) =>
      h("div", {}, `${firstName} ${lastName ?? ""}`, h("br"), h("span", { class: "hint" }, email)),
  },
  { label: COLUMNS.role, cell: ({ designation }: Recipient) => designation },
  { label: COLUMNS.order, cell: ({ order }: Recipient) => String(order) },
  { label: COLUMNS.status, cell: (recipient: Recipient) => badge(recipientStatus(recipient)) },
  {
    label: COLUMNS.time,
    cell: ({ signedAt, declinedAt }: Recipient) => timeOf(signedAt ?? declinedAt ?? null),
  },
];

function recipientStatus({ status, signedAt = null, declinedAt = null }: Recipient): string {
  if (signedAt !== null) return PAGE.signed.toLowerCase();
  if (declinedAt !== null) return PAGE.declined.toLowerCase();
  return status ?? PAGE.waiting.toLowerCase();
}

import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { AuditEvent, Recipient, Render, Signature } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, showJson, textField } from "../widgets/dialog.ts";
import { facts } from "../widgets/facts.ts";
import { badge, documentName, timeOf, whole, withHint } from "../widgets/format.ts";
import { downloadButton } from "../widgets/save_file.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { follow } from "./follow.ts";

const { columns: COLUMNS, signatures: PAGE } = TEXTS;

/** A signature request: its recipients, what they have done, and what the sender can do. */
export function signature(context: Context, id: string): Node {
  const place = h("div", { class: "place" });
  let shown = new AbortController();
  context.signal.addEventListener("abort", () => shown.abort());
  const show = () => {
    shown.abort();
    shown = new AbortController();
    const { signal } = shown;
    place.replaceChildren(loaded(() => content({ ...context, signal }, id, show)));
  };
  show();
  return place;
}

async function content(
  { api, signal, showTitle }: Context,
  id: string,
  reload: () => void,
): Promise<Node> {
  const path = `/v1/signatures/${encodeURIComponent(id)}`;
  const request = await api.get<Signature>(path);
  const { status, name, errorMessage, recipients, renderId } = request;
  // An erased document has no name.
  const render = await api.get<Render>(`/v1/renders/${renderId}`).catch(() => undefined);
  showTitle([name, ...signersOf(recipients)].join(" · "));
  const isOpen = status === "sent" || status === "viewed";
  if (recipients.some(isQueued)) {
    follow(signal, async () => {
      const current = await api.get<Signature>(path);
      // Focus and the inputs of a dialog stay.
      const isInUse = document.activeElement?.closest(".place, dialog") ?? null;
      if (isInUse === null && !current.recipients.some(isQueued)) reload();
    });
  }

  /** Runs an action, then shows its result. */
  const act = async (action: () => Promise<string>) => {
    try {
      showStatus(await action());
      reload();
    } catch (error) {
      showStatus(error instanceof CallError ? error.message : TEXTS.failed);
    }
  };

  const remind = () =>
    void act(async () => {
      const { reminded } = await api.call<{ readonly reminded: ReadonlyArray<string> }>(
        "POST",
        `${path}/remind`,
      );
      return PAGE.reminded(reminded.length);
    });

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

  const extend = () => {
    const { element, input } = textField(PAGE.expires, PAGE.expiresHint, {
      type: "datetime-local",
      value: localTime(request.expiresAt),
    });
    openDialog({
      title: PAGE.extend,
      controls: [element],
      fields: { expiresAt: input },
      action: PAGE.extend,
      run: async () => {
        const at = new Date(input.value);
        const expiresAt = Number.isNaN(at.getTime()) ? input.value : at.toISOString();
        await api.call("PATCH", path, { expiresAt });
        showStatus(PAGE.extended);
        reload();
      },
    });
  };

  const correct = (recipient: Recipient) => {
    const firstName = textField(PAGE.firstName, "", { value: recipient.firstName, maxlength: 100 });
    const lastName = textField(PAGE.lastName, "", {
      value: recipient.lastName ?? "",
      maxlength: 100,
    });
    const email = textField(PAGE.email, "", {
      value: recipient.email,
      type: "email",
      maxlength: 255,
    });
    const number = recipient.authentication?.phone;
    const phone =
      number === undefined
        ? undefined
        : textField(PAGE.phone, PAGE.phoneHint, { value: number, type: "tel", maxlength: 16 });
    const reason = textField(COLUMNS.reason, PAGE.reasonHint, { maxlength: 500 });
    const contact = [firstName, lastName, email, ...(phone === undefined ? [] : [phone])];
    openDialog({
      title: PAGE.correctTitle,
      text: PAGE.correctText,
      controls: [...contact, reason].map(({ element }) => element),
      fields: {
        firstName: firstName.input,
        lastName: lastName.input,
        email: email.input,
        ...(phone === undefined ? {} : { phone: phone.input }),
        reason: reason.input,
      },
      action: PAGE.correct,
      run: async () => {
        await api.call("PATCH", `${path}/recipients/${recipient.id}`, {
          firstName: firstName.input.value.trim(),
          lastName: lastName.input.value.trim(),
          email: email.input.value.trim(),
          ...(phone === undefined ? {} : { phone: phone.input.value.trim() }),
          reason: reason.input.value.trim(),
        });
        showStatus(PAGE.corrected);
        reload();
      },
    });
  };

  const resend = ({ id: recipientId }: Recipient) =>
    void act(async () => {
      await api.call("POST", `${path}/recipients/${recipientId}/resend`);
      return PAGE.resent;
    });

  const columns = [
    ...RECIPIENT_COLUMNS,
    {
      label: COLUMNS.action,
      cell: (recipient: Recipient) =>
        isOpen && !ENDED.has(statusOf(recipient))
          ? h(
              "div",
              { class: "actions" },
              button(PAGE.correct, () => correct(recipient), {
                class: "is-small",
                "data-right": "work",
              }),
              recipient.delivery !== null &&
                button(PAGE.resend, () => resend(recipient), {
                  class: "is-small",
                  "data-right": "work",
                }),
            )
          : "",
    },
  ];

  return h(
    "div",
    { class: "place" },
    h(
      "div",
      { class: "actions" },
      request.signedDownloadUrl !== null &&
        downloadButton(api, PAGE.signedPdf, `${path}/download`, `${id}-signed.pdf`),
      request.certificateUrl !== null &&
        downloadButton(api, PAGE.certificate, `${path}/certificate`, `${id}-certificate.pdf`),
      isOpen && button(PAGE.remind, remind, { class: "is-small", "data-right": "work" }),
      isOpen && button(PAGE.extend, extend, { class: "is-small", "data-right": "work" }),
      isOpen && button(PAGE.cancel, cancel, { class: "is-small is-danger", "data-right": "work" }),
    ),
    facts([
      [COLUMNS.name, name],
      [COLUMNS.status, badge(status)],
      ...(errorMessage === null ? [] : [[COLUMNS.reason, errorMessage] as const]),
      [
        PAGE.render,
        h(
          "a",
          { href: `#/renders/${renderId}` },
          render === undefined ? h("code", {}, renderId) : documentName(render),
        ),
      ],
      [COLUMNS.created, timeOf(request.createdAt)],
      [PAGE.expires, timeOf(request.expiresAt)],
      [TEXTS.renders.completed, timeOf(request.completedAt)],
    ]),
    h("h2", {}, PAGE.recipients),
    table(PAGE.recipients, columns, recipients),
    h("h2", {}, PAGE.audit),
    loaded(async () => {
      const { events } = await api.get<{ readonly events: ReadonlyArray<AuditEvent> }>(
        `${path}/audit`,
      );
      return table(PAGE.audit, auditColumns(recipients), events);
    }),
  );
}

/** The signers in a title: the name of one, or how many there are. */
function signersOf(recipients: ReadonlyArray<Recipient>): ReadonlyArray<string> {
  const signers = recipients.filter(({ designation }) => designation !== "CC");
  const [first] = signers;
  if (first === undefined) return [];
  if (signers.length > 1) return [PAGE.signers(signers.length)];
  return [`${first.firstName} ${first.lastName ?? ""}`.trim()];
}

/** Statuses after which a recipient has nothing left to do. */
const ENDED: ReadonlySet<string> = new Set(["signed", "declined"]);

const RECIPIENT_COLUMNS = [
  {
    label: COLUMNS.recipient,
    cell: ({ firstName, lastName, email }: Recipient) =>
      h(
        "div",
        { class: "person" },
        `${firstName} ${lastName ?? ""}`,
        h("br"),
        h("span", { class: "hint" }, email),
      ),
  },
  { label: COLUMNS.role, cell: ({ designation }: Recipient) => whole(designation) },
  { label: COLUMNS.order, cell: ({ step }: Recipient) => whole(String(step)) },
  {
    label: COLUMNS.status,
    cell: (recipient: Recipient) => {
      const { signedAt, declinedAt } = recipient;
      const [at, status] = [signedAt ?? declinedAt ?? null, badge(statusOf(recipient))];
      return at === null ? status : withHint(status, timeOf(at));
    },
  },
  {
    label: PAGE.delivery,
    cell: ({ delivery }: Recipient) =>
      delivery === null
        ? "–"
        : h(
            "span",
            {},
            delivery.status,
            delivery.error !== undefined && h("br"),
            delivery.error !== undefined && h("span", { class: "hint" }, delivery.error),
          ),
  },
];

const auditColumns = (recipients: ReadonlyArray<Recipient>) => [
  {
    label: COLUMNS.event,
    cell: (event: AuditEvent) => {
      const about = addressIn(event, recipients);
      return h(
        "span",
        {},
        event.type.replaceAll("_", " "),
        about !== undefined && h("br"),
        about !== undefined && h("span", { class: "hint" }, about),
      );
    },
  },
  { label: COLUMNS.actor, cell: ({ who }: AuditEvent) => who },
  { label: COLUMNS.time, cell: ({ at }: AuditEvent) => timeOf(at) },
  {
    label: COLUMNS.action,
    cell: (event: AuditEvent) =>
      button(PAGE.details, () => showJson(event.type.replaceAll("_", " "), event.details), {
        class: "is-small",
      }),
  },
];

function statusOf({ status, signedAt = null, declinedAt = null }: Recipient): string {
  if (signedAt !== null) return "signed";
  if (declinedAt !== null) return "declined";
  return status ?? "waiting";
}

/** The address of the recipient that an event is about; none if it is that of the actor. */
function addressIn(
  { who, details: { email, recipientId } }: AuditEvent,
  recipients: ReadonlyArray<Recipient>,
): string | undefined {
  const address =
    typeof email === "string" ? email : recipients.find(({ id }) => id === recipientId)?.email;
  return address === undefined || who.includes(`<${address}>`) ? undefined : address;
}

/** Whether the last email to a recipient waits. */
function isQueued({ delivery }: Recipient): boolean {
  return delivery?.status === "queued";
}

/** A time as the value of a field for local times. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

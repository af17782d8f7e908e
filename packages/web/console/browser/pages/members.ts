import { LANGUAGES } from "@paraph/core/values";

import { button, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Context } from "../context.ts";
import type { Member } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, textField } from "../widgets/dialog.ts";
import { badge, languageName, timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, members: PAGE, roles: ROLES } = TEXTS;

const PATH = "/v1/members";
const SMALL = { class: "is-small", "data-right": "manage" };

/** The members of the account. Owners invite, change and remove them. */
export function members({ api, session }: Context): Node {
  if (session.kind === "project") return emptyCard(PAGE.accountOnly, PAGE.accountAdvice);
  const place = h("div", { class: "place" });

  const invite = () => {
    const email = textField(PAGE.email, PAGE.emailHint, { type: "email", maxlength: 254 });
    const name = textField(COLUMNS.name, PAGE.nameHint, { maxlength: 200 });
    const role = roleField("editor");
    const languages = select(
      LANGUAGES.map((tag) => [tag, languageName(tag)] as const),
      "en",
      () => {},
    );
    openDialog({
      title: PAGE.invite,
      controls: [
        email.element,
        name.element,
        role.element,
        labeledControl(PAGE.language, languages),
      ],
      action: PAGE.invite,
      run: async () => {
        const text = name.input.value.trim();
        await api.call("POST", PATH, {
          email: email.input.value.trim(),
          role: role.input.value,
          language: languages.value,
          ...(text === "" ? {} : { name: text }),
        });
        showStatus(PAGE.invited);
        show();
      },
    });
  };

  const change = ({ id, role }: Member) => {
    const field = roleField(role);
    openDialog({
      title: PAGE.change,
      text: PAGE.changeText,
      controls: [field.element],
      action: PAGE.change,
      run: async () => {
        await api.call("PATCH", `${PATH}/${id}`, { role: field.input.value });
        showStatus(PAGE.changed);
        show();
      },
    });
  };

  const resend = async ({ id }: Member) => {
    try {
      await api.call("POST", `${PATH}/${id}/invitation`);
      showStatus(PAGE.resent);
    } catch (error) {
      showStatus(error instanceof Error ? error.message : TEXTS.failed);
    }
    show();
  };

  const remove = ({ id, email }: Member) =>
    openDialog({
      title: PAGE.removeTitle,
      text: PAGE.removeText(email),
      action: PAGE.remove,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `${PATH}/${id}`);
        showStatus(PAGE.removed);
        show();
      },
    });

  const columns = [
    {
      label: COLUMNS.name,
      cell: ({ id, name, email }: Member) =>
        h(
          "span",
          {},
          h("strong", {}, name ?? email),
          id === session.member?.id && ` (${PAGE.you})`,
          name !== null && h("br"),
          name !== null && h("span", { class: "hint" }, email),
        ),
    },
    { label: COLUMNS.role, cell: ({ role }: Member) => ROLES[role] },
    { label: COLUMNS.status, cell: statusOf },
    { label: PAGE.lastSignedIn, cell: ({ lastSignedInAt }: Member) => timeOf(lastSignedInAt) },
    {
      label: COLUMNS.action,
      cell: (member: Member) =>
        h(
          "div",
          { class: "actions" },
          button(PAGE.change, () => change(member), SMALL),
          member.status === "invited" && button(PAGE.resend, () => void resend(member), SMALL),
          button(PAGE.remove, () => remove(member), SMALL),
        ),
    },
  ];

  function show(): void {
    place.replaceChildren(
      h("p", { class: "hint" }, PAGE.lead),
      h(
        "div",
        { class: "actions" },
        button(PAGE.invite, invite, { class: "is-small is-first", "data-right": "manage" }),
      ),
      loaded(async () => {
        const all = (await api.get<{ readonly members: ReadonlyArray<Member> }>(PATH)).members;
        return all.length === 0
          ? emptyCard(PAGE.empty, PAGE.advice)
          : table(TEXTS.pages.members, columns, all);
      }),
    );
  }

  show();
  return place;
}

/** The status of a member, with what is wrong with an invitation. */
function statusOf({ status, invitation }: Member): Node {
  const isLost = invitation?.emailStatus === "failed";
  const isExpired = invitation !== null && invitation.expiresAt === null;
  const problem = isLost ? PAGE.emailFailed : isExpired ? PAGE.linkExpired : undefined;
  return h(
    "span",
    {},
    badge(status),
    problem !== undefined && h("span", { class: "hint" }, ` ${problem}`),
  );
}

/** A drop-down list of the roles. */
function roleField(role: Member["role"]): {
  readonly element: HTMLElement;
  readonly input: HTMLSelectElement;
} {
  const input = select(Object.entries(ROLES), role, () => {});
  return { element: labeledControl(COLUMNS.role, input), input };
}

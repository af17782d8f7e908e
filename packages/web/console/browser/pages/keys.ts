import { button, h } from "../../../ui/browser/dom.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import type { Context } from "../context.ts";
import type { Key } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { openDialog, showSecret, textField } from "../widgets/dialog.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, keys: PAGE } = TEXTS;

/** The keys of a project. Only sessions of accounts may read and change them. */
export function keys({ api, session }: Context): Node {
  if (session.kind === "project") return emptyCard(PAGE.accountOnly, PAGE.accountAdvice);
  const path = `/v1/projects/${api.project ?? ""}/keys`;
  const place = h("div", { class: "place" });

  const create = () => {
    const { element, input } = textField(COLUMNS.name, PAGE.nameHint, { maxlength: 200 });
    openDialog({
      title: PAGE.create,
      controls: [element],
      action: PAGE.create,
      run: async () => {
        const name = input.value.trim();
        const body = name === "" ? {} : { name };
        const { key } = await api.call<{ readonly key: string }>("POST", path, body);
        show();
        showSecret(PAGE.secretTitle, PAGE.secretText, key);
      },
    });
  };

  const revoke = (id: string) =>
    openDialog({
      title: PAGE.revokeTitle,
      text: PAGE.revokeText,
      action: PAGE.revoke,
      isDangerous: true,
      run: async () => {
        await api.call("DELETE", `${path}/${id}`);
        showStatus(PAGE.revoked);
        show();
      },
    });

  const columns = [
    {
      label: COLUMNS.name,
      cell: ({ name, prefix }: Key) =>
        h("span", {}, name, h("br"), h("code", { class: "hint is-whole" }, `${prefix}…`)),
    },
    {
      label: COLUMNS.status,
      cell: ({ revokedAt }: Key) => badge(revokedAt === null ? "active" : "revoked"),
    },
    { label: COLUMNS.created, cell: ({ createdAt }: Key) => timeOf(createdAt) },
    { label: COLUMNS.lastUsed, cell: ({ lastUsedAt }: Key) => timeOf(lastUsedAt) },
    {
      label: COLUMNS.action,
      cell: ({ id, revokedAt }: Key) =>
        revokedAt === null
          ? button(PAGE.revoke, () => revoke(id), { class: "is-small", "data-right": "manage" })
          : "",
    },
  ];

  function show(): void {
    place.replaceChildren(
      h(
        "div",
        { class: "actions" },
        button(PAGE.create, create, { class: "is-small is-first", "data-right": "manage" }),
      ),
      loaded(async () => {
        const all = (await api.get<{ readonly keys: ReadonlyArray<Key> }>(path)).keys;
        return all.length === 0
          ? emptyCard(PAGE.empty, PAGE.advice)
          : table(TEXTS.pages.keys, columns, all);
      }),
    );
  }

  show();
  return place;
}

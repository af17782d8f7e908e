import { button, h, labeledControl } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { AuditEntry, AuditPage, Member, Project } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { showJson } from "../widgets/dialog.ts";
import { timeOf, withHint } from "../widgets/format.ts";
import { pagedList } from "../widgets/paged_list.ts";
import { emptyCard } from "../widgets/states.ts";

const { audit: PAGE, columns: COLUMNS } = TEXTS;

/** Names of members and projects by their ids. */
interface Names {
  readonly members: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

/** The audit log of an account. Only its owners and its keys may read it. */
export function audit({ api, session }: Context): Node {
  if (session.kind === "project") return emptyCard(PAGE.accountOnly, PAGE.accountAdvice);
  let names: Names = { members: new Map(), projects: new Map() };
  const search = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });

  const readNames = async (): Promise<Names> => {
    const [{ members }, { projects }] = await Promise.all([
      api.get<{ readonly members: ReadonlyArray<Member> }>("/v1/members"),
      api.get<{ readonly projects: ReadonlyArray<Project> }>("/v1/projects"),
    ]);
    return {
      members: new Map(members.map(({ id, email }) => [id, email])),
      projects: new Map(projects.map(({ id, name }) => [id, name])),
    };
  };

  const list = pagedList<AuditEntry>({
    caption: TEXTS.pages.audit,
    columns: [
      {
        label: COLUMNS.event,
        cell: ({ action, at }) => withHint(h("code", {}, action), timeOf(at)),
      },
      { label: COLUMNS.actor, cell: (entry) => actorOf(entry, names) },
      {
        label: TEXTS.project,
        // A deleted project has only its id.
        cell: ({ projectId }) =>
          projectId === null ? "–" : (names.projects.get(projectId) ?? h("code", {}, projectId)),
      },
      { label: PAGE.sourceIp, cell: ({ sourceIp }) => sourceIp ?? "–" },
      {
        label: COLUMNS.action,
        cell: (entry) =>
          button(PAGE.details, () => showJson(entry.action, entry), { class: "is-small" }),
      },
    ],
    empty: { title: PAGE.empty, advice: PAGE.advice },
    filter: ({ action }) => action.includes(search.value.trim().toLowerCase()),
    load: async (cursor) => {
      const query = new URLSearchParams({ limit: "50" });
      if (cursor === undefined) names = await readNames();
      else query.set("cursor", cursor);
      const page = await api.get<AuditPage>(`/v1/audit?${query}`);
      return { ...page, rows: page.entries };
    },
  });
  search.addEventListener("input", list.refresh);

  return h(
    "div",
    { class: "place" },
    h("div", {}, labeledControl(PAGE.filter, search, PAGE.filterHint)),
    list.element,
  );
}

/** Who acted: a member by their email address, others by what they are. */
function actorOf({ actorKind, actorId }: AuditEntry, { members }: Names): string {
  const kinds: Readonly<Record<string, string>> = PAGE.actors;
  const email = actorKind === "member" ? members.get(actorId ?? "") : undefined;
  return email ?? kinds[actorKind] ?? actorKind;
}

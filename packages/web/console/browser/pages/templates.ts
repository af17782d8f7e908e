import { h } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { Template } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { comparison } from "./comparison.ts";
import { template, versionOf } from "./template.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/** The templates of a project, or one of them. */
export function templates(context: Context, [slug, part, from, to]: ReadonlyArray<string>): Node {
  if (slug === undefined) return list(context);
  return part === "compare"
    ? comparison(context, slug, Number(from), Number(to))
    : template(context, slug);
}

function list({ api }: Context): Node {
  return loaded(async () => {
    const { templates: all } = await api.get<{ readonly templates: ReadonlyArray<Template> }>(
      "/v1/templates",
    );
    const create = h(
      "div",
      { class: "actions", "data-right": "work" },
      h("a", { class: "button is-small is-first", href: api.builderUrl() }, PAGE.create),
    );
    if (all.length === 0)
      return h("div", { class: "place" }, create, emptyCard(PAGE.empty, PAGE.advice));
    const cells = [
      {
        label: COLUMNS.name,
        cell: ({ slug, name }: Template) => h("a", { href: `#/templates/${slug}` }, name),
      },
      { label: COLUMNS.slug, cell: ({ slug }: Template) => h("code", {}, slug) },
      { label: COLUMNS.type, cell: ({ templateType }: Template) => templateType },
      { label: COLUMNS.version, cell: versionOf },
      { label: COLUMNS.updated, cell: ({ updatedAt }: Template) => timeOf(updatedAt) },
    ];
    return h("div", { class: "place" }, create, table(TEXTS.pages.templates, cells, all));
  });
}

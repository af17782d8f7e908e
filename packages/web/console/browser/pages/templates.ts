import { h } from "../../../ui/browser/dom.ts";
import type { Context } from "../context.ts";
import type { Template, TemplateDetail, TemplateVersion, Variable } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { facts } from "../widgets/facts.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { emptyCard, loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/** The templates of a project, or one of them. */
export function templates(context: Context, [slug]: ReadonlyArray<string>): Node {
  return slug === undefined ? list(context) : detail(context, slug);
}

function list({ api }: Context): Node {
  return loaded(async () => {
    const { templates: all } = await api.get<{ readonly templates: ReadonlyArray<Template> }>(
      "/v1/templates",
    );
    if (all.length === 0) return emptyCard(PAGE.empty, PAGE.advice);
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
    return table(TEXTS.pages.templates, cells, all);
  });
}

function detail({ api }: Context, slug: string): Node {
  const path = `/v1/templates/${encodeURIComponent(slug)}`;
  return loaded(async () => {
    const [template, { versions }] = await Promise.all([
      api.get<TemplateDetail>(path),
      api.get<{ readonly versions: ReadonlyArray<TemplateVersion> }>(`${path}/versions`),
    ]);
    const variables = variablesOf(template);
    return h(
      "div",
      { class: "place" },
      h("p", {}, h("a", { href: "#/templates" }, TEXTS.back)),
      facts([
        [COLUMNS.name, template.name],
        [COLUMNS.slug, h("code", {}, template.slug)],
        [COLUMNS.type, template.templateType],
        [COLUMNS.version, versionOf(template)],
        [COLUMNS.updated, timeOf(template.updatedAt)],
      ]),
      h("h2", {}, PAGE.variables),
      variables.length === 0
        ? h("div", { class: "card" }, h("p", {}, PAGE.noVariables))
        : table(PAGE.variables, VARIABLE_COLUMNS, variables),
      h("h2", {}, PAGE.use),
      h("pre", { class: "card", tabindex: 0 }, snippet(template)),
      h("h2", {}, PAGE.versions),
      table(PAGE.versions, VERSION_COLUMNS, versions),
    );
  });
}

const VARIABLE_COLUMNS = [
  { label: COLUMNS.key, cell: ({ key }: Variable) => h("code", {}, key) },
  { label: COLUMNS.label, cell: ({ label }: Variable) => label },
  { label: COLUMNS.dataType, cell: ({ dataType }: Variable) => dataType },
  {
    label: COLUMNS.required,
    cell: ({ required }: Variable) => (required === true ? TEXTS.yes : TEXTS.no),
  },
];

const VERSION_COLUMNS = [
  { label: COLUMNS.version, cell: (version: TemplateVersion) => String(version.versionNumber) },
  { label: COLUMNS.created, cell: ({ createdAt }: TemplateVersion) => timeOf(createdAt) },
];

function versionOf({ currentVersionNumber }: Template): Node | string {
  return currentVersionNumber === null ? badge(TEXTS.unpublished) : String(currentVersionNumber);
}

/** Variables, and the columns of loops under the keys of their loops. */
function variablesOf({ manifest }: TemplateDetail): ReadonlyArray<Variable> {
  if (manifest === null) return [];
  const columns = manifest.loops.flatMap(({ key, label, itemFields }) =>
    itemFields.map((field) => ({
      ...field,
      key: `${key}[].${field.key}`,
      label: `${label}: ${field.label}`,
    })),
  );
  return [...manifest.variables, ...columns];
}

/** A command that renders a template. */
function snippet({ slug, manifest }: TemplateDetail): string {
  const names = manifest?.variables.map(({ key }) => [key, "…"] as const) ?? [];
  const loops = manifest?.loops.map(({ key }) => [key, []] as const) ?? [];
  const data = JSON.stringify({ data: Object.fromEntries([...names, ...loops]) });
  return [
    `curl "$PARAPH_URL/v1/templates/${slug}/render" \\`,
    `  -H "Authorization: Bearer $PARAPH_API_KEY" \\`,
    `  -d '${data}'`,
  ].join("\n");
}

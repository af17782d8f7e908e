import { button, h } from "../../../ui/browser/dom.ts";
import type { Api } from "../api.ts";
import type { Context } from "../context.ts";
import type {
  Render,
  RenderPage,
  SampleData,
  Template,
  TemplateDetail,
  TemplateVersion,
  Variable,
} from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { codeSamples } from "../widgets/code_samples.ts";
import { dataUrlOf } from "../widgets/data_url.ts";
import { openDialog, textArea } from "../widgets/dialog.ts";
import { describedBy, facts } from "../widgets/facts.ts";
import { badge, timeOf } from "../widgets/format.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { manifestVariables } from "./manifest_variables.ts";
import { renderSamples } from "./render_samples.ts";
import { versions } from "./versions.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/** A template: its variables, versions, and how to render it. */
export function template({ api, showTitle }: Context, slug: string): Node {
  const path = `/v1/templates/${encodeURIComponent(slug)}`;
  return loaded(async () => {
    const [detail, { versions: published }] = await Promise.all([
      api.get<TemplateDetail>(path),
      api.get<{ readonly versions: ReadonlyArray<TemplateVersion> }>(`${path}/versions`),
    ]);
    showTitle(detail.name);
    const variables = manifestVariables(detail.manifest);
    const sample = detail.published ? await api.get<SampleData>(`${path}/sample-data`) : undefined;
    return h(
      "div",
      { class: "place" },
      h(
        "div",
        { class: "actions" },
        sample !== undefined &&
          button(PAGE.try, () => openTrial(sample), {
            class: "is-small is-first",
            "data-right": "work",
          }),
        h(
          "a",
          { class: "button is-small", href: api.builderUrl(detail), "data-right": "work" },
          PAGE.open,
        ),
      ),
      h(
        "div",
        { class: "beside" },
        facts([
          [COLUMNS.name, detail.name],
          ...describedBy(detail),
          [COLUMNS.slug, h("code", {}, detail.slug)],
          [COLUMNS.type, detail.templateType],
          [COLUMNS.version, versionOf(detail)],
          [COLUMNS.updated, timeOf(detail.updatedAt)],
        ]),
        loaded(() => latestDocument(api, slug)),
      ),
      h("h2", {}, PAGE.variables),
      variables.length === 0
        ? h("div", { class: "card" }, h("p", {}, PAGE.noVariables))
        : table(PAGE.variables, VARIABLE_COLUMNS, variables),
      ...(sample === undefined
        ? []
        : [h("h2", {}, PAGE.use), codeSamples(renderSamples(slug, sample.data))]),
      h("h2", {}, PAGE.versions),
      ...versions(api, slug, published),
    );
  });

  /** Renders data that starts as sample data, and shows the render. */
  function openTrial({ data }: SampleData): void {
    const { element, input } = textArea(PAGE.data, PAGE.dataHint, JSON.stringify(data, null, 2));
    openDialog({
      title: PAGE.try,
      controls: [element],
      action: PAGE.render,
      run: async () => {
        const body = { data: parsed(input.value) };
        const { id } = await api.call<Render>("POST", `${path}/render`, body);
        location.hash = `#/renders/${id}`;
      },
    });
  }
}

/** The first page of the latest render of a template. */
async function latestDocument(api: Api, slug: string): Promise<Node> {
  const query = new URLSearchParams({ template: slug, status: "succeeded", limit: "1" });
  const [latest] = (await api.get<RenderPage>(`/v1/renders?${query}`)).renders;
  if (latest === undefined) return h("div", { class: "card" }, h("p", {}, PAGE.noDocument));
  if (latest.encryption === "password")
    return h("div", { class: "card" }, h("p", {}, TEXTS.renders.needsPassword));
  const image = await api.file(`/v1/renders/${latest.id}/pages/1.png?width=600`);
  return h(
    "figure",
    { class: "card document" },
    h("figcaption", {}, h("a", { href: `#/renders/${latest.id}` }, PAGE.document)),
    h("img", { src: await dataUrlOf(image), alt: PAGE.firstPage }),
  );
}

/** The current version of a template, or that it has none. */
export function versionOf({ currentVersionNumber }: Template): Node | string {
  return currentVersionNumber === null ? badge(TEXTS.unpublished) : String(currentVersionNumber);
}

/** JSON that a user has edited. Text that is not JSON is sent as it is, so that the server names the problem. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

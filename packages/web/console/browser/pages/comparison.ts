import { button, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { CallError } from "../api.ts";
import type { Context } from "../context.ts";
import type { Template, TemplateVersion } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { loaded } from "../widgets/states.ts";

const { templates: PAGE } = TEXTS;

/** The page that compares two versions of a template. */
export function comparison(
  { api, showTitle }: Context,
  slug: string,
  from: number,
  to: number,
): Node {
  const path = `/v1/templates/${encodeURIComponent(slug)}`;
  return loaded(async () => {
    const [{ name }, { versions: all }] = await Promise.all([
      api.get<Template>(path),
      api.get<{ readonly versions: ReadonlyArray<TemplateVersion> }>(`${path}/versions`),
    ]);
    const isPublished = (number: number) =>
      all.some(({ versionNumber }) => versionNumber === number);
    const missing = [from, to].find((number) => !isPublished(number));
    if (missing !== undefined) throw new CallError(404, PAGE.noVersion(String(missing)));
    showTitle(PAGE.comparedVersions(name, from, to), [
      { label: name, href: `#/templates/${slug}` },
    ]);
    const section = versionChoice(slug, all, from, to);
    section.append(
      loaded(async () => {
        const { compareVersions } = await import("./compare_versions.ts");
        return compareVersions(api, path, from, to);
      }),
    );
    return section;
  });
}

/** Two versions to choose, and a button that opens the page that compares them. */
export function versionChoice(
  slug: string,
  all: ReadonlyArray<TemplateVersion>,
  chosenFrom: number,
  chosenTo: number,
): HTMLElement {
  const options = all.map(({ versionNumber }) => {
    const number = String(versionNumber);
    return [number, PAGE.version(versionNumber)] as const;
  });
  const from = select(options, String(chosenFrom), () => {});
  const to = select(options, String(chosenTo), () => {});
  const compare = () => {
    location.hash = `#/templates/${slug}/compare/${from.value}/${to.value}`;
  };
  return h(
    "section",
    { class: "place", "aria-label": PAGE.compareTitle },
    h("h2", {}, PAGE.compareTitle),
    h(
      "div",
      { class: "card samples" },
      h("div", { class: "pair" }, labeledControl(PAGE.from, from), labeledControl(PAGE.to, to)),
      h("div", { class: "actions" }, button(PAGE.compare, compare, { class: "is-small" })),
    ),
  );
}

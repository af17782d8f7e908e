import { button, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import type { Api } from "../api.ts";
import type { TemplateVersion } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { timeOf } from "../widgets/format.ts";
import { loaded } from "../widgets/states.ts";
import { table } from "../widgets/table.ts";
import { versionPicture } from "./version_picture.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/**
 * The versions of a template, newest first: their pictures, and the differences of two of them. Both are loaded when
 * the user asks for them.
 *
 * @param path The path of the template in the API.
 */
export function versions(
  api: Api,
  path: string,
  all: ReadonlyArray<TemplateVersion>,
): ReadonlyArray<HTMLElement> {
  return [
    table(PAGE.versions, VERSION_COLUMNS, all),
    ...(all.length === 0 ? [] : [pictures(api, path, all)]),
    ...(all.length < 2 ? [] : [comparison(api, path, all)]),
  ];
}

const VERSION_COLUMNS = [
  { label: COLUMNS.version, cell: (version: TemplateVersion) => String(version.versionNumber) },
  { label: COLUMNS.created, cell: ({ createdAt }: TemplateVersion) => timeOf(createdAt) },
];

/** The first page of each version. A picture is loaded when the user scrolls to it. */
function pictures(api: Api, path: string, all: ReadonlyArray<TemplateVersion>): HTMLElement {
  const gallery = h("div", { class: "gallery" });
  const open = () => {
    if (!details.open || gallery.childElementCount > 0) return;
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        const number = Number(target.getAttribute("data-version"));
        target.append(versionPicture(api, path, { versionNumber: number, page: 1, width: 400 }));
      }
    });
    for (const { versionNumber } of all) {
      const figure = h(
        "figure",
        { class: "document", "data-version": versionNumber },
        h("figcaption", {}, PAGE.version(versionNumber)),
      );
      gallery.append(figure);
      seen.observe(figure);
    }
  };
  const details = h(
    "details",
    { class: "figures", ontoggle: open },
    h("summary", {}, PAGE.pictures),
    h("p", { class: "hint" }, PAGE.picturesHint),
    gallery,
  );
  return h("div", { class: "card" }, details);
}

/** Two versions to choose, and their differences. */
function comparison(api: Api, path: string, all: ReadonlyArray<TemplateVersion>): HTMLElement {
  const options = all.map(({ versionNumber }) => {
    const number = String(versionNumber);
    return [number, PAGE.version(versionNumber)] as const;
  });
  const [current, previous] = options;
  const from = select(options, previous?.[0] ?? "", () => {});
  const to = select(options, current?.[0] ?? "", () => {});
  const place = h("div", { class: "place" });
  const compare = () =>
    place.replaceChildren(
      loaded(async () => {
        const { compareVersions } = await import("./compare_versions.ts");
        return compareVersions(api, path, Number(from.value), Number(to.value));
      }),
    );
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
    place,
  );
}

import { h } from "../../../ui/browser/dom.ts";
import type { Api } from "../api.ts";
import type { TemplateVersion } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { timeOf } from "../widgets/format.ts";
import { table } from "../widgets/table.ts";
import { versionChoice } from "./comparison.ts";
import { versionPicture } from "./version_picture.ts";

const { columns: COLUMNS, templates: PAGE } = TEXTS;

/**
 * The versions of a template, newest first: their pictures, which are loaded when the user asks for them, and the choice
 * of two versions to compare.
 */
export function versions(
  api: Api,
  slug: string,
  all: ReadonlyArray<TemplateVersion>,
): ReadonlyArray<HTMLElement> {
  const path = `/v1/templates/${encodeURIComponent(slug)}`;
  const [current, previous] = all;
  return [
    table(PAGE.versions, VERSION_COLUMNS, all),
    ...(all.length === 0 ? [] : [pictures(api, path, all)]),
    ...(current === undefined || previous === undefined
      ? []
      : [versionChoice(slug, all, previous.versionNumber, current.versionNumber)]),
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

import { h } from "../../../ui/browser/dom.ts";
import type { Crumb } from "../context.ts";
import { TEXTS } from "../texts.ts";

/** The heading of a page and the title of its window. */
interface PageHeading {
  readonly element: HTMLElement;
  readonly show: (title: string, parents: ReadonlyArray<Crumb>) => void;
}

/** A heading with a breadcrumb above it, which leads back to the lists. Lists themselves have none. */
export function pageHeading(title: string, parents: ReadonlyArray<Crumb>): PageHeading {
  const element = h("div", { class: "page-heading" });
  const show: PageHeading["show"] = (text, above) => {
    document.title = `${text} · Paraph`;
    const trail = above.map(({ label, href }) => h("li", {}, h("a", { href, dir: "auto" }, label)));
    element.replaceChildren(
      ...(above.length === 0
        ? []
        : [h("nav", { "aria-label": TEXTS.breadcrumb }, h("ol", {}, ...trail))]),
      h("h1", { dir: "auto" }, text),
    );
  };
  show(title, parents);
  return { element, show };
}

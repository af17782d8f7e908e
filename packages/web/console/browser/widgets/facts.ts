import { h } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";

type Fact = readonly [string, Node | string];

/** A list of labels with their values. */
export function facts(entries: ReadonlyArray<Fact>): HTMLElement {
  return h(
    "dl",
    { class: "card facts-list" },
    ...entries.map(([label, value]) =>
      h("div", {}, h("dt", {}, label), h("dd", { dir: "auto" }, value)),
    ),
  );
}

/** The description of a resource, if it has one. */
export function describedBy({
  description,
}: {
  readonly description: string | null;
}): ReadonlyArray<Fact> {
  return description === null ? [] : [[TEXTS.columns.description, description]];
}

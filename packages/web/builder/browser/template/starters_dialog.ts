import type { Manifest } from "@paraph/core/manifests";

import { byId, h } from "../../../ui/browser/dom.ts";
import type { SavedLayout } from "../design/saved_layout.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";

/** A template to start with, and its sample data. */
export interface Starter {
  readonly name: string;
  readonly description: string;
  readonly manifest: Manifest;
  readonly layout: SavedLayout;
  readonly data: object;
  /** The first page, as a `data:` URI. */
  readonly picture: string;
}

/** Lets the user choose one of the prepared templates. */
export async function startersDialog(): Promise<Starter | undefined> {
  const dialog = new Dialog(TEXTS.starters.title, { kind: "is-form is-wide" });
  const choice: { starter?: Starter } = {};
  const status = h("p", { role: "status" }, TEXTS.starters.loading);
  dialog.body.append(h("p", { class: "hint" }, TEXTS.starters.text), status);
  dialog.open();
  try {
    const starters = await fetchStarters();
    const choose = (starter: Starter) => {
      choice.starter = starter;
      dialog.close();
    };
    status.replaceWith(starterList(starters, choose));
    dialog.element.querySelector<HTMLElement>(".starter-item")?.focus();
  } catch {
    status.textContent = TEXTS.starters.failed;
  }
  await dialog.closed;
  return choice.starter;
}

/** The templates with their pictures, as buttons. */
export function starterList(
  starters: ReadonlyArray<Starter>,
  choose: (starter: Starter) => void,
): HTMLElement {
  const items = starters.map((starter) => {
    const { name, description, picture } = starter;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "starter-item", onclick: () => choose(starter) },
        h("img", { src: picture, alt: "", loading: "lazy", width: 672, height: 938 }),
        h("strong", {}, name),
        h("span", {}, description),
      ),
    );
  });
  return h("ul", { class: "starter-items" }, ...items);
}

/** The prepared templates, which are an asset of the page. */
export async function fetchStarters(): Promise<ReadonlyArray<Starter>> {
  const response = await fetch(
    new URL(byId("builder").dataset["starters"] ?? "", document.baseURI),
  );
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const starters: ReadonlyArray<Starter> = await response.json();
  return starters;
}

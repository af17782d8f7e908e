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
    status.replaceWith(
      h("ul", { class: "starter-items" }, ...starters.map((each) => item(each, choose))),
    );
    dialog.element.querySelector<HTMLElement>(".starter-item")?.focus();
  } catch {
    status.textContent = TEXTS.starters.failed;
  }
  await dialog.closed;
  return choice.starter;
}

function item(starter: Starter, choose: (starter: Starter) => void): HTMLElement {
  const { name, description } = starter;
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "starter-item", onclick: () => choose(starter) },
      h("strong", {}, name),
      h("span", {}, description),
    ),
  );
}

/** The prepared templates, which are an asset of the page. */
async function fetchStarters(): Promise<ReadonlyArray<Starter>> {
  const response = await fetch(
    new URL(byId("builder").dataset["starters"] ?? "", document.baseURI),
  );
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const starters: ReadonlyArray<Starter> = await response.json();
  return starters;
}

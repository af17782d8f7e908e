import { button, h } from "../../../ui/browser/dom.ts";
import type { Api } from "../api.ts";
import { TEXTS } from "../texts.ts";
import { copyText } from "../widgets/copy_text.ts";
import { loaded } from "../widgets/states.ts";

const { renders: PAGE } = TEXTS;

/** Longer texts, such as images, are shortened on the page. */
const MAX_TEXT = 300;

/** More rows of a loop are not shown on the page. */
const MAX_ROWS = 50;

/** The data of a render. It is loaded when it is opened: at once in wide windows, next to the document. */
export function renderData(api: Api, path: string): HTMLElement {
  const place = h("div", { class: "place" });
  const open = () => {
    if (!details.open || place.childElementCount > 0) return;
    place.append(loaded(() => content(api, path)));
  };
  const details = h(
    "details",
    { class: "figures", ontoggle: open },
    h("summary", {}, PAGE.data),
    place,
  );
  details.open = matchMedia("(min-width: 48.01rem)").matches;
  return h("div", { class: "card" }, details);
}

async function content(api: Api, path: string): Promise<Node> {
  const { data } = await api.get<{ readonly data: unknown }>(`${path}/data`);
  const copy = () => copyText(JSON.stringify(data, null, 2));
  return h(
    "div",
    { class: "samples" },
    h("pre", { tabindex: 0, "aria-label": PAGE.data }, JSON.stringify(shortened(data), null, 2)),
    h("div", { class: "actions" }, button(PAGE.copyData, copy, { class: "is-small" })),
  );
}

/** Data with its long texts and loops shortened. */
function shortened(value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_TEXT) {
    return `${value.slice(0, MAX_TEXT)}… ${PAGE.characters(value.length)}`;
  }
  if (Array.isArray(value)) {
    const rows = value.slice(0, MAX_ROWS).map(shortened);
    return value.length > MAX_ROWS ? [...rows, `… ${PAGE.rows(value.length)}`] : rows;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}

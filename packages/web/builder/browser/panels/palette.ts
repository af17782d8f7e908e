import { h, nextId } from "../../../ui/browser/dom.ts";
import { FIELD_ICONS, OFFERED_TYPES, type OfferedType } from "../canvas/plugins.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";

/** The media type of a dragged field type. */
export const DRAGGED_TYPE = "application/x-paraph-type";

/** The groups of the palette. Types that no group names are in the last one. */
const GROUPS: ReadonlyArray<readonly [title: string, types: ReadonlyArray<OfferedType>]> = [
  [TEXTS.palette.content, ["text", "image", "table", "section", "checkbox"]],
  [TEXTS.palette.shapes, ["line", "rectangle", "ellipse", "svg"]],
  [TEXTS.palette.codes, ["qrcode", "code128", "ean13", "gs1datamatrix", "pdf417"]],
  [
    TEXTS.palette.signing,
    ["signature", "initials", "signingDate", "signingText", "signingCheckbox", "signingChoice"],
  ],
];

/** The actions of the palette. */
export interface PaletteActions {
  readonly place: (type: OfferedType) => void;
  /** Called when a type is dragged, and with `undefined` at the end. */
  readonly drag: (type: OfferedType | undefined) => void;
}

/** The field types in groups: searched, dragged onto a page, or placed with Enter. */
export function palette(actions: PaletteActions): HTMLElement {
  const named = new Set(GROUPS.flatMap(([, types]) => types));
  const others = OFFERED_TYPES.filter((type) => !named.has(type));
  const groups = [...GROUPS, [TEXTS.palette.other, others] as const].flatMap(([title, types]) =>
    types.length === 0 ? [] : [groupOf(title, types, actions)],
  );
  const nothing = h("p", { class: "empty", role: "status", hidden: true }, TEXTS.side.nothingFound);
  const search = h("input", {
    type: "search",
    "aria-label": TEXTS.palette.search,
    placeholder: TEXTS.side.searchPlaceholder,
    oninput: () => {
      const words = search.value.trim().toLowerCase();
      const found = groups.map(({ element, buttons }) => {
        const matches = buttons.filter((each) => {
          const isMatch = (each.textContent ?? "").toLowerCase().includes(words);
          each.hidden = !isMatch;
          return isMatch;
        });
        element.hidden = matches.length === 0;
        return matches.length;
      });
      nothing.hidden = found.some((count) => count > 0);
    },
  });
  return h(
    "div",
    { class: "palette" },
    h("div", { class: "search" }, icon("search"), search),
    ...groups.map(({ element }) => element),
    nothing,
  );
}

function groupOf(title: string, types: ReadonlyArray<OfferedType>, actions: PaletteActions) {
  const id = nextId();
  const buttons = types.map((type) => buttonOf(type, actions));
  const element = h(
    "section",
    { "aria-labelledby": id },
    h("h2", { id }, title),
    h("div", { class: "palette-types" }, ...buttons),
  );
  return { element, buttons };
}

function buttonOf(type: OfferedType, { place, drag }: PaletteActions): HTMLButtonElement {
  const label = TEXTS.fields[type];
  const element = h(
    "button",
    {
      type: "button",
      draggable: "true",
      title: TEXTS.side.hint,
      "aria-label": TEXTS.side.placeField(label),
      "data-type": type,
      onclick: () => place(type),
    },
    icon(FIELD_ICONS[type]),
    h("span", {}, label),
  );
  element.addEventListener("dragstart", ({ dataTransfer }) => {
    dataTransfer?.setData(DRAGGED_TYPE, type);
    if (dataTransfer !== null) dataTransfer.effectAllowed = "copy";
    drag(type);
  });
  element.addEventListener("dragend", () => drag(undefined));
  return element;
}

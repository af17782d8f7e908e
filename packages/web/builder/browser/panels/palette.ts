import { h } from "../../../ui/browser/dom.ts";
import { FIELD_ICONS, OFFERED_TYPES, type OfferedType } from "../canvas/plugins.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";

/** The media type of a dragged field type. */
export const DRAGGED_TYPE = "application/x-paraph-type";

/** The field types: dragged onto a page, or placed with Enter. */
export function palette(place: (type: OfferedType) => void): HTMLElement {
  const buttons = OFFERED_TYPES.map((type, index) => {
    const label = TEXTS.fields[type];
    const element = h(
      "button",
      {
        type: "button",
        class: "is-icon",
        draggable: "true",
        title: label,
        "aria-label": TEXTS.side.placeField(label),
        "data-type": type,
        tabindex: index === 0 ? 0 : -1,
        onclick: () => place(type),
      },
      icon(FIELD_ICONS[type]),
    );
    element.addEventListener("dragstart", ({ dataTransfer }) => {
      dataTransfer?.setData(DRAGGED_TYPE, type);
      if (dataTransfer !== null) dataTransfer.effectAllowed = "copy";
    });
    return element;
  });
  const bar = h(
    "div",
    {
      class: "palette",
      role: "toolbar",
      "aria-orientation": "vertical",
      "aria-label": TEXTS.side.palette,
    },
    ...buttons,
  );
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const offset = buttons.findIndex((button) => button === document.activeElement);
    const next = (offset + step + buttons.length) % buttons.length;
    buttons.forEach((button, position) => {
      button.tabIndex = position === next ? 0 : -1;
    });
    buttons[next]?.focus();
  });
  return bar;
}

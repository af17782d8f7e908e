import { button, h } from "../../../ui/browser/dom.ts";
import type { EngagementEvent, ShareEventPage } from "../resources.ts";
import { TEXTS } from "../texts.ts";
import { timeOf } from "./format.ts";
import { errorCard, skeleton } from "./states.ts";

const { shares: PAGE } = TEXTS;

/** What happened to a document, newest first, with a button that loads earlier events. */
export function timeline(
  load: (cursor: string | undefined) => Promise<ShareEventPage>,
): HTMLElement {
  const list = h("ol", { class: "timeline" });
  const place = h("div", { class: "card", "aria-busy": "true" }, skeleton());
  const append = async (cursor: string | undefined) => {
    place.setAttribute("aria-busy", "true");
    try {
      const { events, nextCursor } = await load(cursor);
      list.append(...events.map(item));
      const more = nextCursor !== null && button(TEXTS.more, () => void append(nextCursor));
      place.replaceChildren(
        list.childElementCount === 0 ? h("p", {}, PAGE.noEvents) : list,
        ...(more === false ? [] : [h("p", {}, more)]),
      );
    } catch (error) {
      place.replaceChildren(
        list,
        errorCard(error, () => void append(cursor)),
      );
    }
    place.removeAttribute("aria-busy");
  };
  void append(undefined);
  return place;
}

function item({ eventType, createdAt, sourceIp, userAgent }: EngagementEvent): HTMLElement {
  const names: Readonly<Record<string, string>> = PAGE.events;
  const details = [sourceIp, userAgent].filter((detail) => detail !== null).join(" · ");
  return h(
    "li",
    { class: `is-${eventType}` },
    h("strong", {}, names[eventType] ?? eventType.replaceAll("_", " ")),
    timeOf(createdAt),
    details !== "" && h("span", { class: "hint" }, details),
  );
}

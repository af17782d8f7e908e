import { h } from "../../../ui/browser/dom.ts";

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A time in the user's language and time zone; its tooltip has the exact time in UTC. */
export function timeOf(iso: string | null): HTMLElement {
  if (iso === null) return h("span", { class: "hint" }, "–");
  return h("time", { datetime: iso, title: iso }, TIME.format(new Date(iso)));
}

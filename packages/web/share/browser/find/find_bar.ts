import { byId, h, iconButton, svgIcon } from "../../../ui/browser/dom.ts";
import type { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { format } from "../../../ui/browser/texts.ts";
import { TEXTS } from "../texts.ts";
import { type Found, Finder } from "./finder.ts";

/** Milliseconds from the last key until the search starts. */
const DEBOUNCE = 200;

const [UP, DOWN, CLOSE] = ["M5 12.5l5-5 5 5", "M5 7.5l5 5 5-5", "M5 5l10 10M15 5 5 15"];

/** Offers a search in the document, below the bar of the page, which grows: it covers nothing. */
export function offerFind(viewer: Viewer, pageCount: number): void {
  const [place, open] = [byId("find"), byId("search")];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = h("output", { class: "find-result" });
  const input = h("input", {
    type: "search",
    "aria-label": TEXTS.find.label,
    placeholder: TEXTS.find.label,
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  const finder = new Finder(viewer, pageCount, (found) => {
    const text = input.value.trim() === "" ? "" : resultText(found);
    if (result.textContent !== text) result.textContent = text;
    for (const button of [previous, next]) button.disabled = found.count === 0;
  });
  const go = (by: 1 | -1) => {
    clearTimeout(timer);
    if (searched === input.value) finder.go(by);
    else search();
  };
  let searched = "";
  const search = () => {
    searched = input.value;
    void finder.find(searched);
  };
  const toggle = (isOpen: boolean) => {
    place.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      input.select();
      input.focus();
      search();
      return;
    }
    clearTimeout(timer);
    void finder.find("");
    open.focus();
  };
  const previous = iconButton(TEXTS.find.previous, svgIcon(UP), () => go(-1), { disabled: true });
  const next = iconButton(TEXTS.find.next, svgIcon(DOWN), () => go(1), { disabled: true });
  const close = iconButton(TEXTS.find.close, svgIcon(CLOSE), () => toggle(false));
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, DEBOUNCE);
  });
  place.addEventListener("keydown", (event) => {
    if (event.key === "Escape") toggle(false);
    if (event.key !== "Enter" || event.target !== input || event.isComposing) return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  });
  place.append(
    h("search", {}, input, result, h("div", { class: "find-steps" }, previous, next, close)),
  );
  open.setAttribute("aria-expanded", "false");
  open.setAttribute("aria-controls", place.id);
  open.removeAttribute("aria-disabled");
  open.addEventListener("click", () => toggle(place.hidden !== false));
}

function resultText({ current, count, isComplete }: Found): string {
  if (count > 0) return format(TEXTS.find.count, { current, count });
  return isComplete ? TEXTS.find.none : "…";
}

import type { EarlierMark } from "@paraph/core/signing";

import { fitText } from "./fit_text.ts";
import { ink } from "./ink.ts";
import { place } from "./place.ts";

/** What somebody who came before has put into the document, where they put it. */
export function earlierMark(mark: EarlierMark): HTMLElement {
  const element = document.createElement("div");
  const { content } = mark;
  element.className = `earlier is-${content.kind}`;
  place(element, mark);
  if (content.kind === "signature") {
    element.append(ink(content.signature));
    const by = content.signature.kind === "typed" ? `: ${content.signature.text}` : "";
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `Signed by somebody before you${by}`);
  } else if (content.kind === "check") {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", "Ticked by somebody before you");
  } else {
    const text = document.createElement("span");
    text.className = "written";
    text.dir = "auto";
    text.textContent = content.text;
    element.append(text);
    fitText(text, element, content.kind === "paragraph");
  }
  return element;
}

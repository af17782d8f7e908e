import type { EarlierMark } from "@paraph/core/builtin_provider";

import { format } from "../../../ui/browser/texts.ts";
import type { Form } from "../draft/form.ts";
import { fitText } from "../fields/fit_text.ts";
import { place } from "../fields/place.ts";
import { TEXTS } from "../texts.ts";
import { ink, inkKey } from "./ink.ts";

/** A mark that an earlier recipient has placed in the document. */
export function createEarlierMark(mark: EarlierMark, form: Form): HTMLElement {
  const element = document.createElement("div");
  const { content } = mark;
  element.className = `earlier is-${content.kind}`;
  place(element, mark);
  if (content.kind === "signature") {
    const { signature } = content;
    let lastKey = "";
    form.show(() => {
      if (inkKey(signature) === lastKey) return;
      lastKey = inkKey(signature);
      element.replaceChildren(ink(signature));
    });
    const label =
      signature.kind === "typed"
        ? format(TEXTS.earlier.typedSignature, { name: signature.text })
        : TEXTS.earlier.signature;
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
  } else if (content.kind === "check") {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", TEXTS.earlier.check);
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

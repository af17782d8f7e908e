import { button, h, labeledControl, select } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { copyText } from "./copy_text.ts";

/** The same in one of several languages. */
export interface CodeSample {
  readonly label: string;
  readonly code: string;
}

/** A sample in the language that the user chooses, with a button to copy it. */
export function codeSamples(samples: ReadonlyArray<CodeSample>): HTMLElement {
  const code = h("pre", { tabindex: 0, "aria-label": TEXTS.code });
  const show = (label: string) => {
    code.textContent = samples.find((sample) => sample.label === label)?.code ?? "";
  };
  const [first] = samples;
  const labels = samples.map(({ label }) => [label, label] as const);
  const choice = select(labels, first?.label ?? "", show);
  show(first?.label ?? "");
  const copy = button(TEXTS.copy, () => copyText(code.textContent), { class: "is-small" });
  return h(
    "div",
    { class: "card samples" },
    h("div", { class: "filters" }, labeledControl(TEXTS.language, choice)),
    code,
    h("div", { class: "actions" }, copy),
  );
}

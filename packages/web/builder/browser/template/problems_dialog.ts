import { button, h } from "../../../ui/browser/dom.ts";
import type { Problem } from "../design/problems.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";

/** Shows problems in a dialog; returns the chosen one. */
export async function problemsDialog(
  problems: ReadonlyArray<Problem>,
): Promise<Problem | undefined> {
  const dialog = new Dialog(TEXTS.problems.title, { kind: "is-form" });
  const result: { problem?: Problem } = {};
  const items = problems.map((problem) => {
    const { message, place, field, part } = problem;
    const parts = [icon("warning"), h("span", {}, h("strong", {}, place), h("span", {}, message))];
    const onclick = () => {
      result.problem = problem;
      dialog.close();
    };
    return h(
      "li",
      {},
      field === undefined && part === undefined
        ? h("div", { class: "problem-item" }, ...parts)
        : h("button", { type: "button", class: "problem-item", onclick }, ...parts),
    );
  });
  dialog.body.append(
    h("p", { class: "hint" }, TEXTS.problems.text),
    h("ul", { class: "problem-items" }, ...items),
  );
  dialog.actions.append(button(TEXTS.problems.close, () => dialog.close()));
  await dialog.open().closed;
  return result.problem;
}

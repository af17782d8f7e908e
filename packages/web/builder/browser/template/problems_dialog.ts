import { button, h } from "../../../ui/browser/dom.ts";
import type { ProblemFix } from "../design/problem_fix.ts";
import type { Problem } from "../design/problems.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";

/** What the user has chosen: to see a problem, or to fix it. */
interface Choice {
  readonly problem: Problem;
  readonly fix?: ProblemFix;
}

/**
 * Shows problems in a dialog, with buttons that fix them.
 *
 * @param mayAddData Whether fixes may add to the data of the template.
 */
export async function problemsDialog(
  problems: ReadonlyArray<Problem>,
  mayAddData: boolean,
): Promise<Choice | undefined> {
  const dialog = new Dialog(TEXTS.problems.title, { kind: "is-form" });
  const result: { choice?: Choice } = {};
  const items = problems.map((problem) => {
    const { message, place, field, part, fixes = [] } = problem;
    const parts = [icon("warning"), h("span", {}, h("strong", {}, place), h("span", {}, message))];
    const onclick = () => {
      result.choice = { problem };
      dialog.close();
    };
    const offered = fixes.filter(({ addsData }) => mayAddData || addsData !== true);
    const id = `problem-${problems.indexOf(problem)}`;
    return h(
      "li",
      {},
      field === undefined && part === undefined
        ? h("div", { class: "problem-item", id }, ...parts)
        : h("button", { type: "button", class: "problem-item", id, onclick }, ...parts),
      offered.length > 0 &&
        h(
          "div",
          { class: "problem-fixes" },
          ...offered.map((fix) =>
            button(
              fix.label,
              () => {
                result.choice = { problem, fix };
                dialog.close();
              },
              { class: "is-small", "aria-describedby": id },
            ),
          ),
        ),
    );
  });
  dialog.body.append(
    h("p", { class: "hint" }, TEXTS.problems.text),
    h("ul", { class: "problem-items" }, ...items),
  );
  dialog.actions.append(button(TEXTS.problems.close, () => dialog.close()));
  await dialog.open().closed;
  return result.choice;
}

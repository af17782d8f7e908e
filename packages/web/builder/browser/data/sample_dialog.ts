import type { Manifest } from "@paraph/core/manifests";

import { button, setError, h, labeledControl } from "../../../ui/browser/dom.ts";
import { TEXTS } from "../texts.ts";
import { Dialog } from "../widgets/dialog.ts";
import { outlineOf, parseSample } from "./sample_text.ts";

/**
 * Opens a dialog to edit the sample data.
 *
 * @param problems The problems of the current sample data.
 * @returns The new text; `undefined` if it was not changed.
 */
export async function sampleDialog(
  text: string,
  manifest: Manifest,
  problems: ReadonlyArray<string> = [],
): Promise<string | undefined> {
  const dialog = new Dialog(TEXTS.sample.title, { kind: "is-form is-wide" });
  const result: { text?: string } = {};
  const area = h("textarea", { rows: 14, spellcheck: "false", class: "code", "data-first": true });
  area.value = text;
  const use = () => {
    const read = parseSample(area.value);
    setError(area, read.kind === "wrong" ? read.message : "");
    if (read.kind === "wrong") {
      area.focus();
      return;
    }
    result.text = area.value;
    dialog.close();
  };
  dialog.body.append(
    h("p", { class: "hint" }, TEXTS.sample.text),
    ...(problems.length === 0
      ? []
      : [h("ul", { class: "problem-list" }, ...problems.map((each) => h("li", {}, each)))]),
    labeledControl(TEXTS.sample.label, area),
  );
  dialog.actions.append(
    button(
      TEXTS.sample.skeleton,
      () => {
        area.value = outlineOf(manifest);
        setError(area);
        area.focus();
      },
      { class: "is-quiet at-start" },
    ),
    button(TEXTS.sample.clear, () => {
      result.text = "";
      dialog.close();
    }),
    button(TEXTS.sample.use, use, { class: "is-first" }),
  );
  await dialog.open().closed;
  return result.text;
}

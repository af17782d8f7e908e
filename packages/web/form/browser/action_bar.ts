import { progressOf } from "./answers/answers.ts";
import type { FormState } from "./answers/form_state.ts";
import { button, make } from "./icons.ts";
import type { Preview } from "./preview/preview.ts";
import { texts } from "./texts.ts";

/** How far somebody has come, and what they can do, always in sight. */
export function actionBar(
  state: FormState,
  submit: HTMLElement,
  maySubmit: boolean,
  preview: Preview | undefined,
): HTMLElement {
  const [said, bar] = [make("span"), make("progress", { "aria-label": texts.progressLabel })];
  const progress = make("p", { class: "progress" }, said, bar);
  const show = () => {
    const { done, all } = progressOf(state.asked, state.answers);
    said.textContent = texts.progress(done, all);
    progress.hidden = all === 0;
    [bar.max, bar.value] = [Math.max(1, all), done];
  };
  state.onChange(show);
  show();
  const actions = make("div", { class: "actions" });
  if (preview !== undefined) {
    const attributes = { class: "only-narrow" };
    actions.append(button(texts.preview, () => void preview.open(), attributes));
  }
  actions.append(maySubmit ? submit : make("p", { class: "hint" }, texts.mayNotSubmit));
  return make("div", { class: "action-bar" }, progress, actions);
}

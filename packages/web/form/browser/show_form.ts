import { button, byId, h } from "../../ui/browser/dom.ts";
import type { EmbedTemplate } from "../../ui/browser/session/context.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearNote, showNote } from "../../ui/browser/status.ts";
import { format } from "../../ui/browser/texts.ts";
import { FormView } from "./form_view.ts";
import { Preview } from "./preview/preview.ts";
import { ProblemSummary } from "./problem_summary.ts";
import { showResult } from "./result/result.ts";
import { createSubmitter } from "./submit_form.ts";
import { texts } from "./texts.ts";
import { separatorsOf } from "./values/decimal_text.ts";
import { loopsOf, sectionsOf, toManifest } from "./values/fields.ts";
import { FormState } from "./values/form_state.ts";
import { type FormDefinition, progressOf } from "./values/form_values.ts";
import { prefilledValues } from "./values/prefill.ts";

/** Shows the form of a published template, and the result when it is submitted. */
export function showForm(place: HTMLElement, session: EmbedSession, template: EmbedTemplate): void {
  const { context } = session;
  const manifest = toManifest(template.manifest);
  const sections = sectionsOf(manifest, context.catalog);
  const definition: FormDefinition = {
    manifest,
    fields: sections.flatMap(({ fields }) => fields),
    loops: loopsOf(manifest),
    separators: separatorsOf(navigator.language),
  };
  const initial = prefilledValues(definition, context.form?.prefill);
  const storageKey = `paraph:form:${context.sessionId}:${template.id}:${template.versionNumber}`;
  const state = new FormState(definition, initial, storageKey);
  const view = new FormView(state, sections);
  state.onChange(clearNote);
  const summary = new ProblemSummary(view);
  const onProblems = (problems: ReadonlyMap<string, string>) => {
    view.setProblems(problems);
    if (problems.size > 0) summary.open();
  };
  const hasPreview = context.permissions.preview && context.form?.showPreview !== false;
  const preview = hasPreview ? new Preview({ state, session, onProblems }) : undefined;

  const submit = h("button", { class: "is-first", type: "submit" }, texts.submit);
  const canSubmit = context.permissions.submitForm;
  const openPreview = () => void preview?.open();
  const bar = h(
    "div",
    { class: "action-bar" },
    createProgress(state),
    h(
      "div",
      { class: "actions" },
      hasPreview && button(texts.preview, openPreview, { class: "only-narrow" }),
      canSubmit ? submit : h("p", { class: "hint" }, texts.mayNotSubmit),
    ),
  );
  const hasRequired = definition.fields.some(({ required }) => required);
  const form = h(
    "form",
    { class: "form", novalidate: true },
    summary.element,
    hasRequired && h("p", { class: "lead" }, texts.requiredHint),
    view.element,
    bar,
  );
  const desk = h("div", { class: preview === undefined ? "desk" : "desk has-preview" }, form);
  if (preview !== undefined) desk.append(preview.area, preview.dialog);
  const show = () => {
    bar.prepend(byId("status"));
    place.replaceChildren(desk);
    scrollTo({ top: 0 });
  };
  show();

  const reset = () => {
    state.reset();
    view.reset();
  };
  const submitForm = createSubmitter(session, state, {
    onBusy: (isBusy) => {
      submit.textContent = isBusy ? texts.submitting : texts.submit;
      submit.setAttribute("aria-disabled", String(isBusy));
      // Changes during a submission would not be submitted.
      view.element.inert = isBusy;
    },
    onProblems,
    onAccepted: (render) => {
      preview?.stop();
      document.body.append(byId("status"));
      clearNote();
      const onBack = () => {
        state.renewSubmission();
        show();
      };
      const onAgain = () => {
        reset();
        show();
      };
      void showResult(place, render, { session, onBack, onAgain });
    },
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The Enter key submits a form of one field even without a button.
    if (canSubmit) void submitForm();
  });
  if (state.isRestored) showNote(texts.restored, { label: texts.startOver, run: reset });
}

/** Creates the count of completed required fields. */
function createProgress(state: FormState): HTMLElement {
  const [text, bar] = [h("span"), h("progress", { "aria-label": texts.progressLabel })];
  const progress = h("p", { class: "progress" }, text, bar);
  const update = () => {
    const { filledCount, all } = progressOf(state.definition, state.formValues);
    text.textContent = format(texts.progress, { filled: filledCount, count: all });
    progress.hidden = all === 0;
    [bar.max, bar.value] = [Math.max(1, all), filledCount];
  };
  state.onChange(update);
  update();
  return progress;
}

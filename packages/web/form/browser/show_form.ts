import { button, byId, h } from "../../ui/browser/dom.ts";
import type { EmbedTemplate } from "../../ui/browser/session/context.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearNote, showNote } from "../../ui/browser/status.ts";
import { format } from "../../ui/browser/texts.ts";
import { FormView } from "./form_view.ts";
import { Later } from "./later.ts";
import { Preview } from "./preview/preview.ts";
import { ProblemSummary } from "./problem_summary.ts";
import { showResult } from "./result/result.ts";
import { StepView } from "./step_view.ts";
import { createSubmitter } from "./submit_form.ts";
import { texts } from "./texts.ts";
import { separatorsOf } from "./values/decimal_text.ts";
import { DeviceCopy } from "./values/device_copy.ts";
import { loopsOf, sectionsOf, toManifest } from "./values/fields.ts";
import { FormState, type FormStorage } from "./values/form_state.ts";
import { type FormDefinition, progressOf, validateForm } from "./values/form_values.ts";
import { prefilledValues } from "./values/prefill.ts";
import { stepsOf } from "./values/steps.ts";

/** Forms of so few fields do not offer to continue later. */
const FEW_FIELDS = 5;

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
  const state = new FormState(definition, initial, storageOf(session, template));
  const steps = stepsOf(sections, definition.loops, {
    untitled: texts.details,
    language: document.documentElement.lang,
  });
  const view = new FormView(state, steps);
  state.onChange(clearNote);
  const later = new Later(state, session);
  const summary = new ProblemSummary(view);
  const onProblems = (problems: ReadonlyMap<string, string>) => {
    view.setProblems(problems);
    if (problems.size > 0) summary.open();
  };
  const hasPreview = context.permissions.preview && context.form?.showPreview !== false;
  const preview = hasPreview ? new Preview({ state, session, onProblems }) : undefined;

  const canSubmit = context.permissions.submitForm;
  const submit = h("button", { class: "is-first", type: "submit" });
  const back = button(texts.steps.back, () => stepView.back());
  const mayNotSubmit = h("p", { class: "hint" }, texts.mayNotSubmit);
  const openPreview = button(texts.preview, () => void preview?.open(), { class: "only-narrow" });
  const showActions = () => {
    back.hidden = stepView.isFirst;
    openPreview.hidden = !hasPreview || !stepView.isLast;
    submit.textContent = stepView.isLast ? texts.submit : texts.steps.next;
    submit.hidden = stepView.isLast && !canSubmit;
    mayNotSubmit.hidden = !submit.hidden;
  };
  const stepView = new StepView({
    steps,
    elements: view.steps,
    validate: () => validateForm(definition, state.formValues),
    onProblems,
    onStep: showActions,
  });
  showActions();
  view.onReveal((element) => stepView.reveal(element));
  state.onChange(() => stepView.refresh());
  const bar = h(
    "div",
    { class: "action-bar" },
    createProgress(state),
    h("div", { class: "actions" }, back, openPreview, submit, mayNotSubmit),
  );
  const isOffered = canSubmit && definition.fields.length + definition.loops.length > FEW_FIELDS;
  const hasRequired = definition.fields.some(({ required }) => required);
  const form = h(
    "form",
    { class: "form", novalidate: true },
    summary.element,
    stepView.element,
    hasRequired && h("p", { class: "lead" }, texts.requiredHint),
    view.element,
    isOffered && later.element,
    bar,
  );
  const desk = h(
    "div",
    { class: preview === undefined ? "desk" : "desk has-preview" },
    form,
    later.dialog,
  );
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
    stepView.restart();
  };
  const submitForm = createSubmitter(session, state, {
    onBusy: (isBusy) => {
      submit.textContent = isBusy ? texts.submitting : texts.submit;
      submit.setAttribute("aria-disabled", String(isBusy));
      // Changes during a submission would not be submitted.
      for (const element of [view.element, stepView.element, back]) element.inert = isBusy;
    },
    onProblems,
    sessionEndAction: () =>
      state.storedUntil === undefined
        ? { label: texts.later.open, run: () => later.open() }
        : undefined,
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
      void showResult(place, render, { session, title: template.name, onBack, onAgain });
    },
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!stepView.isLast) stepView.next();
    // The Enter key submits a form of one field even without a button.
    else if (canSubmit) void submitForm();
  });
  if (!state.isRestored) return;
  if (!stepView.isOnly) stepView.resume();
  showNote(texts.restored, { label: texts.startOver, run: reset });
}

/**
 * Where the values of a form are saved: in the tab for the session, on the device for the user, who continues in
 * another session.
 */
function storageOf({ context }: EmbedSession, { id, versionNumber }: EmbedTemplate): FormStorage {
  const { sessionId, tenant, actor } = context;
  const user = [id, tenant.externalId, actor.externalId].map(encodeURIComponent).join(":");
  return {
    tabKey: `paraph:form:${sessionId}:${id}:${versionNumber}`,
    device: new DeviceCopy(user),
  };
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

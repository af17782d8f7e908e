import { byId } from "../../ui/browser/by_id.ts";
import type { EmbedTemplate } from "../../ui/browser/session/context.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { actionBar } from "./action_bar.ts";
import type { Asked } from "./answers/answers.ts";
import { separatorsOf } from "./answers/decimal_text.ts";
import { loopsOf, sectionsOf, wholeManifest } from "./answers/fields.ts";
import { FormState } from "./answers/form_state.ts";
import { answersFrom } from "./answers/prefill.ts";
import { FormView } from "./form_view.ts";
import { make } from "./icons.ts";
import { forgetNote, note } from "./notes.ts";
import { Preview } from "./preview/preview.ts";
import { Summary } from "./problem_summary.ts";
import { showResult } from "./result/result.ts";
import { handIn } from "./submit_form.ts";
import { texts } from "./texts.ts";

/** Shows the form of a published template, and hands in what is filled in. */
export function showForm(place: HTMLElement, session: EmbedSession, template: EmbedTemplate): void {
  const { context } = session;
  const manifest = wholeManifest(template.manifest);
  const sections = sectionsOf(manifest, context.catalog);
  const asked: Asked = {
    manifest,
    fields: sections.flatMap(({ fields }) => fields),
    loops: loopsOf(manifest),
    separators: separatorsOf(navigator.language),
  };
  const initial = answersFrom(asked, context.form?.prefill);
  const kept = `paraph:form:${context.sessionId}:${template.id}:${template.versionNumber}`;
  const state = new FormState(asked, initial, kept);
  const view = new FormView(state, sections);
  state.onChange(forgetNote);
  const summary = new Summary(view);
  const complain = (problems: ReadonlyMap<string, string>) => {
    view.complain(problems);
    if (problems.size > 0) summary.visit();
  };
  const mayPreview = context.permissions.preview && context.form?.showPreview !== false;
  const preview = mayPreview ? new Preview({ state, session, onProblems: complain }) : undefined;

  const form = make("form", { class: "form", novalidate: true });
  const submit = make("button", { class: "is-first", type: "submit" }, texts.submit);
  const bar = actionBar(state, submit, context.permissions.submitForm, preview);
  const hasRequired = asked.fields.some(({ required }) => required);
  form.append(
    summary.element,
    ...(hasRequired ? [make("p", { class: "lead" }, texts.requiredHint)] : []),
    view.element,
    bar,
  );
  const around = make("div", { class: "desk" }, form);
  if (preview !== undefined) {
    around.append(preview.home, preview.dialog);
    around.classList.add("has-preview");
  }
  const back = () => {
    bar.prepend(byId("status"));
    place.replaceChildren(around);
    scrollTo({ top: 0 });
  };
  back();

  const offer = handIn(session, state, {
    onBusy: (isBusy) => {
      submit.textContent = isBusy ? texts.submitting : texts.submit;
      submit.setAttribute("aria-disabled", String(isBusy));
      // What changes now would not arrive.
      view.element.inert = isBusy;
    },
    onProblems: complain,
    onAccepted: (render) => {
      preview?.end();
      document.body.append(byId("status"));
      forgetNote();
      const onBack = () => {
        // It is another attempt, not the same once more.
        state.change(state.answers);
        back();
      };
      const onAgain = () => {
        state.reset();
        view.sync();
        back();
      };
      void showResult(place, render, { session, onBack, onAgain });
    },
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Forms of one field are submitted with Enter, without any button.
    if (context.permissions.submitForm) void offer();
  });
  addEventListener("beforeunload", (event) => {
    if (state.isDirty) event.preventDefault();
  });
  if (state.isRestored) {
    const startOver = () => {
      state.reset();
      view.sync();
    };
    note(texts.restored, { label: texts.startOver, run: startOver });
  }
}

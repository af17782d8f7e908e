import {
  button,
  byId,
  h,
  labeledControl,
  replaceKeepingFocus,
  select,
} from "../../ui/browser/dom.ts";
import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import { clearStatus, showStatus } from "../../ui/browser/status.ts";
import { COMMON_TEXTS } from "../../ui/browser/texts.ts";
import type { PageState, SendBackend } from "./backend/backend.ts";
import { DocumentView } from "./fields/document.ts";
import { fieldSettings } from "./fields/field_settings.ts";
import { Palette } from "./fields/palette.ts";
import { Autosave, type SaveState } from "./model/autosave.ts";
import { readRequest, writeAccessCodes, writeRequest } from "./model/draft_request.ts";
import { type Problem, problemsOf, problemsOfIssues } from "./model/problems.ts";
import { SendState } from "./model/send_state.ts";
import { recipientName } from "./names.ts";
import { confirmSending } from "./panel/confirm.ts";
import { OptionsPanel } from "./panel/options.ts";
import { RecipientsPanel } from "./panel/recipients.ts";
import { showSent } from "./result.ts";
import { failureText, texts } from "./texts.ts";

/** Shows the document with its fields and recipients, saves the draft, and sends it. */
export async function showSend(
  place: HTMLElement,
  backend: SendBackend,
  { render, draft }: PageState,
): Promise<void> {
  // A new request has the name of its document. The sender can change it.
  const request = draft?.request ?? nameOfDocument(render);
  const state = new SendState(readRequest(request, render.signingFields));
  const recipients = new RecipientsPanel(state);
  const options = new OptionsPanel(state);
  const pages = new DocumentView(state);
  const settings = h("div", { class: "settings-place" });
  const palette = new Palette(
    state,
    () => pages.layers,
    (key) => pages.focus(key),
  );
  const preview = h("div", { class: "preview" });
  const saveState = h("p", { class: "save-state" });
  const submit = button(texts.send, () => void send(), { class: "is-first" });
  const summary = h("div", { class: "summary", role: "alert", hidden: true });
  let selectedKey: number | undefined;
  let isBusy = false;
  let shownProblems: ReadonlySet<string> = new Set();

  const autosave = new Autosave({
    draft: draft ?? undefined,
    write: () => writeRequest(state.model, render.id),
    put: backend.save,
    onState: (current, error) => showSaveState(saveState, current, error),
  });

  const showSettings = () => {
    const field = state.model.fields.find(({ key }) => key === selectedKey);
    replaceKeepingFocus(settings, ...(field === undefined ? [] : [fieldSettings(state, field)]));
  };
  const showPreview = () => {
    const choices = state.signers.map(
      ({ key }) => [String(key), recipientName(state, key)] as const,
    );
    const shown = select([["", texts.viewAll], ...choices], "", (key) => {
      pages.preview(key === "" ? undefined : Number(key));
      palette.element.inert = key !== "";
    });
    pages.preview(undefined);
    palette.element.inert = false;
    preview.replaceChildren(labeledControl(texts.viewAs, shown));
  };
  state.onChange((change) => {
    if (change === "recipients") recipients.update();
    if (change !== "values") showPreview();
    palette.update();
    pages.update();
    if (change === "fields") showSettings();
    // Solved problems disappear; new ones wait for the next attempt to send.
    if (shownProblems.size > 0) {
      const rest = problemsOf(state.model).filter((each) => shownProblems.has(nameOf(each)));
      showProblems(rest, false);
    }
    autosave.change();
  });
  pages.element.addEventListener("focusin", ({ target }) => {
    const key = target instanceof HTMLElement ? target.dataset["key"] : undefined;
    if (key === undefined) return;
    selectedKey = Number(key);
    showSettings();
  });

  /** Shows problems next to what they concern, and moves the focus to the first. */
  const showProblems = (problems: ReadonlyArray<Problem>, movesFocus = true) => {
    shownProblems = new Set(problems.map(nameOf));
    const inOptions = options.show(problems);
    const first = recipients.show(problems) ?? inOptions;
    pages.mark(new Set(problems.flatMap(({ kind, key = -1 }) => (kind === "field" ? [key] : []))));
    const others = problems.flatMap(({ kind, message }) => {
      if (kind !== "other") return [texts.problems.field];
      return message === undefined ? [] : [message];
    });
    summary.hidden = problems.length === 0;
    summary.replaceChildren(
      h("strong", {}, texts.fixFirst),
      ...[...new Set(others)].map((text) => h("p", {}, text)),
    );
    if (movesFocus) first?.focus();
  };

  const fail = (error: unknown) => {
    if (!(error instanceof CallFailed)) {
      showStatus(texts.failures.unknown);
      return;
    }
    if (error.code === "invalid_request")
      showProblems(problemsOfIssues(error.issues.fieldErrors, state.model));
    showStatus(failureText(error.status, error.code));
  };

  const setBusy = (busy: boolean) => {
    isBusy = busy;
    submit.textContent = busy ? texts.sending : texts.send;
    submit.setAttribute("aria-disabled", String(busy));
  };

  async function send(): Promise<void> {
    if (isBusy) return;
    clearStatus();
    const problems = problemsOf(state.model);
    showProblems(problems);
    if (problems.length > 0 || !(await confirmSending(state))) return;
    setBusy(true);
    try {
      const draftId = await autosave.flush();
      const id = await backend.send(draftId, writeAccessCodes(state.model));
      autosave.stop();
      document.body.append(byId("status"));
      showSent(place, state, backend.onSent(id, render.id));
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  const help = h("p", { class: "hint", id: "field-help" }, texts.fieldHelp);
  place.replaceChildren(
    h(
      "div",
      { class: "desk" },
      h("div", { class: "panel" }, summary, recipients.element, options.element),
      h(
        "div",
        { class: "paper" },
        h("div", { class: "tools" }, palette.element, settings, help),
        preview,
        pages.element,
      ),
    ),
    h("div", { class: "action-bar" }, byId("status"), saveState, submit),
  );
  showPreview();
  await pages.show(await backend.document(), (layer, page) => palette.onPageClick(layer, page));
  showPreview();
}

/** The name of a request for a document; none if it has no file name and no template. */
function nameOfDocument({ filename, templateName }: PageState["render"]): { name?: string } {
  const name = filename?.replace(/\.pdf$/iu, "") ?? templateName ?? "";
  return name === "" ? {} : { name: name.slice(0, 255) };
}

function nameOf({ kind, key }: Problem): string {
  return `${kind} ${key ?? ""}`;
}

function showSaveState(
  element: HTMLElement,
  state: SaveState,
  error: CallFailed | undefined,
): void {
  element.textContent = texts.saveStates[state];
  if (state === "conflict")
    showStatus(texts.failures.changed, { label: texts.reload, run: () => location.reload() });
  else if (state === "failed")
    showStatus(error === undefined ? COMMON_TEXTS.tryAgain : failureText(error.status, error.code));
}

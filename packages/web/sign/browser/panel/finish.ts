import { byId, inputById } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { send } from "../calls.ts";
import { dateFormatOf } from "../draft/date_format.ts";
import {
  toLocalDate,
  toFinishRequest,
  missingFields,
  type Progress,
  progressOf,
} from "../draft/draft.ts";
import type { Form } from "../draft/form.ts";
import { endSigning } from "../end.ts";
import type { FieldView } from "../fields/field_view.ts";
import type { Adopt } from "../signature/adopt.ts";
import { TEXTS } from "../texts.ts";
import { showConsentProblem } from "./consent_problem.ts";
import { Guide } from "./guide.ts";

/** The parts of the page that finishing uses. */
export interface Parts {
  readonly form: Form;
  readonly adopt: Adopt;
  readonly views: ReadonlyArray<FieldView>;
  /** The URL that finishes signing. */
  readonly url: string;
}

/** Shows the progress, leads from field to field with one button, and submits the draft once with it. */
export function setUpFinish(parts: Parts): void {
  const { form, views } = parts;
  const [button, consent] = [byId("primary"), inputById("consent")];
  const guide = new Guide(parts);
  let isSending = false;
  const finish = async () => {
    if (isSending) return;
    showProblem("");
    isSending = true;
    setBusy(true);
    if (!(await submit(parts))) {
      isSending = false;
      setBusy(false);
    }
  };
  button.addEventListener("click", () => {
    if (isReady(form)) void finish();
    else guide.next();
  });
  button.removeAttribute("aria-disabled");
  consent.addEventListener("change", () => form.change({ consent: consent.checked }));
  for (const { element } of views) {
    element.addEventListener("keydown", ({ key, target }) => {
      if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
      if (isReady(form)) button.focus();
      else guide.next();
    });
  }
  form.show(() => {
    const { draft, ceremony } = form;
    const progress = progressOf(draft, ceremony);
    const [label, text] = [labelOf(form, guide.hasStarted), progressText(progress, draft.consent)];
    if (button.textContent !== label) button.textContent = label;
    if (byId("progress").textContent !== text) byId("progress").textContent = text;
    const bar = byId("progress-bar");
    bar.setAttribute("max", String(progress.count + 1));
    bar.setAttribute("value", String(progress.count - progress.left + (draft.consent ? 1 : 0)));
    if (consent.checked !== draft.consent) consent.checked = draft.consent;
    if (draft.consent) showConsentProblem("");
    byId("panel").classList.toggle("is-ready", isReady(form));
  });
}

/** Whether nothing is missing. */
function isReady({ draft, ceremony }: Form): boolean {
  return draft.consent && missingFields(draft, ceremony).length === 0;
}

function labelOf(form: Form, hasStarted: boolean): string {
  const { start, next, finish } = TEXTS.primary;
  if (isReady(form)) return finish;
  return hasStarted ? next : start;
}

function progressText({ left, count }: Progress, isAgreed: boolean): string {
  const { ready, noFields, agree, fields } = TEXTS.progress;
  if (left > 0) return format(fields, { left, count });
  if (isAgreed) return ready;
  return count === 0 ? noFields : agree;
}

/** Submits the draft; returns whether the page reloads. */
async function submit({ form, adopt, views, url }: Parts): Promise<boolean> {
  const today = {
    date: toLocalDate(new Date()),
    dateFormat: dateFormatOf(),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const outcome = await send(url, toFinishRequest(form.draft, form.ceremony, today));
  if (outcome.kind === "failed") showProblem(outcome.message);
  if (outcome.kind === "invalid") showProblems(outcome.problems, { adopt, views });
  if (outcome.kind === "done") form.forget();
  const hasEnded = outcome.kind === "done" || outcome.kind === "closed";
  // The server's page shows the current state.
  if (hasEnded) endSigning(outcome.kind === "done" ? "signed" : "closed", form.ceremony.requestId);
  return hasEnded;
}

/** Shows the server's problems at their fields, and goes to the first. */
function showProblems(
  problems: ReadonlyMap<string, string>,
  { adopt, views }: Pick<Parts, "adopt" | "views">,
): void {
  const rest = new Map(problems);
  const take = (path: string) => {
    const entries = [...rest].filter(([each]) => each === path || each.startsWith(`${path}.`));
    for (const [each] of entries) rest.delete(each);
    return entries.map(([, sentence]) => sentence).join(" ");
  };
  let first: FieldView | undefined;
  for (const view of views) {
    const sentence = take(`values.${view.field.id}`);
    if (sentence === "") continue;
    view.problem(sentence);
    first ??= view;
  }
  adopt.problem(take("signature"));
  adopt.initialsProblem(take("initials"));
  showConsentProblem(take("consent"));
  const others = [...rest.values()].join(" ");
  showProblem(
    format(TEXTS.submit.failed, { problem: others === "" ? TEXTS.submit.checkFields : others }),
  );
  first?.visit();
}

function showProblem(sentence: string): void {
  byId("problem").textContent = sentence;
}

function setBusy(isBusy: boolean): void {
  byId("primary").classList.toggle("is-busy", isBusy);
  if (isBusy) byId("primary").setAttribute("aria-disabled", "true");
  else byId("primary").removeAttribute("aria-disabled");
}

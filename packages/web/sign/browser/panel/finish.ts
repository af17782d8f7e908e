import { byId, inputById } from "../../../ui/browser/dom.ts";
import { format } from "../../../ui/browser/texts.ts";
import { send } from "../calls.ts";
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

/** The parts of the page that finishing uses. */
export interface Parts {
  readonly form: Form;
  readonly adopt: Adopt;
  readonly views: ReadonlyArray<FieldView>;
  /** The URL that finishes signing. */
  readonly url: string;
}

/** Shows the progress, leads to the next field, and submits the draft once. */
export function setUpFinish(parts: Parts): void {
  const { form, views } = parts;
  const [button, next, consent] = [byId("finish"), byId("next"), inputById("consent")];
  let isSending = false;
  const finish = async () => {
    if (isSending) return;
    showProblem("");
    if (!isComplete(parts)) return;
    isSending = true;
    setBusy(true);
    if (!(await submit(parts))) {
      isSending = false;
      setBusy(false);
    }
  };
  button.addEventListener("click", () => void finish());
  button.removeAttribute("aria-disabled");
  consent.addEventListener("change", () => form.change({ consent: consent.checked }));
  let visitedIndex = -1;
  next.addEventListener("click", () => {
    const missing = new Set(missingFields(form.draft, form.ceremony));
    const open = views.filter(({ field }) => missing.has(field));
    const view = open.find((each) => views.indexOf(each) > visitedIndex) ?? open[0];
    if (view === undefined) goTo(consent);
    else {
      visitedIndex = views.indexOf(view);
      view.visit();
    }
  });
  form.show(() => {
    const { draft, ceremony } = form;
    const missing = missingFields(draft, ceremony).length;
    const requiredCount = ceremony.fields.filter((field) => field.required).length;
    const text = progressText(progressOf(draft, ceremony), draft.consent);
    if (byId("progress").textContent !== text) byId("progress").textContent = text;
    const bar = byId("progress-bar");
    bar.setAttribute("max", String(requiredCount + 1));
    bar.setAttribute("value", String(requiredCount - missing + (draft.consent ? 1 : 0)));
    next.hidden = missing === 0 && draft.consent;
    if (consent.checked !== draft.consent) consent.checked = draft.consent;
    if (draft.consent) showConsentProblem("");
    byId("panel").classList.toggle("is-ready", missing === 0 && draft.consent);
  });
}

/** Shows what is missing and goes to the first; returns whether nothing is. */
function isComplete({ form, adopt, views }: Parts): boolean {
  const missing = new Set(missingFields(form.draft, form.ceremony));
  for (const { field, problem } of views) if (missing.has(field)) problem(missingText(field));
  showConsentProblem(form.draft.consent ? "" : TEXTS.consent.missing);
  const first = views.find(({ field }) => missing.has(field));
  if (first === undefined) {
    if (!form.draft.consent) goTo(inputById("consent"));
    return form.draft.consent;
  }
  if (first.field.type === "signature" || first.field.type === "initial") {
    const { isDrawn } = form.draft;
    adopt.visit(isDrawn ? TEXTS.mark.drawMissing : TEXTS.mark.typeMissing);
  } else first.visit();
  return false;
}

function progressText({ filledCount, count }: Progress, isAgreed: boolean): string {
  const { ready, noFields, fields } = TEXTS.progress;
  if (count === 0) return isAgreed ? ready : noFields;
  return format(fields, { filled: filledCount, count });
}

function missingText({ type, options }: FieldView["field"]): string {
  const { signature, initial, checkbox, choice, text } = TEXTS.fields.problems;
  if (type === "signature") return signature;
  if (type === "initial") return initial;
  if (type === "checkbox") return checkbox;
  return options.length > 0 ? choice : text;
}

/** Submits the draft; returns whether the page reloads. */
async function submit({ form, adopt, views, url }: Parts): Promise<boolean> {
  const outcome = await send(
    url,
    toFinishRequest(form.draft, form.ceremony, toLocalDate(new Date())),
  );
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

function showConsentProblem(sentence: string): void {
  byId("consent-error").textContent = sentence;
  if (sentence === "") inputById("consent").removeAttribute("aria-invalid");
  else inputById("consent").setAttribute("aria-invalid", "true");
}

function setBusy(isBusy: boolean): void {
  byId("finish").classList.toggle("is-busy", isBusy);
  if (isBusy) byId("finish").setAttribute("aria-disabled", "true");
  else byId("finish").removeAttribute("aria-disabled");
}

function goTo(element: HTMLElement): void {
  element.scrollIntoView({ block: "center" });
  element.focus({ preventScroll: true });
}

import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import { postToParent } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { clearNote, showNote, type StatusAction } from "../../ui/browser/status.ts";
import type { SubmittedRender } from "./result/render_outcome.ts";
import { failureText } from "./texts.ts";
import type { FormState } from "./values/form_state.ts";
import { toData, validateForm } from "./values/form_values.ts";

/** The listeners of a submission. */
export interface SubmitEvents {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onProblems: (problems: ReadonlyMap<string, string>) => void;
  readonly onAccepted: (render: SubmittedRender) => void;
  /** Returns what the user can do when the session has ended. */
  readonly sessionEndAction: () => StatusAction | undefined;
}

/** Returns a function that validates and submits the values. While it runs, a second call does nothing. */
export function createSubmitter(
  session: EmbedSession,
  state: FormState,
  { onBusy, onProblems, onAccepted, sessionEndAction }: SubmitEvents,
): () => Promise<void> {
  let isSending = false;
  const send = async () => {
    const { definition, formValues, submission } = state;
    const path = `/v1/embed/form-submit/${session.context.sessionId}`;
    const body = { data: toData(definition, formValues) };
    state.save();
    const response = await session.call("POST", path, body, { idempotencyKey: submission });
    const render: SubmittedRender = await response.json();
    postToParent({ type: "paraph:submitted", renderId: render.id, status: render.status });
    state.forget();
    onAccepted(render);
  };
  return async () => {
    if (isSending) return;
    clearNote();
    const problems = validateForm(state.definition, state.formValues);
    onProblems(problems);
    if (problems.size > 0) return;
    isSending = true;
    onBusy(true);
    try {
      await send();
    } catch (error) {
      const failure = error instanceof CallFailed ? error : new CallFailed(0, "network", "");
      showFailure(failure, onProblems, failure.status === 401 ? sessionEndAction() : undefined);
    } finally {
      isSending = false;
      onBusy(false);
    }
  };
}

/** Shows a refusal at the fields that it names, any other failure in a note. */
function showFailure(
  failure: CallFailed,
  onProblems: SubmitEvents["onProblems"],
  action: StatusAction | undefined,
): void {
  const { fieldErrors, formErrors } = failure.issues;
  const entries = Object.entries(fieldErrors).map(
    ([path, messages]) => [path.replace(/^data\./u, ""), messages.join(" ")] as const,
  );
  const whole = formErrors.length === 0 ? [] : [["", formErrors.join(" ")] as const];
  if (entries.length + whole.length > 0) {
    onProblems(new Map([...whole, ...entries]));
    return;
  }
  postToParent({ type: "paraph:error", code: failure.code, message: failure.message });
  showNote(failureText(failure.status, failure.code), action);
}

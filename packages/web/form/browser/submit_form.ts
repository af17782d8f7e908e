import { CallFailed } from "../../ui/browser/session/call_failed.ts";
import { tell } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { dataFrom, problemsOf } from "./answers/answers.ts";
import type { FormState } from "./answers/form_state.ts";
import { forgetNote, note } from "./notes.ts";
import type { SentRender } from "./result/render_outcome.ts";
import { failureText } from "./texts.ts";

/** Who hears how handing in goes. */
export interface HandInEvents {
  readonly onBusy: (isBusy: boolean) => void;
  readonly onProblems: (problems: ReadonlyMap<string, string>) => void;
  readonly onAccepted: (render: SentRender) => void;
}

/** Hands in what is filled in: once, however often it is asked to. */
export function handIn(
  session: EmbedSession,
  state: FormState,
  { onBusy, onProblems, onAccepted }: HandInEvents,
): () => Promise<void> {
  let isSending = false;
  const send = async () => {
    const { asked, answers, submission } = state;
    const path = `/v1/embed/form-submit/${session.context.sessionId}`;
    const body = { data: dataFrom(asked, answers) };
    state.keep();
    const answer = await session.call("POST", path, body, { idempotencyKey: submission });
    const render: SentRender = await answer.json();
    tell({ type: "paraph:submitted", renderId: render.id, status: render.status });
    state.forget();
    onAccepted(render);
  };
  return async () => {
    if (isSending) return;
    forgetNote();
    const problems = problemsOf(state.asked, state.answers);
    onProblems(problems);
    if (problems.size > 0) return;
    isSending = true;
    onBusy(true);
    try {
      await send();
    } catch (fault) {
      const failure = fault instanceof CallFailed ? fault : new CallFailed(0, "network", "");
      refuse(failure, onProblems);
    } finally {
      isSending = false;
      onBusy(false);
    }
  };
}

/** Says why something was not taken, where it is wrong if that is known. */
function refuse(failure: CallFailed, onProblems: HandInEvents["onProblems"]): void {
  const { fieldErrors, formErrors } = failure.issues;
  const entries = Object.entries(fieldErrors).map(
    ([path, messages]) => [path.replace(/^data\./u, ""), messages.join(" ")] as const,
  );
  const whole = formErrors.length === 0 ? [] : [["", formErrors.join(" ")] as const];
  if (entries.length + whole.length > 0) {
    onProblems(new Map([...whole, ...entries]));
    return;
  }
  tell({ type: "paraph:error", code: failure.code, message: failure.message });
  note(failureText(failure.status, failure.code));
}

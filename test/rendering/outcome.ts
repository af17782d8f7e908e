import { Effect } from "effect";

import { publish, render, type Submission } from "./publish.ts";

/** The outcome of a document, in the contract's codes. */
export interface Outcome {
  readonly code: string;
  /** The path of an invalid value, or why a file cannot be read. */
  readonly detail: string;
  readonly bytes: Uint8Array | undefined;
}

/** Publishes a layout and renders it with its data; returns the outcome. */
export const outcomeOf = (submission: Submission) =>
  Effect.gen(function* () {
    const { bytes } = yield* render(yield* publish(submission), submission.data);
    const outcome: Outcome = { code: "succeeded", detail: "", bytes };
    return outcome;
  }).pipe(
    Effect.catch((error) => {
      const failureOutcome = (code: string, detail: string): Outcome => ({
        code,
        detail,
        bytes: undefined,
      });
      switch (error._tag) {
        case "invalid_request":
        case "invalid_input_data":
          return Effect.succeed(
            failureOutcome(error._tag, error.issues.map(({ path }) => path).join(" ")),
          );
        case "render_fault":
          return Effect.succeed(failureOutcome(error.code, error.message));
        case "unreadable_asset":
          // Publishing reports it under the path of the field with the file.
          return Effect.succeed(failureOutcome("invalid_request", error.message));
        default:
          return Effect.succeed(failureOutcome(error._tag, error.message));
      }
    }),
  );

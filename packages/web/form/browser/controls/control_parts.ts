import type { Answer } from "../answers/answers.ts";
import type { Separators } from "../answers/decimal_text.ts";
import type { FormField } from "../answers/fields.ts";
import { make } from "../icons.ts";

/** What a control needs, and whom it tells. */
export interface ControlOptions {
  readonly separators: Separators;
  readonly onAnswer: (answer: Answer) => void;
  /** Hears that somebody has finished with it. */
  readonly onLeave: () => void;
  /** Hears of something that is wrong before it could become an answer. */
  readonly onProblem: (problem: string) => void;
}

/** What is special about a kind of control. */
export interface ControlParts {
  readonly input: HTMLElement;
  /** The input with what surrounds it. */
  readonly body: HTMLElement;
  readonly show: (answer: Answer | undefined) => void;
  /** Whether the label stands beside it, in the body. */
  readonly hasOwnLabel?: boolean;
  readonly isWide: boolean;
}

/** What a field is called, and that it is required; ears hear that from the control. */
export function labelOf({ label, required, dataType }: FormField, id: string): HTMLElement {
  const star = make("span", { class: "star", "aria-hidden": "true" }, " *");
  const isMarked = required && dataType !== "boolean";
  return make("label", { for: id }, make("bdi", {}, label), ...(isMarked ? [star] : []));
}

import type { Separators } from "../values/decimal_text.ts";
import type { ControlValue } from "../values/form_values.ts";

/** The listeners of a control. */
export interface ControlOptions {
  readonly separators: Separators;
  readonly onValue: (controlValue: ControlValue) => void;
  /** Called when the user has finished with the control. */
  readonly onLeave: () => void;
  /** Called with a problem of input that cannot become a value. */
  readonly onProblem: (problem: string) => void;
}

/** The parts of a control that depend on the data type. */
export interface ControlParts {
  readonly input: HTMLElement;
  /** The input with everything around it. */
  readonly body: HTMLElement;
  readonly show: (controlValue: ControlValue | undefined) => void;
  /** Whether the body contains the label. */
  readonly hasOwnLabel?: boolean;
  readonly isWide: boolean;
}

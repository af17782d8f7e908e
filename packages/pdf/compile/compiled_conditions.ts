import type { Code } from "@paraph/core/expressions";

/** The conditions of an element that are expressions. */
export interface CompiledConditions {
  readonly when?: Code;
  readonly unless?: Code;
}

export { Accumulator } from "./accumulator.ts";
export { checkExpression, type CheckedExpression, conditionProblem, runningName } from "./check.ts";
export type { Code, EachFunction } from "./code.ts";
export { evaluateExpression } from "./evaluate.ts";
export { dataTypeOf } from "./functions/text_functions.ts";
export { keysInExpression, renameInExpression } from "./keys.ts";
export { ExpressionLimit } from "./limits.ts";
export { parseExpression } from "./parse.ts";
export { printExpressionValue, printProblem } from "./print.ts";
export {
  type ExpressionScope,
  type ManifestNames,
  scopeOf,
  withColumn,
  withGroup,
  withPath,
  withRow,
} from "./scope.ts";
export type { BinaryOperator, ExpressionProblem, Span, Syntax } from "./syntax.ts";
export { decimalOf, isDecimal, type Value } from "./value.ts";
export { nameOfType, type ValueType } from "./value_type.ts";

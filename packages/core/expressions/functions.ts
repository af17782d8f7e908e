import { dateFunctions } from "./functions/date_functions.ts";
import type { FunctionRule } from "./functions/function_rule.ts";
import { listFunctions } from "./functions/list_functions.ts";
import { numberFunctions } from "./functions/number_functions.ts";
import { textFunctions } from "./functions/text_functions.ts";

/** All functions by name. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map(
  Object.entries({ ...numberFunctions, ...textFunctions, ...dateFunctions, ...listFunctions }),
);

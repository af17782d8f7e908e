import { withColumn, withGroup } from "@paraph/core/expressions";
import type { LoopDefinition } from "@paraph/core/manifests";

import { fullManifest } from "../data/definitions.ts";
import type { ExpressionInputOptions } from "../expressions/expression_input.ts";
import type { TemplateModel } from "../template/model.ts";

/** The names and the sample data of expressions on the rows of a table: its first row is `row`. */
export function rowSample(
  model: TemplateModel,
  loop: LoopDefinition,
  isOfGroup = false,
): ReturnType<ExpressionInputOptions["sample"]> {
  const { index, definitions, sampleScope } = model;
  const rows = sampleScope.data.loops[loop.key] ?? [];
  const [row = {}] = rows;
  return {
    scope: isOfGroup ? withGroup(index, loop) : withColumn(index, loop),
    data: sampleScope.data,
    locals: isOfGroup ? { row, group: rows } : { row },
    manifest: fullManifest(definitions),
    row: loop,
  };
}

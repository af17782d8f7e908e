import { withColumn, withGroup } from "@paraph/core/expressions";
import type { LoopDefinition } from "@paraph/core/manifests";

import type { ExpressionInputOptions } from "../expressions/expression_input.ts";
import type { TemplateModel } from "../template/model.ts";

/** The names and the sample data of expressions on the rows of a table: its first row is `row`. */
export function rowSample(
  model: TemplateModel,
  loop: LoopDefinition,
  isOfGroup = false,
): ReturnType<ExpressionInputOptions["sample"]> {
  const { index, data, locals } = model.place;
  const rows = data.loops[loop.key] ?? [];
  const [row = {}] = rows;
  return {
    scope: isOfGroup ? withGroup(index, loop) : withColumn(index, loop),
    data,
    locals: { ...locals, ...(isOfGroup ? { row, group: rows } : { row }) },
    manifest: model.shownSample.manifest,
    row: loop,
  };
}

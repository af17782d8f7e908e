import { layoutFormatProblem } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import type { ManifestIndex } from "../model/layout_binding.ts";
import { parseText } from "../model/placeholder.ts";

/** The problems of placeholders in a static text. */
export function textProblems(
  path: string,
  text: string | null | undefined,
  index: ManifestIndex,
): ReadonlyArray<Issue> {
  return parseText(text ?? "").flatMap((part) => {
    if (part.kind !== "value") return [];
    const variable = index.variables.get(part.key);
    if (variable === undefined) {
      const message = index.loops.has(part.key)
        ? `"${part.key}" is a list of rows, which text cannot show`
        : `The manifest has no "${part.key}"`;
      return [{ path, message }];
    }
    if (variable.dataType === "image")
      return [{ path, message: `"${part.key}" is an image, which text cannot show` }];
    const problem =
      part.format === undefined ? undefined : layoutFormatProblem(part.format, variable.dataType);
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

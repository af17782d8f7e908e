import { scopeOf } from "@paraph/core/expressions";
import { checkInputData, type InputData, type Manifest, sampleData } from "@paraph/core/manifests";
import { Result } from "effect";

import type { SampleScope } from "../expressions/live_result.ts";
import { parseSample } from "./sample_text.ts";

const NO_DATA: InputData = { values: {}, loops: {} };

/** The sample data that the user has written; `undefined` without any. */
export function writtenSample(text: string): Readonly<Record<string, unknown>> | undefined {
  const read = parseSample(text);
  return read.kind === "data" ? read.data : undefined;
}

/** The names of a manifest, with the written sample data if it is valid, or else with generated values. */
export function sampleScope(manifest: Manifest, text: string): SampleScope {
  const written = writtenSample(text);
  const own = written === undefined ? undefined : checkInputData(manifest, written);
  const data =
    own !== undefined && Result.isSuccess(own)
      ? own.success
      : Result.getOrElse(checkInputData(manifest, sampleData(manifest)), () => NO_DATA);
  return { scope: scopeOf(manifest), data };
}

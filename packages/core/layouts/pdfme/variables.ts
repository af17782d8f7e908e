import { Result, type Schema } from "effect";

import { checkValue, type DataType, type VariableDefinition } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { typeOfSamples } from "./sample_type.ts";

/** A variable of the manifest to be. Without a data type, its samples tell it. */
interface Variable {
  readonly key: string;
  readonly label: string;
  readonly samples: Array<string>;
  dataType: DataType | undefined;
  format: string | undefined;
  required: boolean;
}

/** The variables of an imported template, in the order of their first use. */
export class Variables {
  readonly #byKey = new Map<string, Variable>();

  /** The variable of a key; a new one has this label. */
  of(key: string, label: string): Variable {
    const existing = this.#byKey.get(key);
    if (existing !== undefined) return existing;
    const variable: Variable = {
      key,
      label: short(label),
      samples: [],
      dataType: undefined,
      format: undefined,
      required: false,
    };
    this.#byKey.set(key, variable);
    return variable;
  }

  definitions(): ReadonlyArray<VariableDefinition> {
    return [...this.#byKey.values()].map((variable) => ({
      key: variable.key,
      label: variable.label,
      dataType: typeOf(variable),
      required: variable.required,
      ...(variable.format === undefined ? {} : { format: variable.format }),
    }));
  }

  /** The first sample of each variable, without those that are invalid. */
  samples(): {
    readonly samples: ReadonlyArray<readonly [key: string, sample: Schema.Json]>;
    readonly changes: ReadonlyArray<Issue>;
  } {
    const changes: Array<Issue> = [];
    const samples = [...this.#byKey.values()].flatMap((variable) => {
      const { key } = variable;
      const sample = variable.samples.find((each) => each !== "");
      if (sample === undefined) return [];
      const dataType = typeOf(variable);
      if (Result.isSuccess(checkValue(dataType, sample)))
        return [[key, dataType === "boolean" ? sample === "true" : sample] as const];
      const expected = dataType === "image" ? "a PNG or JPEG" : `a ${dataType}`;
      changes.push({ path: key, message: `Left out the sample: it is not ${expected}` });
      return [];
    });
    return { samples, changes };
  }
}

function typeOf({ dataType, samples }: Variable): DataType {
  return dataType ?? typeOfSamples(samples);
}

/** A label, shortened to the maximum length. */
export function short(label: string): string {
  return label.slice(0, 160).toWellFormed();
}

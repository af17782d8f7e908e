import { nearestName } from "@paraph/core/manifests";
import type { Issue } from "@paraph/core/values";
import { Data, Effect, Logger, Schema } from "effect";

import {
  decodeSettings,
  deploymentOf,
  OPTION_FIELDS,
  type SettingOptions,
} from "./settings/mod.ts";

const Logs = Schema.declare(
  (value): value is Logger.Logger<unknown, unknown> => Logger.isLogger(value),
  { expected: "a logger of Effect" },
);

const PROGRAM_FIELDS = {
  /** Whether this process runs workers; `true` by default. */
  work: Schema.optional(Schema.Boolean),
  /** Where logs go; lines on standard error by default. */
  logger: Schema.optional(Logs),
};

/**
 * The options of an embedded Paraph: the environment variables of a server, named in camelCase, as plain values
 * and with the same defaults. `undefined` means the default.
 */
export const ParaphOptions = Schema.Struct({ ...OPTION_FIELDS, ...PROGRAM_FIELDS });
export type ParaphOptions = SettingOptions & {
  readonly [Name in keyof typeof PROGRAM_FIELDS]?: (typeof PROGRAM_FIELDS)[Name]["Encoded"];
};

/** One or more options are not valid. The message and `issues` list them all. */
export class WrongOptions extends Data.TaggedError("wrong_options")<{
  readonly message: string;
  readonly issues: ReadonlyArray<Issue>;
}> {}

const decode = decodeSettings(ParaphOptions, (name, value) => [name, value].join(" ").trim());

/** The deployment that options describe, with defaults filled in. Errors never contain values. */
export const readOptions = (options: ParaphOptions) =>
  Effect.mapBoth(Effect.fromResult(decode(options)), {
    onSuccess: (values) => deploymentOf(values),
    onFailure: (problems) => {
      const issues = problems.map(({ path, message }) => ({
        path,
        message: isOption(path) ? message : unknownOption(path),
      }));
      const lines = issues.map(({ path, message }) => `\n  ${path || "options"}: ${message}`);
      return new WrongOptions({ message: `The options are wrong${lines.join("")}`, issues });
    },
  });

const isOption = (path: string) =>
  path === "" || Object.hasOwn(ParaphOptions.fields, path.split(".")[0] ?? "");

function unknownOption(name: string): string {
  const nearest = nearestName(name, Object.keys(ParaphOptions.fields));
  return nearest === undefined
    ? "Unknown option; allowed: those of ParaphOptions"
    : `Unknown option. Did you mean "${nearest}"?`;
}

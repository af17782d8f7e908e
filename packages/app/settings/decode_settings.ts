import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { Predicate, Result, Schema } from "effect";

import type { Setting } from "./setting.ts";
import { SETTINGS } from "./table.ts";

/** How messages name a setting, and a value that it has. */
export type NameSetting = (name: string, value: string) => string;

/** Decodes plain values, or fails with all problems by the name of the setting. Messages never contain secrets. */
export function decodeSettings<A, B>(schema: Schema.Codec<A, B>, nameOf: NameSetting) {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" });
  return (plain: unknown): Result.Result<A, ReadonlyArray<Issue>> => {
    const missing = Predicate.isReadonlyObject(plain) ? missingSettings(plain, nameOf) : [];
    const result = Result.mapError(decode(plain), ({ issue }) => [
      ...issuesOfSchema(issue),
      ...missing,
    ]);
    return missing.length > 0 && Result.isSuccess(result) ? Result.fail(missing) : result;
  };
}

/** The settings that are missing because of others. */
function missingSettings(
  plain: Readonly<Record<PropertyKey, unknown>>,
  nameOf: NameSetting,
): ReadonlyArray<Issue> {
  const settings: Readonly<Record<string, Setting>> = SETTINGS;
  return Object.entries(settings).flatMap(([path, { neededBy = {} }]) =>
    Object.entries(neededBy)
      .filter(([name, value]) => {
        const dependent = plain[name];
        const needsIt =
          Predicate.isString(dependent) && dependent.startsWith(value.replace("…", ""));
        return needsIt && plain[path] === undefined;
      })
      .map(([name, value]) => ({ path, message: `Is missing; ${nameOf(name, value)} needs it` })),
  );
}

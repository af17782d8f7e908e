import * as path from "node:path";

import { Option, Predicate } from "effect";

/** A file with fields: the flag or argument that names it, and its path. */
export interface InputFile {
  readonly file: string;
}

/**
 * The flag, argument or file that a field of the API comes from, by the dotted path of the field. A longer
 * path takes precedence; the empty path is for all other fields.
 */
export type FieldNames = Readonly<Record<string, string | InputFile | undefined>>;

/** Maps the path of a field of the API to its name on the command line. */
export type InputNames = (path: string) => string;

/** For commands without input. */
export const noNames: InputNames = (path) => path;

/** The file of a flag or an argument, as messages name it. */
export const inFile = (flag: string, file: string): InputFile => ({
  file: `${flag} ${file === "-" ? "(standard input)" : displayPath(file)}`,
});

/** A path below the working directory without that directory, as people write it. */
function displayPath(file: string): string {
  const relative = path.relative("", file);
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative)
    ? file
    : relative;
}

/** A place in a file: a JSON pointer (RFC 6901). */
export function placeIn(file: string, path: string): string {
  if (path === "") return file;
  const steps = path.split(".").map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `${file} at /${steps.join("/")}`;
}

/** Names fields by a table; a field that is in none of its entries keeps its path. */
export function inputNames(fields: FieldNames): InputNames {
  return (path) => {
    const steps = path.split(".");
    for (let length = steps.length; length >= 0; length -= 1) {
      const prefix = steps.slice(0, length).join(".");
      const name = Object.hasOwn(fields, prefix) ? fields[prefix] : undefined;
      if (name === undefined) continue;
      return Predicate.isString(name) ? name : placeIn(name.file, steps.slice(length).join("."));
    }
    return path;
  };
}

/**
 * The names of fields whose names are keys of a command's configuration, and of others by a table. If the
 * table has a file for all other fields, the fields of flags that are not set are in that file.
 */
export function fieldNames(
  config: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
  others: FieldNames = {},
): FieldNames {
  const hasFile = Object.hasOwn(others, "");
  const own = Object.entries(config).flatMap(([key, parameter]) => {
    const name = parameterName(parameter);
    return name === undefined || (hasFile && !isSet(input[key])) ? [] : [[key, name] as const];
  });
  return { ...Object.fromEntries(own), ...others };
}

function isSet(value: unknown): boolean {
  if (Option.isOption(value)) return Option.isSome(value);
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** Combinators of the library wrap a parameter as their `param`. */
function parameterName(parameter: unknown): string | undefined {
  if (!Predicate.isObject(parameter)) return undefined;
  const { _tag, kind, name, param } = parameter;
  if (_tag !== "Single") return parameterName(param);
  return kind === "argument" ? `<${String(name)}>` : `--${String(name)}`;
}

/** The same issues under the names of the command line. */
export function renamedIssues(issues: unknown, names: InputNames): unknown {
  if (!Predicate.isObject(issues) || !Predicate.isObject(issues["fieldErrors"])) return issues;
  const messagesByName = new Map<string, Array<unknown>>();
  for (const [path, messages] of Object.entries(issues["fieldErrors"])) {
    const name = names(path);
    messagesByName.set(name, [
      ...(messagesByName.get(name) ?? []),
      ...(Array.isArray(messages) ? messages : []),
    ]);
  }
  return { ...issues, fieldErrors: Object.fromEntries(messagesByName) };
}

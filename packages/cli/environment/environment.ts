import * as fs from "node:fs";
import * as path from "node:path";
import { parseEnv } from "node:util";

import { ConfigProvider, Context, Layer, Predicate } from "effect";

import { unknownVariables } from "./unknown_variables.ts";

/** The environment variables of a command, and the file that adds some of them. */
export interface Environment {
  readonly variables: Readonly<Record<string, string>>;
  /** The path of the `.env` file, if there is one. */
  readonly file: string | undefined;
  /** Why the `.env` file cannot be read. */
  readonly problem: string | undefined;
}

const EMPTY: Environment = { variables: {}, file: undefined, problem: undefined };

/** The environment of the running command. */
export const CommandEnvironment = Context.Reference<Environment>("paraph/CommandEnvironment", {
  defaultValue: () => EMPTY,
});

/** The file in the working directory that adds environment variables. */
export const ENV_FILE = ".env";

/**
 * Reads the `.env` file of a folder. A variable of the process takes precedence over the same one in the
 * file, unless it is empty.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  folder: string,
): Environment {
  const own = Object.entries(variables).filter((entry): entry is [string, string] =>
    Predicate.isNotNullish(entry[1]),
  );
  const file = path.join(folder, ENV_FILE);
  const { text, problem } = readFile(file);
  const fileVariables = text === undefined ? {} : parseEnv(text);
  return {
    variables: {
      ...Object.fromEntries(own.filter(([, value]) => value.trim() === "")),
      ...Object.fromEntries(
        Object.entries(fileVariables).filter((entry): entry is [string, string] =>
          Predicate.isNotNullish(entry[1]),
        ),
      ),
      ...Object.fromEntries(own.filter(([, value]) => value.trim() !== "")),
    },
    file: text === undefined ? undefined : file,
    problem,
  };
}

function readFile(file: string): { readonly text?: string; readonly problem?: string } {
  try {
    return { text: fs.readFileSync(file, "utf8") };
  } catch (error) {
    const code = Predicate.hasProperty(error, "code") ? String(error.code) : "unknown reason";
    // A folder of this name is that of another program, such as a virtual environment.
    return code === "ENOENT" || code === "EISDIR"
      ? {}
      : { problem: `${file} cannot be read (${code})` };
  }
}

/** Provides an environment to a command and to everything that reads configuration. */
export const environmentLayer = (environment: Environment) =>
  Layer.mergeAll(
    ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...environment.variables } })),
    Layer.succeed(CommandEnvironment, environment),
  );

/** What is wrong with an environment, although the command can run. */
export const environmentWarnings = ({ variables, problem }: Environment): ReadonlyArray<string> => [
  ...(problem === undefined ? [] : [problem]),
  ...unknownVariables(variables),
];

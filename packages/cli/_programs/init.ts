import * as fs from "node:fs";
import * as path from "node:path";
import { parseEnv } from "node:util";

import { readSettings, type Settings } from "@paraph/app/settings";
import { Console, Data, Effect, FileSystem, Option } from "effect";
import { FetchHttpClient, HttpClient } from "effect/http";

import { CALLERS } from "../describe.ts";
import { withIgnoredEnv, withVariables } from "../environment/env_file.ts";
import { ENV_FILE } from "../environment/environment.ts";
import { writePrivate } from "../output_file.ts";
import { withHints, WrongUsage } from "../terminal/failure.ts";
import { printRecord } from "../terminal/print.ts";
import { openProject } from "./accounts.ts";
import { callTarget, unreachable } from "./client.ts";
import { INVOICE } from "./gallery.ts";
import { verifyKey } from "./login.ts";

/** The server and project of a new `.env` file. */
export interface InitOptions {
  readonly url: string;
  /** Creates the project by the API; without it, directly in the database of the server. */
  readonly adminKey: Option.Option<string>;
  /** The name of the account and the project; by default that of the working directory. */
  readonly name: Option.Option<string>;
  readonly force: boolean;
  readonly json: boolean;
}

/** The project exists, and its key can no longer be read. */
class AlreadyExists extends Data.TaggedError("already_there")<{
  readonly message: string;
  readonly hint: string;
}> {}

/** Creates an account, a project and keys, and writes them to `.env` in the working directory. */
export const init = Effect.fnUntraced(function* (options: InitOptions) {
  const { url, adminKey, force, json } = options;
  const name = Option.getOrElse(options.name, () => path.basename(process.cwd()) || "Paraph");
  const settings = yield* readSettings;
  const before = readText(ENV_FILE);
  const variables = Option.isSome(adminKey) ? [URL_NAME, KEY] : [URL_NAME, KEY, ACCOUNT_KEY];
  if (!force) yield* requireUnset(before, variables, url);
  if (Option.isNone(adminKey)) yield* requireDatabase(settings);
  yield* requireServer(url);
  const project = Option.isSome(adminKey)
    ? yield* provision(url, adminKey.value, name)
    : yield* createDirectly(settings, url, name);
  const { projectId, ...keys } = project;
  yield* writePrivate(ENV_FILE, withVariables(before, { [URL_NAME]: url, ...keys }));
  const ignoreFile = yield* ignoreEnv;
  const next = `paraph template push ${path.relative("", INVOICE)}`;
  if (json) return yield* printRecord({ url, projectId, file: ENV_FILE, next }, true);
  return yield* Console.log(
    [
      `Created project ${name} (${projectId}) on ${url}`,
      `Wrote ${Object.keys({ [URL_NAME]: url, ...keys }).join(", ")} to ${ENV_FILE}`,
      ...(ignoreFile === undefined ? [] : [`Added ${ENV_FILE} to ${ignoreFile}`]),
      "",
      "Next, publish a template:",
      "",
      `  ${next}`,
    ].join("\n"),
  );
});

const URL_NAME = "PARAPH_URL";
const KEY = CALLERS.project.variable;
const ACCOUNT_KEY = CALLERS.account.variable;

function readText(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

/** Fails if the `.env` file has a variable with another value than the new one. */
const requireUnset = Effect.fnUntraced(function* (
  text: string,
  variables: ReadonlyArray<string>,
  url: string,
) {
  const existing = parseEnv(text);
  const conflicts = variables.filter((name) => {
    const value = existing[name] ?? "";
    return value !== "" && !(name === URL_NAME && value === url);
  });
  if (conflicts.length === 0) return undefined;
  return yield* new WrongUsage({
    message: `${ENV_FILE} already contains ${conflicts.join(", ")}; add --force to replace them, or remove them`,
  });
});

/** Fails instead of creating a database that no server uses. */
const requireDatabase = Effect.fnUntraced(function* ({ dataDir, databaseUrl }: Settings) {
  if (databaseUrl !== undefined || fs.existsSync(path.join(dataDir, "db"))) return undefined;
  return yield* new WrongUsage({
    message: `--admin-key is missing, and DATA_DIR (${dataDir}) has no database; set --admin-key (SERVICE_ADMIN_KEY), or DATA_DIR or DATABASE_URL as for the server`,
  });
});

const requireServer = Effect.fnUntraced(function* (url: string) {
  const healthy = HttpClient.get(`${url}/healthz`).pipe(
    Effect.flatMap(({ text }) => text),
    Effect.timeout("5 seconds"),
    Effect.match({ onSuccess: (body) => body.includes('"ok"'), onFailure: () => undefined }),
    Effect.provide(FetchHttpClient.layer),
  );
  const isHealthy = yield* healthy;
  const server = `${url} (--url)`;
  if (isHealthy === undefined) return yield* unreachable(server, "cannot be reached");
  if (!isHealthy) return yield* unreachable(server, "is not a healthy server of Paraph");
  return undefined;
});

const provision = Effect.fnUntraced(function* (url: string, key: string, name: string) {
  const caller = { ...CALLERS.operator, variable: "--admin-key (SERVICE_ADMIN_KEY)" };
  if (!caller.isKey(key)) {
    return yield* new WrongUsage({
      message: "--admin-key is not valid; allowed: at least 32 visible ASCII characters",
    });
  }
  const target = { url, key, source: "--url" };
  const { apiKey, projectId } = yield* callTarget(
    target,
    caller,
    ({ admin }) => admin.provision({ externalOrgId: name, name }),
    (field) => (field === "externalOrgId" || field === "name" ? "--name" : field),
  );
  if (apiKey !== null) return { projectId, [KEY]: apiKey };
  return yield* new AlreadyExists({
    message: `--name ${name}: this organisation exists, and its key was shown once`,
    hint: `choose another --name, or replace the key with \`paraph org provision ${name} --rotate-key\``,
  });
});

/** Checks that the server uses the database, and creates the project in it. */
const createDirectly = Effect.fnUntraced(function* (settings: Settings, url: string, name: string) {
  const hint = `${url} uses another database than DATA_DIR or DATABASE_URL; name the server of this database with --url (PARAPH_URL), set DATA_DIR or DATABASE_URL as for the server, or use --admin-key`;
  const { projectId, apiKey, accountKey } = yield* openProject(settings, name, (key) =>
    verifyKey({ url, key }, "project").pipe(withHints({ unauthorized: hint })),
  );
  return { projectId, [KEY]: apiKey, [ACCOUNT_KEY]: accountKey };
});

/** Adds `.env` to `.gitignore` in a git repository; returns the changed file. */
const ignoreEnv = Effect.gen(function* () {
  const root = repositoryRoot(process.cwd());
  if (root === undefined) return undefined;
  const files = foldersBetween(process.cwd(), root).map((folder) =>
    path.join(folder, ".gitignore"),
  );
  const [own = ".gitignore"] = files;
  if (files.some((file) => withIgnoredEnv(readText(file)) === undefined)) return undefined;
  const text = withIgnoredEnv(readText(own));
  if (text === undefined) return undefined;
  yield* (yield* FileSystem.FileSystem).writeFileString(own, text);
  return path.relative("", own);
});

function repositoryRoot(folder: string): string | undefined {
  if (fs.existsSync(path.join(folder, ".git"))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : repositoryRoot(above);
}

/** A folder and those above it, up to another one. */
function foldersBetween(folder: string, last: string): ReadonlyArray<string> {
  return folder === last ? [folder] : [folder, ...foldersBetween(path.dirname(folder), last)];
}

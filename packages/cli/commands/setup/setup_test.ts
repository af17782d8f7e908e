import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { parseEnv } from "node:util";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { runParaph } from "../../_testing/paraph_process.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";
import { sharedServer } from "../../_testing/shared_server.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const makeFolder = (name: string) => {
  const directory = path.join(folder, name);
  fs.mkdirSync(directory, { recursive: true });
  return directory;
};

/** Runs a process in a folder. */
const runIn = (
  cwd: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
) => runParaph(args, environment, undefined, undefined, cwd);

const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);

describe("paraph init", () => {
  it.live("creates a project in the database of the server, and writes its keys to .env", () =>
    Effect.gen(function* () {
      const { url, dataDir } = yield* sharedServer;
      const repository = makeFolder("repository");
      const cwd = makeFolder("repository/books");
      fs.mkdirSync(path.join(repository, ".git"));
      fs.writeFileSync(path.join(cwd, ".env"), "MINE=1\nPARAPH_API_KEY=");
      const environment = { PARAPH_URL: url, DATA_DIR: dataDir };
      const { code, stdout, stderr } = yield* runIn(cwd, ["init"], environment);
      assert.deepStrictEqual([code, stderr], [0, ""]);
      assert.match(stdout, /^Created project books \(/);
      assert.include(stdout, "Added .env to .gitignore");
      const next = /^ {2}paraph (template push .+)$/m.exec(stdout)?.[1] ?? "";

      const file = path.join(cwd, ".env");
      const variables = parseEnv(fs.readFileSync(file, "utf8"));
      assert.deepInclude(variables, { MINE: "1", PARAPH_URL: url });
      assert.match(variables["PARAPH_API_KEY"] ?? "", /^svc_test_/);
      assert.match(variables["PARAPH_ACCOUNT_KEY"] ?? "", /^svc_acct_/);
      assert.strictEqual(modeOf(file), "600");
      assert.strictEqual(fs.readFileSync(path.join(cwd, ".gitignore"), "utf8"), ".env\n");

      // The next command needs nothing but the file.
      const push = yield* runIn(cwd, next.split(" "), {});
      assert.deepInclude(push, { code: 0, stdout: "invoice: published version 1\n" });

      const again = yield* runIn(cwd, ["init"], environment);
      assert.strictEqual(again.code, 2);
      assert.match(
        again.stderr,
        /^paraph: \.env already contains PARAPH_API_KEY, PARAPH_ACCOUNT_KEY; add --force /,
      );
      assert.deepStrictEqual(parseEnv(fs.readFileSync(file, "utf8")), variables);
    }),
  );

  it.live("creates it by the API with an admin key, once for each name", () =>
    Effect.gen(function* () {
      const { url, adminKey } = yield* sharedServer;
      const cwd = makeFolder("provisioned");
      const args = ["init", "--url", url, "--admin-key", adminKey, "--name", "Provisioned books"];
      const first = yield* runIn(cwd, [...args, "--json"], {});
      assert.deepStrictEqual([first.code, first.stderr], [0, ""]);
      assert.deepInclude(parseRecord(first.stdout), { url, file: ".env" });
      assert.notInclude(first.stdout, "svc_test_");
      const variables = parseEnv(fs.readFileSync(path.join(cwd, ".env"), "utf8"));
      assert.hasAllKeys(variables, ["PARAPH_URL", "PARAPH_API_KEY"]);
      assert.isFalse(fs.existsSync(path.join(cwd, ".gitignore")));

      const second = yield* runIn(cwd, [...args, "--force"], {});
      assert.strictEqual(second.code, 1);
      assert.match(second.stderr, /^paraph: --name Provisioned books: this organisation exists/);
      assert.include(second.stderr, "hint: choose another --name");
    }),
  );

  it.live("says what is missing, and creates nothing", () =>
    Effect.gen(function* () {
      const { url } = yield* sharedServer;
      const cwd = makeFolder("missing");
      const empty = yield* runIn(cwd, ["init", "--url", url], {});
      assert.strictEqual(empty.code, 2);
      assert.match(
        empty.stderr,
        /^paraph: --admin-key is missing, and DATA_DIR .+ has no database/,
      );
      const wrong = yield* runIn(cwd, ["init", "--url", url, "--admin-key", "x".repeat(40)], {});
      assert.strictEqual(wrong.code, 1);
      assert.include(wrong.stderr, "hint: --admin-key (SERVICE_ADMIN_KEY) is not a key that");
      const away = ["init", "--url", "http://127.0.0.1:1", "--admin-key", "x".repeat(40)];
      const unreachable = yield* runIn(cwd, away, {});
      assert.strictEqual(unreachable.code, 3);
      assert.include(unreachable.stderr, "http://127.0.0.1:1 (--url) cannot be reached");
      assert.deepStrictEqual(fs.readdirSync(cwd), []);
    }),
  );

  it.live("creates nothing in a database that the server does not use", () =>
    Effect.gen(function* () {
      const { url } = yield* sharedServer;
      const cwd = makeFolder("other");
      const DATA_DIR = makeFolder("other-data");
      yield* putDatabase(DATA_DIR);
      const refusal = yield* runIn(cwd, ["init", "--url", url], { DATA_DIR });
      assert.strictEqual(refusal.code, 1);
      assert.include(refusal.stderr, `hint: ${url} uses another database than DATA_DIR`);
      assert.include(refusal.stderr, "--url (PARAPH_URL)");
      assert.deepStrictEqual(fs.readdirSync(cwd), []);
      const accounts = yield* callParaph(["account", "list", "--json"], { DATA_DIR });
      assert.deepStrictEqual(parseRecords(accounts.stdout), []);
    }),
  );
});

describe("profiles", () => {
  it.live("provide the URL and keys that the environment lacks", () =>
    Effect.gen(function* () {
      const { environment, dataDir } = yield* servedProject;
      const { PARAPH_URL: url, PARAPH_API_KEY: key } = environment;
      const XDG_CONFIG_HOME = makeFolder("config");
      const call = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
        callParaph(args, { XDG_CONFIG_HOME, ...env });
      const list = ["template", "list", "--json"];

      const absent = yield* call(list);
      assert.strictEqual(absent.code, 2);
      assert.match(absent.stderr, /PARAPH_API_KEY is missing; .+ `paraph login` stores one\n$/);
      const invalidKey = yield* call(list, { PARAPH_API_KEY: "secret" });
      assert.match(invalidKey.stderr, /^paraph: PARAPH_API_KEY is not a project key; allowed: /);

      const login = ["login", "--url", `${url}/`, "--key", "-", "--profile", "books"];
      const loginResult = yield* callParaph(login, { XDG_CONFIG_HOME }, { input: `${key}\n` });
      assert.deepStrictEqual([loginResult.code, loginResult.stderr], [0, ""]);
      assert.strictEqual(modeOf(path.join(XDG_CONFIG_HOME, "paraph/profiles.json")), "600");
      assert.deepStrictEqual(parseRecords((yield* call(["profiles", "--json"])).stdout), [
        { name: "books", url, keys: [key.slice(0, 14)], selected: false },
      ]);

      assert.strictEqual((yield* call(list)).code, 2);
      assert.strictEqual((yield* call([...list, "--profile", "books"])).code, 0);
      assert.strictEqual((yield* call(list, { PARAPH_PROFILE: "books" })).code, 0);
      const unknown = yield* call(list, { PARAPH_PROFILE: "boks" });
      assert.strictEqual(unknown.code, 2);
      assert.match(
        unknown.stderr,
        /^paraph: PARAPH_PROFILE: there is no profile boks; allowed: books; /,
      );
      const invalid = yield* call(list, { PARAPH_PROFILE: "__proto__" });
      assert.strictEqual(invalid.code, 2);
      assert.match(invalid.stderr, /^paraph: PARAPH_PROFILE is not valid; allowed: /);

      // The flag takes precedence over the environment, and the environment over the variable's profile.
      const away = { PARAPH_URL: "http://127.0.0.1:1", PARAPH_API_KEY: key };
      assert.strictEqual((yield* call([...list, "--profile", "books"], away)).code, 0);
      const overridden = yield* call(list, { ...away, PARAPH_PROFILE: "books" });
      assert.strictEqual(overridden.code, 3);
      // A key is not sent to another server than that of its profile.
      const { PARAPH_URL } = away;
      const withheld = yield* call(list, { PARAPH_URL, PARAPH_PROFILE: "books" });
      assert.deepStrictEqual([withheld.code, withheld.stdout], [2, ""]);

      const logout = yield* call(["logout", "--profile", "books"]);
      assert.match(logout.stdout, /^Removed profile books\. Its keys still work/);
      assert.strictEqual((yield* call(["logout", "--profile", "books"])).code, 2);
      assert.isTrue(fs.existsSync(dataDir));
    }),
  );

  it.live("store only keys that the server accepts", () =>
    Effect.gen(function* () {
      const { url } = yield* sharedServer;
      const XDG_CONFIG_HOME = makeFolder("refused");
      const login = (...args: ReadonlyArray<string>) =>
        callParaph(["login", "--url", url, ...args], { XDG_CONFIG_HOME });
      const wrong = yield* login("--key", `svc_test_${"a".repeat(43)}`);
      assert.strictEqual(wrong.code, 1);
      assert.include(wrong.stderr, `hint: --key is not a key that ${url} accepts`);
      const invalidKey = yield* login("--key", "secret");
      assert.deepStrictEqual([invalidKey.code, invalidKey.stdout], [2, ""]);
      assert.match(invalidKey.stderr, /^paraph: --key is not valid; allowed: a project key /);
      assert.notInclude(invalidKey.stderr, "secret");
      assert.match((yield* login()).stderr, /^paraph: --key is missing; /);
      assert.deepStrictEqual(fs.readdirSync(XDG_CONFIG_HOME), []);
    }),
  );
});

describe("the environment", () => {
  it.live("is completed by .env in the working directory, and takes precedence over it", () =>
    Effect.gen(function* () {
      const { environment } = yield* servedProject;
      const cwd = makeFolder("env");
      const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"\n`);
      fs.writeFileSync(path.join(cwd, ".env"), lines.join(""));
      const list = (env: Readonly<Record<string, string>>) =>
        callParaph(["template", "list"], env, { folder: cwd });
      assert.deepInclude(yield* list({}), { code: 0, stderr: "" });
      assert.deepInclude(yield* list({ PARAPH_URL: "" }), { code: 0, stderr: "" });
      const away = yield* list({ PARAPH_URL: "http://127.0.0.1:1" });
      assert.strictEqual(away.code, 3);
      const doctor = yield* runIn(cwd, ["doctor"], { DATA_DIR: path.join(cwd, "data") });
      assert.include(doctor.stdout, `${path.join(cwd, ".env")} was read`);
    }),
  );

  it.live("is searched for misspelled variables, with one warning for each", () =>
    Effect.gen(function* () {
      const variables = { PARAPH_APIKEY: "a", PARAPH_DATABASE_URL: "b", PARAPH_COLOUR: "c" };
      const result = yield* callParaph(["profiles"], { ...variables, PARAPH_URL: "x" });
      assert.strictEqual(result.code, 0);
      assert.deepStrictEqual(result.stderr.match(/^Warning: .+$/gm), [
        "Warning: PARAPH_APIKEY is not a variable of Paraph. Did you mean PARAPH_API_KEY?",
        "Warning: PARAPH_COLOUR is not a variable of Paraph; those with its prefix are PARAPH_URL, PARAPH_API_KEY, PARAPH_ACCOUNT_KEY, PARAPH_PROFILE",
        "Warning: PARAPH_DATABASE_URL is not a variable of Paraph. Did you mean DATABASE_URL?",
      ]);
    }),
  );
});

describe("paraph help", () => {
  it.live("shows what --help shows, and refuses unknown commands", () =>
    Effect.gen(function* () {
      for (const words of [[], ["signature"], ["signature", "send"]]) {
        const [help, flag] = [
          yield* callParaph(["help", ...words], {}),
          yield* callParaph([...words, "--help"], {}),
        ];
        assert.deepStrictEqual([help.code, help.stderr], [0, ""]);
        assert.strictEqual(help.stdout, flag.stdout);
      }
      const unknown = yield* callParaph(["help", "signature", "sned"], {});
      assert.deepStrictEqual([unknown.code, unknown.stdout], [2, ""]);
      assert.match(unknown.stderr, /^paraph: Unknown subcommand "sned"[^]+Did you mean[^]+send\n/);
    }),
  );
});

describe("paraph --version", () => {
  it.live("has the short forms -V and -v", () =>
    Effect.gen(function* () {
      const { stdout } = yield* callParaph(["--version"], {});
      assert.match(stdout, /^paraph v\d/);
      for (const flag of ["-V", "-v"]) {
        assert.deepInclude(yield* callParaph([flag], {}), { code: 0, stdout });
      }
    }),
  );
});

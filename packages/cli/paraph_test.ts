import { spawnSync } from "node:child_process";
import * as fs from "node:fs";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";
import type { Command } from "effect/cli";

import { callParaph } from "./_testing/paraph_command.ts";
import { NO_PROFILES, runParaph, SOURCES } from "./_testing/paraph_process.ts";
import { paraph } from "./command.ts";

/** The machine's own Node, which is older than the required one. */
const OLD_NODE = "/usr/bin/node";

describe("paraph", () => {
  it.live("lists its subcommands, and refuses an unknown one", () =>
    Effect.gen(function* () {
      const [help, unknown] = yield* Effect.all(
        [runParaph(["--help"], {}, SOURCES), runParaph(["sign"], {}, SOURCES)],
        { concurrency: 2 },
      );
      assert.deepInclude(help, { code: 0, stderr: "" });
      for (const name of ["serve", "worker", "migrate", "account", "project", "key", "template"]) {
        assert.match(help.stdout, new RegExp(`\n +${name} `));
      }
      for (const group of ["Documents", "People and events", "Accounts", "Operation"]) {
        assert.include(help.stdout, `\n${group}:\n`);
      }
      assert.deepInclude(unknown, { code: 2, stdout: "" });
      assert.include(unknown.stderr, 'paraph: Unknown subcommand "sign"');
      assert.include(unknown.stderr, "Run `paraph --help` for more");
    }),
  );

  it.live("shows at once that the demo starts", () =>
    Effect.gen(function* () {
      const { stderr } = yield* runParaph(["demo"], { HOST: "0.0.0.0" }, SOURCES);
      assert.match(stderr, /^Starting Paraph…\nparaph: HOST is not valid for the demo/);
    }),
  );

  it("starts servers with small heaps, unless the environment sets a limit", () => {
    const print = encodeURIComponent(
      "process.stderr.write(`${process.pid} ${process.execArgv.join(' ')}\\n`)",
    );
    const startsOf = (options: string) => {
      const NODE_OPTIONS = `--import=data:text/javascript,${print} ${options}`;
      const env = { ...NO_PROFILES, HOST: "0.0.0.0", NODE_OPTIONS };
      const { pid, stderr } = spawnSync(process.execPath, [SOURCES, "demo"], {
        env,
        encoding: "utf8",
      });
      const lines = stderr.split("\n").filter((line) => line.startsWith(`${pid} `));
      return lines.map((line) => line.slice(`${pid} `.length));
    };
    const limits =
      "--max-semi-space-size=8 --heap-growing-percent=60 --no-allocation-site-pretenuring";
    assert.deepStrictEqual(startsOf(""), ["", limits]);
    assert.deepStrictEqual(startsOf("--max-semi-space-size=16"), [""]);
  });

  it.live("describes every command and the variables that it reads", () =>
    Effect.gen(function* () {
      const commands = leaves(paraph, []);
      assert.isAbove(commands.length, 60);
      for (const { path, description } of commands) {
        assert.match(description ?? "", /^[A-Z][a-z]+ /, path.join(" "));
      }
      const { code, stdout } = yield* callParaph(["render", "--help"], {});
      assert.strictEqual(code, 0);
      assert.include(stdout, "  paraph render [flags] <layout-or-template> [<data>]\n");
      assert.include(stdout, "  paraph render <subcommand> [flags]\n");
      assert.match(stdout, /--output, -o \S+ +.+ \(required\)\n/);
      assert.include(stdout, "PARAPH_API_KEY");
    }),
  );

  it.live("reports an invalid command line in two lines", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
        [["render", "lst", "x"], /Missing required flag: --output\n.*\n.*\nSubcommands: submit, /],
        [["render", "get"], /^paraph: Missing required argument: id\nUsage: paraph render get /],
        [["template", "list", "--jsn"], /Unrecognized flag: --jsn[^]+--json/],
        [["template"], /^DESCRIPTION\n/],
        [["template", "pull", "invoice", "--version", "1"], /Unrecognized flag: --version\b/],
        [["template", "list", "-V"], /Unrecognized flag: -V\b/],
        [["render", "get", "a", "b"], /Unexpected positional argument: "b"/],
        [["share", "list", "\u001b[2J", "x"], /Unexpected/],
      ];
      for (const [args, message] of cases) {
        const { code, stdout, stderr } = yield* callParaph(args, {});
        assert.deepStrictEqual([code, stdout], [2, ""], args.join(" "));
        assert.match(stderr, message);
        assert.notInclude(stderr, "\u001b");
      }
    }),
  );

  it.live("prints its version only without a command", () =>
    Effect.gen(function* () {
      for (const flag of ["--version", "-V"]) {
        const { code, stdout } = yield* callParaph([flag], {});
        assert.strictEqual(code, 0);
        assert.match(stdout, /^paraph v\d+\.\d+\.\d+\n$/);
      }
      assert.include((yield* callParaph(["help"], {})).stdout, "--version");
    }),
  );

  it.live("completes commands, flags and their values in shells", () =>
    Effect.gen(function* () {
      const [bash, zsh, fish] = yield* Effect.all(
        ["bash", "zsh", "fish", "sh"].map((shell) => callParaph(["completions", shell], {})),
      );
      assert.match(zsh?.stdout ?? "", /^#compdef paraph/);
      assert.include(fish?.stdout ?? "", "complete -c paraph");
      const completionsFor = (...words: ReadonlyArray<string>) =>
        complete(bash?.stdout ?? "", ["paraph", ...words]);
      assert.includeMembers(completionsFor(""), ["template", "render", "embed", "serve"]);
      assert.deepStrictEqual(completionsFor("sig"), ["signature"]);
      assert.includeMembers(completionsFor("render", ""), ["submit", "wait"]);
      assert.deepStrictEqual(completionsFor("render", "submit", "invoice", "--idem"), [
        "--idempotency-key",
      ]);
      assert.deepStrictEqual(completionsFor("render", "list", "--status", "s"), ["succeeded"]);
      assert.deepStrictEqual(completionsFor("embed", "catalog", "c"), ["create"]);
    }),
  );

  it.live.runIf(isOld())("names the required Node when an older one starts it", () =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* runParaph(["--help"], {}, SOURCES, OLD_NODE);
      assert.deepInclude({ code, stdout }, { code: 1, stdout: "" });
      assert.match(stderr, /^paraph: needs Node 24 or later, this is v\d+\.\d+\.\d+\. .+\n$/);
    }),
  );
});

interface Leaf {
  readonly path: ReadonlyArray<string>;
  readonly description: string | undefined;
}

/** Returns every command below this one that does something by itself. */
function leaves(command: Command.Command.Any, above: ReadonlyArray<string>): ReadonlyArray<Leaf> {
  const path = [...above, command.name];
  const below = command.subcommands.flatMap(({ commands }) =>
    commands.flatMap((sub) => leaves(sub, path)),
  );
  return below.length === 0 ? [{ path, description: command.description }] : below;
}

/** Returns bash's suggestions for the last of these words, with the script that completes them. */
function complete(script: string, words: ReadonlyArray<string>): Array<string> {
  const ask = [
    script,
    'COMP_WORDS=("$@")',
    "COMP_CWORD=$(($# - 1))",
    'COMP_LINE="$*"',
    '_paraph paraph "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  const { stdout } = spawnSync("bash", ["--norc", "-c", ask, "bash", ...words], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

function isOld(): boolean {
  return fs.existsSync(OLD_NODE) && !fs.realpathSync(OLD_NODE).startsWith(process.execPath);
}

import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";
import type { Command } from "effect/cli";

import { settingsFrom, settingVariables } from "./_testing/settings_from.ts";
import { paraph } from "./command.ts";

const PAGE = path.join(import.meta.dirname, "README.md");
const README = fs.readFileSync(PAGE, "utf8");

/** Returns the cells of the table after a comment on the page, without its head. */
function tableAfter(comment: string): ReadonlyArray<ReadonlyArray<string>> {
  const [, after = ""] = README.split(`<!-- ${comment} -->\n\n`);
  const [table = ""] = after.split("\n\n");
  return table
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Returns the code spans of a cell. */
const codes = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/gu), ([, code = ""]) => code);

/** Commands that run by themselves and have subcommands. */
const ALSO_COMMANDS = new Set(["paraph render"]);

/** Returns every command with its names and its description, as the table contains them. */
function commandsOf(command: Command.Command.Any, above = ""): ReadonlyArray<readonly string[]> {
  const name = `${above}${command.name}`;
  const below = command.subcommands.flatMap(({ commands }) => commands);
  const [first = ""] = (command.shortDescription ?? command.description ?? "").split("\n");
  const own = below.length === 0 || ALSO_COMMANDS.has(name) ? [[`\`${name}\``, first]] : [];
  return [...own, ...below.flatMap((each) => commandsOf(each, `${name} `))];
}

/** Writes the table; the formatter aligns its columns. */
function renew(comment: string, rows: ReadonlyArray<ReadonlyArray<string>>): void {
  const [before = "", after = ""] = README.split(`<!-- ${comment} -->\n\n`);
  const [head = "", rule = ""] = after.split("\n");
  const table = [head, rule, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
  const rest = after.slice(after.indexOf("\n\n"));
  fs.writeFileSync(PAGE, `${before}<!-- ${comment} -->\n\n${table}${rest}`);
}

describe("the page about the CLI", () => {
  // With `RENEW_TABLES=1` the test writes the table from the commands.
  it("lists every command with its description", () => {
    if (process.env["RENEW_TABLES"] !== undefined) return renew("commands", commandsOf(paraph));
    assert.deepEqual(tableAfter("commands"), commandsOf(paraph));
    return undefined;
  });

  const rows = tableAfter("settings");

  it.effect("lists every variable that the settings read", () =>
    Effect.gen(function* () {
      const named = rows.flatMap(([variables = ""]) => codes(variables));
      const variables = yield* settingVariables;
      assert.include([...variables], "DATABASE_URL");
      for (const variable of variables) assert.include(README, `\`${variable}\``);
      assert.strictEqual(new Set(named).size, named.length);
    }),
  );

  const defaults = rows.flatMap(([variables = "", values = ""]) => {
    const names = codes(variables);
    const given = values.split(/[,;]\s/u).map((value) => /^`([^`]+)`/u.exec(value)?.[1]);
    return names.flatMap((name, at) => {
      const value = given[at];
      return value === undefined ? [] : [[name, value] as const];
    });
  });

  it.effect.each(defaults)("%s is %s by default", ([name, value]) =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* settingsFrom({ [name]: value.replace("DATA_DIR/", ".paraph/") }),
        yield* settingsFrom({}),
      );
    }),
  );
});

import { assert, describe, it } from "@effect/vitest";
import { AUDIT_ACTIONS } from "@paraph/core/audit";
import { PERMISSIONS } from "@paraph/core/embed";
import { METRICS } from "@paraph/core/telemetry";
import { EventType } from "@paraph/core/webhooks";
import { connect } from "@paraph/http/client";
import { Predicate } from "effect";
import { OpenApi } from "effect/http-api";

import { paraph } from "../../packages/cli/command.ts";
import { STATUS, UNPROCESSABLE } from "../../packages/http/_wire/errors/error.ts";
import { Api } from "../../packages/http/api.ts";
import { readPages } from "./page_parts.ts";

const DESCRIPTION = OpenApi.fromApi(Api);

const TABLES = readPages().flatMap(({ name, tables }) =>
  tables.map((table) => ({ ...table, location: `${name}:${table.line}` })),
);

/** The tables below a comment that begins with a word, and the rest of the comment. */
const tablesOf = (word: string) =>
  TABLES.filter(({ about }) => about === word || about.startsWith(`${word}: `)).map((table) => ({
    ...table,
    about: table.about.slice(word.length + 2),
  }));

/** The property of a value, if it is an object. */
function within(value: unknown, name: string): unknown {
  return Predicate.isObject(value) ? Object.entries(value).find(([key]) => key === name)?.[1] : {};
}

/** Whether words form a command of `paraph`. */
function isCommand(words: ReadonlyArray<string>): boolean {
  let subcommands: (typeof paraph)["subcommands"] = paraph.subcommands;
  return words.every((word) => {
    const commands = subcommands.flatMap((group) => [...group.commands]);
    const command = commands.find(({ name }) => name === word);
    subcommands = command?.subcommands ?? [];
    return command !== undefined;
  });
}

/** The error codes of a cell that contains nothing else. */
function codesIn(cell: string): ReadonlyArray<string> {
  const words = cell.split(/,\s*/);
  return words.every((word) => Object.hasOwn(STATUS, word)) ? words : [];
}

describe("tables of the documentation", () => {
  it("give every code the status that it has", () => {
    let count = 0;
    for (const { location, rows } of TABLES) {
      for (const [first = "", second = ""] of rows) {
        if (!/^\d{3}$/.test(second)) continue;
        for (const code of codesIn(first)) {
          const isShape = code === "invalid_request" && Number(second) === UNPROCESSABLE;
          if (!isShape) assert.propertyVal(STATUS, code, Number(second), location);
          count++;
        }
      }
    }
    assert.isAbove(count, 40);
  });

  it("list every code", () => {
    const [table, ...more] = tablesOf("codes");
    assert.isEmpty(more);
    const codes = (table?.rows ?? []).flatMap(([first = ""]) => codesIn(first));
    assert.sameMembers(codes, Object.keys(STATUS));
  });

  it("list every operation once", () => {
    const tableOperations = tablesOf("operations").flatMap(({ rows }) =>
      rows.map(([operation]) => operation),
    );
    const operations = Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.sameMembers(
      tableOperations,
      operations.filter((operation) => operation.includes(" /v1/")),
    );
  });

  it("name existing methods of the client and commands", () => {
    const client: unknown = connect({ url: "http://127.0.0.1:1", key: "none" });
    const rows = tablesOf("operations").flatMap((table) => table.rows);
    for (const [operation = "", method = "", command = ""] of rows) {
      const steps = method.split(".").slice(1);
      const member = steps.reduce((whole, step) => within(whole, step), client);
      if (method !== "") assert.isFunction(member, `${operation}: ${method}`);
      const words = command.split(" ").filter((word) => !word.startsWith("-"));
      if (command !== "") assert.isTrue(isCommand(words.slice(1)), `${operation}: ${command}`);
    }
  });

  it("list every metric with its kind, labels and description", () => {
    const tableRows = tablesOf("metrics").flatMap(({ rows }) => rows);
    assert.deepStrictEqual(
      tableRows,
      Object.values(METRICS).map(({ metric, labels }) => [
        metric.id,
        metric.type.toLowerCase(),
        labels.join(", "),
        metric.description ?? "",
      ]),
    );
  });

  it("list every event and every permission", () => {
    const events = tablesOf("events").flatMap(({ rows }) => rows.map(([type]) => type));
    assert.sameMembers(events, [...EventType.literals]);
    const permissions = tablesOf("permissions").flatMap(({ rows }) => rows.map(([name]) => name));
    assert.sameMembers(permissions, [...PERMISSIONS]);
  });

  it("list every action of the audit log with its description", () => {
    const actions = tablesOf("actions").flatMap(({ rows }) => rows);
    assert.sameDeepMembers(
      actions.map(([action, meaning]) => [action, meaning?.replaceAll("`", "")]),
      Object.entries(AUDIT_ACTIONS).map(([action, meaning]) => [
        action,
        meaning.replaceAll("`", ""),
      ]),
    );
  });
});

import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";

const FOLDER = import.meta.dirname;

/** Up to this number there was no release before. */
const BEFORE = 1;

/** What a release that does not know of it cannot work on. */
const BREAKING: ReadonlyArray<readonly [what: string, form: RegExp]> = [
  ["drops what the release before reads", /\bDROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|DEFAULT)\b/iu],
  ["renames what the release before reads", /\bRENAME\b/iu],
  ["demands what the release before does not write", /\bSET\s+NOT\s+NULL\b/iu],
  ["changes a type", /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/iu],
  [
    "demands a column that the release before does not write",
    /\bADD\s+COLUMN\b(?![^,`;]*\b(?:DEFAULT|GENERATED)\b)[^,`;]*\bNOT\s+NULL\b/iu,
  ],
];

/** What says in a migration why the release before can bear it all the same. */
const ALLOWANCE = /\/\/ The release before: \S/u;

const problems = (source: string) =>
  ALLOWANCE.test(source)
    ? []
    : BREAKING.flatMap(([what, form]) => (form.test(source) ? [what] : []));

describe("a change of the schema", () => {
  const names = fs.readdirSync(FOLDER).filter((name) => Number(name.slice(0, 4)) > BEFORE);

  it("lets the release before go on, or says why it may", () => {
    const found = names.map((name) => [
      name,
      problems(fs.readFileSync(path.join(FOLDER, name), "utf8")),
    ]);
    assert.deepStrictEqual(
      found,
      names.map((name) => [name, []]),
    );
  });

  it.each([
    "ALTER TABLE renders DROP COLUMN filename",
    "ALTER TABLE renders RENAME COLUMN filename TO name",
    "ALTER TABLE renders ALTER COLUMN filename SET NOT NULL",
    "ALTER TABLE renders ALTER COLUMN page_count TYPE bigint",
    "ALTER TABLE renders ADD COLUMN erased boolean NOT NULL",
    "DROP TABLE shares",
  ])("may not be: %s", (statement) => {
    assert.lengthOf(problems(`yield* sql\`${statement}\`;`), 1);
    assert.deepStrictEqual(problems(`// The release before: never looks\n${statement}`), []);
  });

  it.each([
    "ALTER TABLE renders ADD COLUMN erased boolean NOT NULL DEFAULT false",
    "ALTER TABLE renders ADD COLUMN erased_at timestamptz, ADD COLUMN n integer NOT NULL DEFAULT 0",
    "ALTER TABLE keys DROP CONSTRAINT keys_operation_check",
    "CREATE TABLE things (id uuid PRIMARY KEY, name text NOT NULL)",
    "DROP INDEX renders_of_project",
  ])("may be: %s", (statement) => {
    assert.deepStrictEqual(problems(`yield* sql\`${statement}\`;`), []);
  });
});

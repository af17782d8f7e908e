import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";

const FOLDER = import.meta.dirname;

/** Migrations up to this number had no previous release. */
const BEFORE = 1;

/** Changes that break a release that does not know them. */
const BREAKING: ReadonlyArray<readonly [what: string, form: RegExp]> = [
  ["drops what the previous release reads", /\bDROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|DEFAULT)\b/iu],
  ["renames what the previous release reads", /\bRENAME\b/iu],
  ["requires a value that the previous release does not write", /\bSET\s+NOT\s+NULL\b/iu],
  ["changes a type", /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/iu],
  [
    "requires a column that the previous release does not write",
    /\bADD\s+COLUMN\b(?![^,`;]*\b(?:DEFAULT|GENERATED)\b)[^,`;]*\bNOT\s+NULL\b/iu,
  ],
];

/** The comment in a migration that explains why the previous release works all the same. */
const ALLOWANCE = /\/\/ The release before: \S/u;

const problems = (source: string) =>
  ALLOWANCE.test(source)
    ? []
    : BREAKING.flatMap(([what, form]) => (form.test(source) ? [what] : []));

describe("a migration", () => {
  const names = fs.readdirSync(FOLDER).filter((name) => Number(name.slice(0, 4)) > BEFORE);

  it("keeps the previous release working, or explains why it does", () => {
    const problemsByFile = names.map((name) => [
      name,
      problems(fs.readFileSync(path.join(FOLDER, name), "utf8")),
    ]);
    assert.deepStrictEqual(
      problemsByFile,
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
    assert.deepStrictEqual(problems(`// The release before: never reads it\n${statement}`), []);
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

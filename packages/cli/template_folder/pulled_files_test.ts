import { assert, describe, it } from "@effect/vitest";

import { fingerprint, planPull } from "./pulled_files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const filesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, bytes(text)]));
const checksumsOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, fingerprint(bytes(text))]));

/** Plans a pull from the incoming files, the local files and those of the last pull. */
const plan = (
  incoming: Record<string, string>,
  here: Record<string, string>,
  lastPull: Record<string, string>,
) => {
  const { write, remove, conflicts } = planPull(
    filesOf(incoming),
    checksumsOf(here),
    checksumsOf(lastPull),
  );
  return { write: [...write.keys()], remove, changed: conflicts };
};

describe("planPull()", () => {
  it("writes new files and files without local changes, and leaves equal files", () => {
    assert.deepStrictEqual(
      plan({ a: "2", b: "1", c: "1" }, { a: "1", b: "1" }, { a: "1", b: "1" }),
      { write: ["a", "c"], remove: [], changed: [] },
    );
  });

  it("reports files with local changes and local files", () => {
    const { changed } = plan({ a: "2", b: "2", c: "3" }, { a: "x", b: "y", c: "3" }, { a: "1" });
    assert.deepStrictEqual(changed, ["a", "b"]);
  });

  it("removes only files of an earlier pull without local changes, inside the folder", () => {
    const here = { old: "1", edited: "x", own: "1", "../out": "1" };
    const { remove } = plan({}, here, { old: "1", edited: "1", gone: "1", "../out": "1" });
    assert.deepStrictEqual(remove, ["old"]);
  });
});

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";

import { cachedBuild } from "./build_cache.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const source = path.join(folder, "source.ts");
const cache = path.join(folder, "cache");
let builds = 0;

/** Builds a copy of the source. */
const build = async () => {
  builds += 1;
  const contents = fs.readFileSync(source);
  return { files: [{ path: "/out/code.mjs", contents }], sources: [source] };
};

const readCode = (output: string) => fs.readFileSync(path.join(output, "code.mjs"), "utf8");

describe("cachedBuild()", () => {
  it("builds again only when a source has changed", async () => {
    fs.writeFileSync(source, "one");
    const first = await cachedBuild(cache, build);
    assert.strictEqual(readCode(first), "one");
    assert.strictEqual(await cachedBuild(cache, build), first);
    assert.strictEqual(builds, 1);
    fs.writeFileSync(source, "three");
    const second = await cachedBuild(cache, build);
    assert.strictEqual(readCode(second), "three");
    assert.strictEqual(builds, 2);
    // A process that started with the first build may still load parts of it.
    assert.strictEqual(readCode(first), "one");
  });

  it("builds again in a copy of the cache, whose sources may differ", async () => {
    const original = await cachedBuild(cache, build);
    const copy = path.join(folder, "copy");
    fs.cpSync(cache, copy, { recursive: true });
    const output = await cachedBuild(copy, build);
    assert.strictEqual(path.dirname(output), copy);
    assert.strictEqual(readCode(output), readCode(original));
  });

  it("returns complete builds to concurrent callers", async () => {
    fs.writeFileSync(source, "at once");
    const folders = await Promise.all(Array.from({ length: 8 }, () => cachedBuild(cache, build)));
    for (const each of folders) assert.strictEqual(readCode(each), "at once");
  });

  it("runs builds one after the other, also after a failed one", async () => {
    const running = { now: 0, most: 0 };
    const slow = (outcome: "built" | "broken") => async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await new Promise((resolve) => setImmediate(resolve));
      running.now -= 1;
      if (outcome === "broken") throw new Error(outcome);
      return await build();
    };
    const outcomes = await Promise.allSettled(
      (["built", "broken", "built"] as const).map((outcome, index) =>
        cachedBuild(path.join(folder, `cache-${index}`), slow(outcome)),
      ),
    );
    assert.deepStrictEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.strictEqual(running.most, 1);
  });

  it("builds again when a source changes during the build", async () => {
    fs.writeFileSync(source, "before");
    const racing = await cachedBuild(path.join(folder, "racing"), async () => {
      const result = await build();
      fs.writeFileSync(source, "while");
      // Later than any time before, even with a coarse file system clock.
      const { mtimeMs } = fs.statSync(source);
      fs.utimesSync(source, mtimeMs / 1000, mtimeMs / 1000 + 1);
      return result;
    });
    assert.strictEqual(readCode(racing), "before");
    assert.strictEqual(readCode(await cachedBuild(path.join(folder, "racing"), build)), "while");
    fs.writeFileSync(source, "at once");
  });

  it("builds again when the index is damaged or the folder is missing", async () => {
    fs.writeFileSync(path.join(cache, "index.json"), "{");
    assert.strictEqual(readCode(await cachedBuild(cache, build)), "at once");
    fs.rmSync(await cachedBuild(cache, build), { recursive: true });
    assert.strictEqual(readCode(await cachedBuild(cache, build)), "at once");
  });
});

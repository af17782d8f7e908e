import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";

import { keptBuild } from "./kept_build.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const source = path.join(folder, "source.ts");
const cache = path.join(folder, "cache");
let builds = 0;

/** Builds a file that holds what the source does. */
const build = async () => {
  builds += 1;
  const contents = fs.readFileSync(source);
  return { files: [{ path: "/out/code.mjs", contents }], sources: [source] };
};

const codeIn = (built: string) => fs.readFileSync(path.join(built, "code.mjs"), "utf8");

describe("keptBuild()", () => {
  it("builds again when a source has changed, and only then", async () => {
    fs.writeFileSync(source, "one");
    const first = await keptBuild(cache, build);
    assert.strictEqual(codeIn(first), "one");
    assert.strictEqual(await keptBuild(cache, build), first);
    assert.strictEqual(builds, 1);
    fs.writeFileSync(source, "three");
    const second = await keptBuild(cache, build);
    assert.strictEqual(codeIn(second), "three");
    assert.strictEqual(builds, 2);
    // A process that started with the first may still load more of it.
    assert.strictEqual(codeIn(first), "one");
  });

  it("returns a complete build to every concurrent caller", async () => {
    fs.writeFileSync(source, "at once");
    const folders = await Promise.all(Array.from({ length: 8 }, () => keptBuild(cache, build)));
    for (const each of folders) assert.strictEqual(codeIn(each), "at once");
  });

  it("builds one thing after the other, also when one of them cannot be built", async () => {
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
      (["built", "broken", "built"] as const).map((outcome, at) =>
        keptBuild(path.join(folder, `cache-${at}`), slow(outcome)),
      ),
    );
    assert.deepStrictEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.strictEqual(running.most, 1);
  });

  it("builds again what changed while it was built", async () => {
    fs.writeFileSync(source, "before");
    const racing = await keptBuild(path.join(folder, "racing"), async () => {
      const built = await build();
      fs.writeFileSync(source, "while");
      // Later than anything before, however coarse the clock of the files is.
      const { mtimeMs } = fs.statSync(source);
      fs.utimesSync(source, mtimeMs / 1000, mtimeMs / 1000 + 1);
      return built;
    });
    assert.strictEqual(codeIn(racing), "before");
    assert.strictEqual(codeIn(await keptBuild(path.join(folder, "racing"), build)), "while");
    fs.writeFileSync(source, "at once");
  });

  it("builds again what is damaged or gone", async () => {
    fs.writeFileSync(path.join(cache, "kept.json"), "{");
    assert.strictEqual(codeIn(await keptBuild(cache, build)), "at once");
    fs.rmSync(await keptBuild(cache, build), { recursive: true });
    assert.strictEqual(codeIn(await keptBuild(cache, build)), "at once");
  });
});

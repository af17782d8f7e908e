import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";

import { exactly, lastOf, readStages, variablesOf } from "./_testing/dockerfile.ts";
import { inFolder, UNPRIVILEGED_USER, replay } from "./_testing/replay.ts";
import { run, start } from "./_testing/run.ts";

const below = mkdtempSync(join(tmpdir(), "paraph-container-"));
// The unprivileged user must be able to enter.
chmodSync(below, 0o755);
afterAll(() => rmSync(below, { recursive: true, force: true }));

describe("the container", () => {
  const stages = readStages();
  const [final] = stages.slice(-1);
  if (final === undefined) throw new Error("The Dockerfile has no stages");

  it("has one version of Node in every stage, and a user that is not root", () => {
    const images = new Set(stages.map(({ image }) => image));
    assert.deepStrictEqual([...images], [`node:${process.version.slice(1)}-slim`]);
    assert.strictEqual(lastOf(final, "USER"), "node");
  });

  it("builds, starts, is healthy and stops on SIGTERM", async () => {
    const root = await replay(stages, below);
    const modules = join(root, "paraph/node_modules");
    for (const name of ["esbuild", "typescript", "vitest", "@pdfme/common"]) {
      assert.isFalse(existsSync(join(modules, name)), name);
    }
    assert.strictEqual(readlinkSync(join(modules, "paraph")), "../packages/cli");
    const data = join(root, lastOf(final, "VOLUME"));
    const isRoot = process.getuid?.() === 0;
    if (isRoot) assert.strictEqual(statSync(data).uid, UNPRIVILEGED_USER);

    // The path of Node in its image, accessible to every user.
    copyFileSync(process.execPath, join(root, "usr/local/bin/node"));
    const port = await freePort();
    const variables = Object.entries(variablesOf(final));
    const env: Record<string, string> = {
      ...Object.fromEntries(variables.map(([name, value]) => [name, inFolder(value, root)])),
      PATH: `${join(root, "usr/local/bin")}:/usr/bin:/bin`,
      HOME: data,
      PORT: String(port),
      LOG_FORMAT: "json",
    };
    assert.strictEqual(env["DATA_DIR"], data);
    const user = isRoot ? { uid: UNPRIVILEGED_USER, gid: UNPRIVILEGED_USER } : {};
    const [program = "", ...first] = exactly(lastOf(final, "ENTRYPOINT"));
    const args = [...first, ...exactly(lastOf(final, "CMD"))];
    const server = start(join(root, "usr/local/bin", program), args, { cwd: root, env, ...user });
    try {
      assert.strictEqual(
        await server.waitForOutput(/Listening on (http:[^"]+)"/),
        `http://0.0.0.0:${port}`,
      );
      const [check = "", ...words] = exactly(lastOf(final, "HEALTHCHECK"));
      await run(check, words, { env });
    } finally {
      assert.strictEqual(await server.stop(), 0);
    }
    const [check = "", ...words] = exactly(lastOf(final, "HEALTHCHECK"));
    const unhealthy = await run(check, words, { env }).catch((failure: Error) => failure);
    assert.instanceOf(unhealthy, Error);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      server.close(() => resolve(port));
    });
  });
}

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";

import { codeOf, fieldsOf } from "../packages/http/_testing/body.ts";
import { awaiting, publishLetter, startKillable } from "./killable_server.ts";

/** A small disk of its own; only root may have one made. */
const smallDisk = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "paraph", folder]);
    return folder;
  }),
  (folder) =>
    Effect.sync(() => {
      execFileSync("umount", ["--lazy", folder]);
      fs.rmdirSync(folder);
    }),
);

const mayMount = Effect.runSync(Effect.exit(Effect.scoped(smallDisk)))._tag === "Success";

/** Fills a disk to its last byte; gives back what was taken. */
function fill(folder: string): () => void {
  const file = path.join(folder, "filler");
  const handle = fs.openSync(file, "w");
  try {
    for (;;) fs.writeSync(handle, new Uint8Array(4096));
  } catch {
    fs.closeSync(handle);
  }
  return () => fs.rmSync(file);
}

describe.skipIf(!mayMount)("a server whose disk for documents is full", () => {
  it.live("accepts and keeps renders, says so in /readyz, and stores them when there is room", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk;
      const { call } = yield* startKillable({ STORAGE_URL: `file:${disk}` });
      yield* publishLetter(call);
      const submit = (name: string) =>
        call("POST", "/v1/templates/letter/render", { data: { name } });
      const ready = call("GET", "/readyz");
      assert.strictEqual((yield* ready).status, 200);

      const makeRoom = fill(disk);
      const { status, json } = yield* submit("Ada");
      assert.strictEqual(status, 202);
      const unready = yield* awaiting(ready, (answer) => answer.status === 503);
      assert.deepEqual([codeOf(unready), /storage/.test(unready.text)], ["not_ready", true]);
      const id = String(fieldsOf({ json })["id"]);
      const render = Effect.map(call("GET", `/v1/renders/${id}`), fieldsOf);
      assert.notInclude(["succeeded", "failed"], (yield* render)["status"]);

      makeRoom();
      const ended = yield* awaiting(render, (shown) => shown["completedAt"] !== null);
      assert.strictEqual(ended["status"], "succeeded");
      assert.deepEqual(fs.readdirSync(path.join(disk, "renders")), [`${id}.pdf`]);
      assert.deepEqual(fs.readdirSync(path.join(disk, ".drafts")), []);
      assert.strictEqual((yield* ready).status, 200);
    }).pipe(Effect.scoped),
  );
});

import { randomUUID } from "node:crypto";
import { chmod, link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

import { parseSigningJwks } from "@paraph/app/settings";
import { makeFolder } from "@paraph/database/postgres";
import { newSigningKey } from "@paraph/http";
import { Data, Effect, Predicate, Redacted, Result } from "effect";

/** The generated key for embed sessions cannot be read or stored; the message names the file. */
class NoSigningKey extends Data.TaggedError("no_signing_key")<{ readonly message: string }> {}

/**
 * Returns the generated key of a deployment from its folder, and creates it first if there is none.
 * Concurrent processes get the same key.
 */
export const ownSigningKey = Effect.fnUntraced(function* (dataDir: string) {
  const file = path.join(dataDir, "embed", "signing_key.json");
  const text = yield* Effect.tryPromise({
    try: async () => (await readIfExists(file)) ?? (await createKey(file)),
    catch: (cause) => {
      const why = Predicate.hasProperty(cause, "code") ? ` (${String(cause.code)})` : "";
      return new NoSigningKey({ message: `EMBED_SIGNING_KEY cannot be stored in ${file}${why}` });
    },
  });
  const keys = parseSigningJwks(text);
  if (Result.isSuccess(keys)) return Redacted.make(keys.success);
  return yield* new NoSigningKey({ message: `${file} does not contain a private Ed25519 key` });
});

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Stores a new key atomically. If another process was faster, its key is returned. */
async function createKey(file: string): Promise<string> {
  const folder = path.dirname(file);
  makeFolder(folder);
  await chmod(folder, 0o700);
  const draft = path.join(folder, `.unfinished-${randomUUID()}`);
  try {
    await writeDurably(draft, JSON.stringify(newSigningKey()));
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, "utf8");
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): unknown {
  return Predicate.hasProperty(error, "code") ? error.code : undefined;
}

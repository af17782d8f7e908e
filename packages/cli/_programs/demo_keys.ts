import * as path from "node:path";

import { DEMO_KEYS, type KeyKind, Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Effect, FileSystem, Layer, Schema } from "effect";

/** The keys that a demo created at its first start. */
const StoredKeys = Schema.Struct({ account: Schema.String, project: Schema.String });
const StoredKeysJson = Schema.fromJsonString(StoredKeys);

/**
 * Accepts the keys of the demo in place of keys that it creates at its first start, for an account with one
 * project. The database contains only these, so other servers on it do not accept the keys of the demo.
 *
 * @param folder The folder for the created keys.
 */
export const demoKeys = (folder: string) =>
  Layer.effect(
    Keys,
    Effect.gen(function* () {
      const keys = yield* Keys;
      const actualKeys = yield* storedKeys(path.join(folder, "keys.json"));
      const translate = (text: string, kind: KeyKind) =>
        text === DEMO_KEYS[kind] ? actualKeys[kind] : text;
      return Keys.of({
        ...keys,
        authenticate: (text, kind) => keys.authenticate(translate(text, kind), kind),
        authenticateProject: (text) => keys.authenticateProject(translate(text, "project")),
      });
    }),
  );

/** The keys in a file, or new ones if these are not valid, for example because their project was deleted. */
const storedKeys = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const keys = yield* Keys;
  const read = Effect.gen(function* () {
    const savedKeys = yield* Schema.decodeEffect(StoredKeysJson)(yield* fs.readFileString(file));
    yield* keys.authenticate(savedKeys.account, "account");
    yield* keys.authenticate(savedKeys.project, "project");
    return savedKeys;
  });
  const create = Effect.gen(function* () {
    const newKeys = yield* createKeys;
    yield* fs.makeDirectory(path.dirname(file), { recursive: true, mode: 0o700 });
    yield* fs.remove(file, { force: true });
    yield* fs.writeFileString(file, Schema.encodeSync(StoredKeysJson)(newKeys), { mode: 0o600 });
    return newKeys;
  });
  return yield* read.pipe(Effect.catch(() => create));
});

const createKeys = Effect.gen(function* () {
  const projects = yield* Projects;
  const keys = yield* Keys;
  const { id: accountId } = yield* projects.openAccount("Demo");
  const { id: projectId } = yield* projects.create(accountId, "Demo");
  const account = yield* keys.create({ kind: "account", accountId }, "Demo");
  const project = yield* keys.create({ kind: "project", projectId }, "Demo");
  return { account: account.key, project: project.key };
});

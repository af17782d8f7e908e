import { Effect, FileSystem } from "effect";

import { ApiServer } from "./api_server.ts";

/** The emails in the outbox that name an address. */
export const emailsTo = Effect.fnUntraced(function* (address: string) {
  const fs = yield* FileSystem.FileSystem;
  const { outbox } = yield* ApiServer;
  const names = (yield* fs.exists(outbox)) ? yield* fs.readDirectory(outbox) : [];
  const emails = yield* Effect.forEach(
    names.filter((name) => !name.startsWith(".")),
    (name) => fs.readFileString(`${outbox}/${name}`),
  );
  return emails.filter((email) => email.includes(address));
});

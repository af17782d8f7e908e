import { Outbox } from "@paraph/core/emails";
import { EmailId } from "@paraph/core/values";
import { Effect, FileSystem, Layer, Option, Path, Schema } from "effect";

import { parseOutboxHeader } from "./outbox_header.ts";

const isEmailId = Schema.is(EmailId);

/** How many files are read at the same time. */
const CONCURRENCY = 8;

/** Reads the emails that {@linkcode mailerOutbox} writes to a folder. */
export function outboxFiles(
  folder: string,
): Layer.Layer<Outbox, never, FileSystem.FileSystem | Path.Path> {
  return Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const path = yield* Path.Path;

      /** None if there is no such file: emails can be erased at any time. */
      const message = (id: string) =>
        isEmailId(id)
          ? Effect.option(fs.readFile(path.join(folder, `${id}.eml`)))
          : Effect.succeed(Option.none());

      const find = (id: string) =>
        Effect.map(message(id), (read) => Option.flatMap(read, parseOutboxHeader));

      const newest = Effect.fn("Outbox.newest")(function* (limit: number) {
        const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => []);
        // The ids begin with the time.
        const ids = names
          .filter((name) => name.endsWith(".eml"))
          .map((name) => path.parse(name).name)
          .filter(isEmailId)
          .toSorted()
          .toReversed();
        const emails = yield* Effect.forEach(ids.slice(0, limit), find, {
          concurrency: CONCURRENCY,
        });
        return emails.flatMap(Option.toArray);
      });

      return Outbox.of({ newest, find, message });
    }),
  );
}

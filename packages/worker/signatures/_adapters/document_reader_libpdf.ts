import { DocumentReader, UnreadableDocument } from "@paraph/core/signatures";
import { Effect, Layer } from "effect";

import { OneShotThreads } from "../../_threads/one_shot_threads.ts";

/** How long a document may take to be read. */
const DEADLINE = "10 seconds";

/** Why a document could not be read, in words for whoever sent it. */
const MESSAGES = {
  fault: "The PDF is damaged",
  deadline: "The PDF takes too long to read",
  death: "The PDF takes too much memory to read",
} as const;

/** Reads documents with LibPDF, each on a thread of its own: a damaged one can hang nobody else. */
export const documentReader = Layer.effect(
  DocumentReader,
  Effect.gen(function* () {
    const threads = yield* OneShotThreads;
    const read = Effect.fn("DocumentReader.read")(function* (
      pdf: Uint8Array,
      texts: ReadonlyArray<string>,
    ) {
      const reading = yield* threads.run("read", { pdf, texts }, { deadline: DEADLINE }).pipe(
        Effect.tapError(({ reason, message }) =>
          Effect.logWarning("A document could not be read", reason, message),
        ),
        Effect.mapError(({ reason }) => new UnreadableDocument({ message: MESSAGES[reason] })),
      );
      if (reading.kind === "read") return reading.document;
      return yield* new UnreadableDocument({ message: reading.message });
    });
    return DocumentReader.of({ read });
  }),
).pipe(Layer.provide(OneShotThreads.layer));

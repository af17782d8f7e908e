import { DocumentReader, UnreadableDocument } from "@paraph/core/signatures";
import { Effect, Layer } from "effect";

import { type JobFailed, JobThreads, readingThreads } from "../threads/job_threads.ts";
import { type Unreadable, UnreadableFiles } from "../threads/unreadable_files.ts";
import { MEMORY_EXCEEDED } from "../threads/worker_thread.ts";

const DEADLINE = "10 seconds";

/** The messages for the sender of the document. */
const MESSAGES = {
  fault: "The PDF is damaged",
  deadline: "The PDF takes too long to read",
  death: "The PDF takes too much memory to read",
} as const;

/** Reads documents with LibPDF, each on a separate thread, so that a damaged one cannot block others. */
export const documentReader = Layer.effect(
  DocumentReader,
  Effect.gen(function* () {
    const threads = yield* JobThreads;
    const unreadable = new UnreadableFiles();
    const readOnThread = Effect.fnUntraced(function* (
      pdf: Uint8Array,
      texts: ReadonlyArray<string>,
    ) {
      const reading = yield* threads
        .run("read", { pdf, texts }, { deadline: DEADLINE })
        .pipe(
          Effect.tapError(({ reason, message }) =>
            Effect.logWarning("A document could not be read", reason, message),
          ),
        );
      return reading.kind === "read"
        ? reading.document
        : yield* unreadableDocument(reading.message);
    });
    const read = Effect.fn("DocumentReader.read")((pdf: Uint8Array, texts: ReadonlyArray<string>) =>
      unreadable
        .readOnce(pdf, readOnThread(pdf, texts), unreadableDocument, verdictOf)
        .pipe(
          Effect.mapError((error) =>
            error._tag === "job_failed" ? unreadableDocument(MESSAGES[error.reason]) : error,
          ),
        ),
    );
    return DocumentReader.of({ read });
  }),
).pipe(Layer.provide(readingThreads));

function unreadableDocument(message: string): UnreadableDocument {
  return new UnreadableDocument({ message });
}

/** Returns what a failure says about the document; undefined when the thread died for another reason. */
function verdictOf(error: UnreadableDocument | JobFailed): Unreadable | undefined {
  if (error._tag === "unreadable_document") return { message: error.message, isCostly: false };
  const { reason, message } = error;
  if (reason === "death" && message !== MEMORY_EXCEEDED) return undefined;
  return { message: MESSAGES[reason], isCostly: reason !== "fault" };
}

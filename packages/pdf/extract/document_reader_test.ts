import type { Worker } from "node:worker_threads";
import { deflateSync } from "node:zlib";

import { assert, describe, it } from "@effect/vitest";
import { DocumentReader } from "@paraph/core/signatures";
import { Effect } from "effect";
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";

import { packedContent } from "../testing/pdf_bombs.ts";
import { documentReader } from "./document_reader.ts";

const plain = async (change: (doc: PDFDocument) => void = () => {}) => {
  const doc = await PDFDocument.create();
  doc.addPage([200, 100]).drawText("Sign here", { x: 20, y: 50, size: 10 });
  change(doc);
  return doc.save({ useObjectStreams: false });
};

const page = (doc: PDFDocument) => doc.getPage(0).node;

/** Content that replaces that of a page or a form. */
const stream = (doc: PDFDocument, content: Uint8Array, entries: Record<string, PDFName> = {}) => {
  const dict = PDFDict.withContext(doc.context);
  dict.set(PDFName.of("Filter"), PDFName.of("FlateDecode"));
  for (const [key, value] of Object.entries(entries)) dict.set(PDFName.of(key), value);
  return doc.context.register(PDFRawStream.of(dict, deflateSync(content)));
};

/** Files that cannot be read. */
const UNREADABLE: ReadonlyArray<readonly [string, () => Promise<Uint8Array>]> = [
  ["nothing", async () => new Uint8Array()],
  ["garbage", async () => Buffer.from("<html>Not found</html>")],
  ["only a beginning", async () => (await plain()).subarray(0, 200)],
  [
    "an encrypted file",
    () =>
      plain(({ context }) => {
        const encrypt = { Filter: "Standard", V: 1, R: 2, O: "o".repeat(32), U: "u".repeat(32) };
        context.trailerInfo.Encrypt = context.register(context.obj({ ...encrypt, P: -4 }));
      }),
  ],
  [
    "a file without pages",
    () => plain((doc) => doc.catalog.Pages().set(PDFName.of("Kids"), doc.context.obj([]))),
  ],
  [
    "too many pages",
    () =>
      plain((doc) => {
        for (let index = 0; index < 10_000; index++) doc.addPage([10, 10]);
      }),
  ],
  [
    "content that unpacks without end",
    () =>
      plain((doc) => {
        page(doc).set(PDFName.of("Contents"), stream(doc, new Uint8Array(100_000_000)));
      }),
  ],
];

/** Files that look dangerous and can be read. */
const READABLE: ReadonlyArray<readonly [string, () => Promise<Uint8Array>]> = [
  [
    "a page larger than a country",
    () => plain((doc) => doc.getPage(0).setMediaBox(0, 0, 1_000_000_000, 1_000_000_000)),
  ],
  [
    "a form that draws itself recursively",
    () =>
      plain((doc) => {
        const name = PDFName.of("X");
        const draws = Buffer.from("/X Do ".repeat(100));
        const form = stream(doc, draws, {
          Type: PDFName.of("XObject"),
          Subtype: PDFName.of("Form"),
        });
        page(doc).setXObject(name, form);
        page(doc).set(PDFName.of("Contents"), stream(doc, draws));
      }),
  ],
  [
    "content that makes no sense",
    () =>
      plain((doc) => {
        const content = `BT ${"[".repeat(5000)} (((( ${"q ".repeat(5000)} <</A<<>> BI ID /F1 1e999 Tf`;
        page(doc).set(PDFName.of("Contents"), stream(doc, Buffer.from(content)));
      }),
  ],
];

/** Counts the jobs on threads that this process starts from now on. */
const countJobs = Effect.acquireRelease(
  Effect.sync(() => {
    const jobs = { count: 0 };
    const watch = (worker: Worker) => {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (...message: Parameters<typeof post>) => {
        jobs.count += 1;
        post(...message);
      };
    };
    process.on("worker", watch);
    return { jobs, watch };
  }),
  ({ watch }) => Effect.sync(() => process.off("worker", watch)),
).pipe(Effect.map(({ jobs }) => jobs));

describe("documentReader", () => {
  it.live("reads sizes and finds texts", () =>
    Effect.gen(function* () {
      const { read } = yield* DocumentReader;
      const { pages, matches: boxesByText } = yield* read(yield* Effect.promise(() => plain()), [
        "sign here",
      ]);
      assert.deepStrictEqual(pages, [{ width: 200, height: 100 }]);
      assert.strictEqual(boxesByText[0]?.length, 1);
    }).pipe(Effect.provide(documentReader)),
  );

  it.live("refuses unreadable files and continues to read others", () =>
    Effect.gen(function* () {
      const { read } = yield* DocumentReader;
      for (const [name, make] of UNREADABLE) {
        const bytes = yield* Effect.promise(make);
        const error = yield* Effect.flip(read(bytes, ["sign"]));
        assert.strictEqual(error._tag, "unreadable_document", name);
      }
      for (const [name, make] of READABLE) {
        const bytes = yield* Effect.promise(make);
        const { pages } = yield* read(bytes, ["sign"]);
        assert.strictEqual(pages.length, 1, name);
      }
    }).pipe(Effect.provide(documentReader)),
  );

  it.live("remembers an unreadable document, regardless of the texts to find", () =>
    Effect.gen(function* () {
      const { read } = yield* DocumentReader;
      const jobs = yield* countJobs;
      const bomb = packedContent();
      for (const text of ["sign", "date"]) {
        const { message } = yield* Effect.flip(read(bomb, [text]));
        assert.strictEqual(message, "The PDF unpacks to too much data");
      }
      assert.strictEqual(jobs.count, 1);
      yield* read(yield* Effect.promise(() => plain()), ["sign"]);
      assert.strictEqual(jobs.count, 2);
    }).pipe(Effect.provide(documentReader), Effect.scoped),
  );

  it.live("ends on a cyclic page tree", () =>
    Effect.gen(function* () {
      const { read } = yield* DocumentReader;
      const bytes = yield* Effect.promise(() =>
        plain((doc) => {
          const tree = doc.catalog.get(PDFName.of("Pages"));
          if (tree === undefined) return;
          doc.catalog.Pages().set(PDFName.of("Kids"), doc.context.obj([tree, tree]));
        }),
      );
      const outcome = yield* Effect.exit(read(bytes, ["sign"]));
      assert.strictEqual(outcome._tag, "Failure");
    }).pipe(Effect.provide(documentReader)),
  );
});

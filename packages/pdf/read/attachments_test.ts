import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";
import { PDFDocument } from "pdf-lib";

import { readAttachment } from "./attachments.ts";

/** A PDF with attached texts by name. */
async function pdfWith(files: Readonly<Record<string, string>>, useObjectStreams = true) {
  const doc = await PDFDocument.create();
  doc.addPage();
  for (const [name, text] of Object.entries(files))
    await doc.attach(new TextEncoder().encode(text), name, { mimeType: "text/xml" });
  return doc.save({ useObjectStreams });
}

describe("readAttachment()", () => {
  it.effect("reads the first name that is attached, also from object streams", () =>
    Effect.gen(function* () {
      const files = { "b.xml": "<b/>", "a.xml": "<a/>".repeat(10_000) };
      for (const useObjectStreams of [true, false]) {
        const bytes = yield* Effect.promise(() => pdfWith(files, useObjectStreams));
        const { attached, file } = yield* readAttachment(bytes, ["c.xml", "a.xml", "b.xml"]);
        assert.sameMembers(attached, ["a.xml", "b.xml"]);
        assert.strictEqual(new TextDecoder().decode(file), files["a.xml"]);
      }
    }),
  );

  it.effect("reads none from a PDF without attachments", () =>
    Effect.gen(function* () {
      const bytes = yield* Effect.promise(() => pdfWith({}));
      assert.deepEqual(yield* readAttachment(bytes, ["a.xml"]), { attached: [], file: undefined });
    }),
  );

  it.effect.each(["", "nonsense"])("refuses %j", (text) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(readAttachment(new TextEncoder().encode(text), []));
      assert.strictEqual(failure._tag, "unreadable_attachments");
    }),
  );
});

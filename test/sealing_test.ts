import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { type Mark, PdfSealer, type SealOrder } from "@paraph/core/signing";
import { pdfSealer } from "@paraph/worker";
import { Effect, Redacted } from "effect";
import { PDFDocument } from "pdf-lib";

import { callParaph } from "../packages/cli/_testing/paraph_command.ts";
import {
  at,
  certificateOf,
  DRAWN,
  eventsOf,
  recipientOf,
} from "../packages/worker/signing/_adapters/testing/certificates.ts";
import {
  EC_P12,
  P12_PASSWORD,
  RSA_P12,
} from "../packages/worker/signing/_adapters/testing/p12_files.ts";
import { documentOf } from "../packages/worker/signing/_adapters/testing/sealing.ts";
import { readWith } from "./outside_tool.ts";
import { pdfText } from "./pdf_text.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-sealing-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const options = {
  dataDir: folder,
  p12Path: undefined,
  p12Password: undefined,
  tsaUrl: undefined,
  publicUrl: "http://127.0.0.1:3000",
};

let files = 0;
const write = (bytes: Uint8Array, extension = "pdf") => {
  const file = path.join(folder, `${files++}.${extension}`);
  fs.writeFileSync(file, bytes);
  return file;
};

const p12 = (content: Uint8Array, password = P12_PASSWORD) => ({
  ...options,
  p12Path: write(content, "p12"),
  p12Password: Redacted.make(password),
});

const MARKS: ReadonlyArray<Mark> = [
  { page: 1, x: 10, y: 80, width: 30, height: 6, kind: "signature", signature: DRAWN },
  { page: 2, x: 10, y: 80, width: 30, height: 4, kind: "text", text: "2026-05-04" },
];

const orderOf = (pdf: Uint8Array): SealOrder => ({
  pdf,
  marks: MARKS,
  reason: "All recipients have signed",
  at: at("2026-05-04T03:02:01.000Z"),
});

/** Everybody who can tell whether a sealed file is whole says that it is. */
const holds = (file: string) => {
  const sig = readWith("pdfsig", [file]);
  if (sig !== undefined) {
    assert.include(sig.output, "Signature is Valid");
    assert.include(sig.output, "Total document signed");
    assert.include(sig.output, "ETSI.CAdES.detached");
    assert.notInclude(sig.output, "Signature #2");
  }
  const check = readWith("qpdf", ["--check", file]);
  if (check !== undefined) assert.strictEqual(check.status, 0, check.output);
};

describe("PdfSealer", () => {
  it.live.each([
    ["an identity of its own", () => options],
    ["an RSA key of an operator's", () => p12(RSA_P12)],
    ["an elliptic curve of an operator's", () => p12(EC_P12)],
  ] as const)(
    "seals documents and certificates with %s",
    ([, identity]) =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const document = yield* sealer.seal(orderOf(yield* Effect.promise(() => documentOf(3))));
        assert.strictEqual(document.pageCount, 3);
        assert.strictEqual(document.seal.level, "PAdES B-B");
        holds(write(document.bytes));
        assert.include((yield* pdfText(document.bytes))[1], "2026-05-04");
        const given = certificateOf({ seal: document.seal });
        const certificate = yield* sealer.certify(given);
        const file = write(certificate.bytes);
        holds(file);
        const attached = readWith("pdfdetach", ["-list", file]);
        if (attached !== undefined) assert.include(attached.output, "audit.json");
        const text = (yield* pdfText(certificate.bytes)).join(" ");
        for (const said of [document.seal.fingerprint, given.head, "Priya Raman", "203.0.113.7"])
          assert.include(text, said);
      }).pipe(Effect.provide(pdfSealer(identity()))),
    { timeout: 120_000 },
  );

  it.live(
    "seals the same document to the same bytes",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const order = orderOf(yield* Effect.promise(() => documentOf(2)));
        const first = yield* sealer.seal(order);
        assert.deepStrictEqual(yield* sealer.seal(order), first);
        // Sealed once more, a document has the one seal that covers all of it.
        holds(write((yield* sealer.seal({ ...order, pdf: first.bytes })).bytes));
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );

  it.live(
    "seals 200 pages of 20 MB",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const pdf = yield* Effect.promise(async () => {
          const document = await PDFDocument.load(await documentOf(200));
          await document.attach(randomBytes(20 * 2 ** 20 - 200_000), "noise.bin");
          return document.save();
        });
        const { bytes, pageCount } = yield* sealer.seal(orderOf(pdf));
        assert.strictEqual(pageCount, 200);
        holds(write(bytes));
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );

  it.live(
    "certifies what twenty people did in two thousand steps, whatever they call themselves",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const recipients = Array.from({ length: 20 }, (_, index) => recipientOf(index + 1));
        const large = yield* sealer.certify(certificateOf({ recipients, events: eventsOf(2000) }));
        const pages = yield* pdfText(large.bytes);
        assert.include(pages.join(" "), "Jane Doe 20");
        pages.forEach((page, index) =>
          assert.include(page, `Page ${index + 1} of ${pages.length}`),
        );
        const hostile = {
          name: "\u202e{value0} {1+1} \u0000\ud800\u{10400}",
          email: `${"a".repeat(240)}@example.com`,
          userAgent: "{x} \n".repeat(1000),
          signature: { kind: "typed", text: `日本語 \u{10400}${"W".repeat(190)}` } as const,
          initials: { kind: "drawn", width: 1, height: 10_000, strokes: [[0, 0]] } as const,
        };
        const odd = yield* sealer.certify(
          certificateOf({ name: "مرحبا {".repeat(36), recipients: [recipientOf(1, hostile)] }),
        );
        assert.include((yield* pdfText(odd.bytes)).join(" "), "{value0} {1+1}");
        holds(write(odd.bytes));
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 180_000 },
  );

  it.live("does not start with a file that it cannot open, and says why in a line", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(
        Effect.provide(Effect.asVoid(PdfSealer), pdfSealer(p12(RSA_P12, "hunter2"))),
      );
      assert.strictEqual(
        failed.message,
        "SIGNING_P12_PASSWORD does not open the file at SIGNING_P12_PATH",
      );
    }),
  );

  it.live(
    "seals nothing while the time-stamping authority cannot be reached",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const pdf = yield* Effect.promise(() => documentOf(1));
        const { _tag, message } = yield* Effect.flip(sealer.seal({ ...orderOf(pdf), marks: [] }));
        assert.strictEqual(_tag, "sealing_delayed");
        assert.strictEqual(message, "The time-stamping authority cannot be reached");
      }).pipe(
        Effect.provide(pdfSealer({ ...options, tsaUrl: Redacted.make("http://127.0.0.1:9/") })),
      ),
    { timeout: 120_000 },
  );

  it.live(
    "paraph verify tells what is untouched, and fails for what is not",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const pdf = yield* Effect.promise(() => documentOf(1));
        const { bytes, seal } = yield* sealer.seal({ ...orderOf(pdf), marks: [] });
        const verify = (file: Uint8Array) => callParaph(["verify", write(file)], {});
        const whole = yield* verify(bytes);
        assert.strictEqual(whole.code, 0, whole.stderr);
        for (const said of ["is untouched", seal.fingerprint, seal.subject, "2026-05-04T03:02:01"])
          assert.include(whole.stdout, said);
        const flipped = Uint8Array.from(bytes);
        flipped[500] = (flipped[500] ?? 0) ^ 1;
        const changed = yield* verify(flipped);
        assert.strictEqual(changed.code, 1);
        assert.include(changed.stderr, "What was sealed has been changed");
        const none = yield* callParaph(["verify", path.join(folder, "none.pdf"), "--json"], {});
        assert.strictEqual(none.code, 1);
        assert.include(none.stderr, "there is no such file");
        const unsealed = yield* callParaph(["verify", write(pdf), "--json"], {});
        assert.strictEqual(unsealed.code, 1);
        assert.deepInclude(JSON.parse(unsealed.stdout), {
          intact: false,
          problems: ["It is not sealed"],
        });
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );
});

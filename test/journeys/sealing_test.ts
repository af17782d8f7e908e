import { randomBytes } from "node:crypto";

import { assert, describe, it } from "@effect/vitest";
import { PdfCombiner, PdfSealer } from "@paraph/core/builtin_provider";
import { pdfSealer } from "@paraph/pdf";
import { readAttachment } from "@paraph/pdf/attachments";
import { verifySealedPdf } from "@paraph/pdf/verify";
import { localServer } from "@paraph/testing/local_server";
import { DateTime, Effect, Redacted } from "effect";
import { encode } from "fast-png";
import { AFRelationship, PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from "pdf-lib";

import { certificateOf, eventsOf, recipientOf } from "../../packages/pdf/testing/certificates.ts";
import { EC_P12, P12_PASSWORD, RSA_P12 } from "../../packages/pdf/testing/p12_files.ts";
import { documentOf } from "../../packages/pdf/testing/sealing.ts";
import { stampTime } from "../../packages/pdf/testing/time_stamping.ts";
import { readWith } from "../support/outside_tool.ts";
import { pdfText } from "../support/pdf_text.ts";
import { sealingFixture } from "./sealing_fixture.ts";

const { options, write, orderOf, holds } = sealingFixture();

const p12 = (content: Uint8Array, password = P12_PASSWORD) => ({
  ...options,
  p12Path: write(content, "p12"),
  p12Password: Redacted.make(password),
});

describe("PdfSealer", () => {
  it.live.each([
    ["a self-signed certificate", () => options],
    ["an operator's RSA key", () => p12(RSA_P12)],
    ["an operator's elliptic curve key", () => p12(EC_P12)],
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
        const input = certificateOf({ seal: document.seal });
        const certificate = yield* sealer.certify(input, document.bytes);
        const file = write(certificate.bytes);
        holds(file);
        const attachments = readWith("pdfdetach", ["-list", file]);
        if (attachments !== undefined) assert.include(attachments.output, "audit.json");
        const text = (yield* pdfText(certificate.bytes)).join(" ");
        for (const value of [document.seal.fingerprint, input.head, "Priya Raman", "203.0.113.7"])
          assert.include(text, value);
      }).pipe(Effect.provide(pdfSealer(identity()))),
    { timeout: 120_000 },
  );

  it.live(
    "shows the branding of the sender, without a logo that a PDF cannot show",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const svg = (content: string) => ({
          type: "image/svg+xml" as const,
          bytes: new TextEncoder().encode(
            `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${content}</svg>`,
          ),
        });
        const path = '<path d="M0 0h20v10H0z"/>';
        const damaged = { type: "image/png" as const, bytes: new TextEncoder().encode("no image") };
        for (const logo of [
          null,
          svg(path),
          svg(`<linearGradient id="a"/><g fill="url(#a)">${path}</g>`),
          damaged,
        ]) {
          const branding = { name: "Acme & Søn", logo, footer: "Acme Ltd\n1 High Street" };
          const { bytes } = yield* sealer.certify(certificateOf({ branding }), NO_PDF);
          const text = (yield* pdfText(bytes)).join(" ");
          for (const part of ["Acme & Søn", "Certificate of completion", "1 High Street"])
            assert.include(text, part);
        }
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );

  it.live(
    "shows the first pages of the document small, and none of a document that cannot be drawn",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const certifyPages = Effect.fnUntraced(function* (pageCount: number, pdf: Uint8Array) {
          const document = { ...certificateOf().document, pageCount };
          const { bytes } = yield* sealer.certify(certificateOf({ document }), pdf);
          const file = write(bytes);
          holds(file);
          const images = readWith("pdfimages", ["-list", file])?.output.match(/ 192 +272 /gu);
          return { size: bytes.length, images, text: (yield* pdfText(bytes)).join(" ") };
        });
        const few = yield* certifyPages(3, yield* Effect.promise(() => documentOf(3)));
        const many = yield* certifyPages(14, yield* Effect.promise(noisyDocument));
        const none = yield* certifyPages(3, NO_PDF);
        if (few.images !== undefined) {
          assert.strictEqual(few.images?.length, 3);
          assert.strictEqual(many.images?.length, 12);
          assert.isNull(none.images);
        }
        assert.include(many.text, "and 2 more pages");
        assert.notInclude(few.text, "more pages");
        // The densest images, one for each page.
        assert.isBelow(many.size, none.size + 12 * 32_000);
      }).pipe(Effect.provide(pdfSealer(options))),
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
        // When sealed again, a document has one seal that covers all of it.
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
    "certifies two thousand events of twenty people, with any names",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const recipients = Array.from({ length: 20 }, (_, index) => recipientOf(index + 1));
        const large = yield* sealer.certify(
          certificateOf({ recipients, events: eventsOf(2000) }),
          NO_PDF,
        );
        const pages = yield* pdfText(large.bytes);
        assert.include(pages.join(" "), "Jane Doe 20");
        pages.forEach((page, index) =>
          assert.include(page, `Page ${index + 1} of ${pages.length}`),
        );
        const hostile = {
          name: "\u202e{value0} {1+1} \u0000\u{d800}\u{10400}",
          email: `${"a".repeat(240)}@example.com`,
          userAgent: "{x} \n".repeat(1000),
          signature: { kind: "typed", text: `日本語 \u{10400}${"W".repeat(190)}` } as const,
          initials: { kind: "drawn", width: 1, height: 10_000, strokes: [[0, 0]] } as const,
        };
        const odd = yield* sealer.certify(
          certificateOf({ name: "مرحبا {".repeat(36), recipients: [recipientOf(1, hostile)] }),
          NO_PDF,
        );
        assert.include((yield* pdfText(odd.bytes)).join(" "), "{value0} {1+1}");
        holds(write(odd.bytes));
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 180_000 },
  );

  it.live("does not start with an unreadable file, and reports the reason in a line", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.provide(Effect.asVoid(PdfSealer), pdfSealer(p12(RSA_P12, "hunter2"))),
      );
      assert.strictEqual(
        error.message,
        "SIGNING_P12_PASSWORD does not open the file at SIGNING_P12_PATH",
      );
    }),
  );

  it.live(
    "the document, its certificate and the file of both have time stamps of their own",
    () =>
      Effect.gen(function* () {
        let stamps = 0;
        const authority = yield* localServer((request, response) => {
          const chunks: Array<Buffer> = [];
          request.on("data", (chunk: Buffer) => chunks.push(chunk));
          request.on("end", async () => {
            stamps += 1;
            response.end(await stampTime(Buffer.concat(chunks)));
          });
        });
        const tsaUrl = Redacted.make(`http://127.0.0.1:${authority.port}/tsr`);
        yield* Effect.gen(function* () {
          const sealer = yield* PdfSealer;
          const { combine } = yield* PdfCombiner;
          const pdf = yield* Effect.promise(() => documentOf(1));
          const signed = yield* sealer.seal({ ...orderOf(pdf), marks: [] });
          const input = certificateOf({ seal: signed.seal });
          const certified = yield* sealer.certify(input, signed.bytes);
          const { requestId, name } = input;
          const documents = { signed: signed.bytes, certificate: certified.bytes };
          const combined = yield* combine({ requestId, name, ...documents });
          for (const bytes of [signed.bytes, certified.bytes, combined]) {
            const verification = verifySealedPdf(bytes);
            assert(verification.intact);
            assert.strictEqual(verification.seal.level, "PAdES B-T");
            assert.include(verification.seal.timeStamp?.authority, "CN=Example Time Stamping");
          }
          assert.strictEqual(stamps, 3);
        }).pipe(Effect.provide(pdfSealer({ ...options, tsaUrl })));
      }),
    { timeout: 120_000 },
  );

  it.live(
    "the file of both has the attached files of the document, and the audit trail of the certificate",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const { combine } = yield* PdfCombiner;
        const signed = yield* sealer.seal(orderOf(yield* Effect.promise(documentWithFiles)));
        const input = certificateOf({ seal: signed.seal });
        const certified = yield* sealer.certify(input, signed.bytes);
        const { requestId, name } = input;
        const documents = { signed: signed.bytes, certificate: certified.bytes };
        const combined = yield* combine({ requestId, name, ...documents });
        const file = write(combined);
        holds(file);
        const { attached, file: invoice } = yield* readAttachment(combined, ["factur-x.xml"]);
        assert.sameMembers(attached, [
          "audit.json",
          "audit (2).json",
          "factur-x.xml",
          "№ 7/8 (draft).txt",
        ]);
        assert.strictEqual(Buffer.from(invoice ?? []).toString(), INVOICE_XML);
        const catalog = (yield* Effect.promise(() =>
          PDFDocument.load(combined, { updateMetadata: false }),
        )).catalog;
        const [specification, ...others] = catalog.lookup(PDFName.of("AF"), PDFArray).asArray();
        assert.lengthOf(others, 2);
        const properties = catalog.context.lookup(specification, PDFDict);
        const relationship = properties.get(PDFName.of("AFRelationship"));
        assert.strictEqual(String(relationship), "/Alternative");
        const about = properties.lookup(PDFName.of("Desc"), PDFHexString);
        assert.strictEqual(about.decodeText(), "The invoice");
        // The sender's own trail is a file like others.
        const { file: trail } = yield* readAttachment(combined, ["audit.json"]);
        assert.strictEqual(Buffer.from(trail ?? []).toString(), input.auditJson);
        const list = readWith("pdfdetach", ["-list", file])?.output;
        if (list !== undefined) assert.include(list, "4 embedded files");
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
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
    "sealed documents have the dates of creation and sealing, and their other metadata",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const pdf = yield* Effect.promise(titledDocument);
        const { bytes } = yield* sealer.seal({ ...orderOf(pdf), marks: [] });
        const document = yield* Effect.promise(() =>
          PDFDocument.load(bytes, { updateMetadata: false }),
        );
        assert.strictEqual(document.getTitle(), "Terms");
        assert.deepStrictEqual(
          document.getCreationDate(),
          DateTime.toDateUtc(orderOf(pdf).createdAt),
        );
        assert.deepStrictEqual(document.getModificationDate(), DateTime.toDateUtc(orderOf(pdf).at));
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );
});

/** No document, so that a certificate shows no pages. */
const NO_PDF = new TextEncoder().encode("no PDF");

/** 14 pages of random colours, of different sizes. */
async function noisyDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = { width: 300, height: 300, channels: 3 as const };
  const noise = encode({ ...picture, data: new Uint8Array(randomBytes(300 * 300 * 3)) });
  const image = await document.embedPng(noise);
  for (let page = 1; page <= 14; page++) {
    const [width, height] = page % 3 === 0 ? [842, 595] : [200 * page, 400];
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
  }
  return document.save();
}

const INVOICE_XML = "<CrossIndustryInvoice/>";

/** A document with an electronic invoice, a note, and a file with the name of audit trails. */
async function documentWithFiles(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await documentOf(2));
  const invoice = new TextEncoder().encode(INVOICE_XML);
  const afRelationship = AFRelationship.Alternative;
  const about = { mimeType: "text/xml", description: "The invoice", afRelationship };
  await document.attach(invoice, "factur-x.xml", about);
  await document.attach(new TextEncoder().encode("Draft"), "№ 7/8 (draft).txt");
  const trail = JSON.stringify({ format: "paraph-audit/1", events: [] });
  await document.attach(new TextEncoder().encode(trail), "audit.json");
  return document.save();
}

async function titledDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await documentOf(1));
  document.setTitle("Terms");
  document.setCreationDate(new Date(0));
  return document.save();
}

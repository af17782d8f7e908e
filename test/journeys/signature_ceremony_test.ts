import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { checkAuditChain } from "@paraph/core/builtin_provider";
import { verifySealedPdf } from "@paraph/pdf/verify";
import { DateTime, Effect } from "effect";
import { degrees, PDFDocument, StandardFonts } from "pdf-lib";

import { apiServerWith } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import type { RawResponse } from "../../packages/http/_testing/http_client.ts";
import { visit } from "../../packages/http/_testing/shared_document.ts";
import { readAttachment } from "../../packages/pdf/read/attachments.ts";
import { brokenArchiveRules } from "../../packages/pdf/testing/standards/archive_rules.ts";
import { brokenUaRules } from "../../packages/pdf/testing/standards/ua_rules.ts";
import { withPdf } from "../rendering/raster.ts";
import { renderFiles, renderingServices } from "../support/example_drawing.ts";
import { readIfInstalled, readWith } from "../support/outside_tool.ts";
import {
  renderWithPoppler,
  inkAdded,
  inkIn,
  type Picture,
  pictureOf,
} from "../support/pdf_pictures.ts";
import { pdfText } from "../support/pdf_text.ts";
import {
  act,
  addressOf,
  ceremonyOf,
  eventually,
  submissionOf,
  emailsTo,
  createSignatureRequest,
  sign,
  tokenOf,
} from "../support/signing/signing_by_email.ts";
import { verapdfFailures } from "../support/verapdf.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-ceremony-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A plain page, one rotated by 90°, and one that is cropped and rotated by 180°. */
const threePages = Effect.promise(async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const pages = [0, 90, 180].map((angle, index) => {
    const page = pdf.addPage([595, 842]);
    page.drawText(`Page ${index + 1} of the agreement`, { x: 200, y: 420, size: 14, font });
    page.setRotation(degrees(angle));
    return page;
  });
  pages[2]?.setCropBox(60, 90, 450, 650);
  return pdf.save();
});

const place = (recipientIndex: number, type: string, page: number, x: number, y: number) => ({
  recipientIndex,
  type,
  page,
  x,
  y,
  width: 25,
  height: type === "text_area" ? 8 : 5,
  required: true,
});

/** All kinds of fields, on every page, in separate corners. */
const FIELDS = [
  place(2, "signature", 1, 5, 5),
  place(2, "initial", 1, 60, 5),
  place(2, "date", 1, 5, 20),
  place(2, "text", 2, 5, 5),
  place(2, "checkbox", 2, 60, 5),
  { ...place(2, "dropdown", 2, 5, 80), options: ["Monthly", "Yearly"] },
  { ...place(2, "radio_buttons", 3, 5, 5), options: ["Standard", "Express"] },
  place(2, "text_area", 3, 60, 5),
  place(1, "signature", 2, 60, 80),
  place(1, "initial", 3, 5, 80),
  place(1, "date", 3, 60, 80),
  place(3, "text", 1, 60, 85),
];

/** Lines that reach all sides of their pad. */
const DRAWN_SIGNATURE = {
  kind: "drawn",
  width: 400,
  height: 200,
  strokes: [
    [0, 0, 100, 190, 200, 20, 300, 180, 400, 200],
    [0, 200, 400, 0],
  ],
} as const;

const DPI = 60;

const picturesOf = (pdf: Uint8Array) =>
  Effect.promise(() =>
    withPdf(pdf, async ({ pageCount, raster }) => {
      const pictures: Array<Picture> = [];
      for (let page = 0; page < pageCount; page++) {
        pictures.push(pictureOf(await raster([page], DPI)));
      }
      return pictures;
    }),
  );

/** Asserts that additions to a document are inside its fields, and in each of them. */
const assertInPlace = (after: ReadonlyArray<Picture>, before: ReadonlyArray<Picture>) => {
  assert.strictEqual(after.length, before.length);
  after.forEach((picture, pageIndex) => {
    const places = FIELDS.filter(({ page }) => page === pageIndex + 1);
    const { inside, outside } = inkIn(inkAdded(picture, before[pageIndex] ?? picture), places);
    assert.strictEqual(outside, 0, `page ${pageIndex + 1}`);
    inside.forEach((dots, index) => assert.isAbove(dots, 10, JSON.stringify(places[index])));
  });
};

/** Asserts that every verifier accepts the seal of a file; returns the file's path, for other tools. */
const assertSealed = ({ bytes }: RawResponse, name: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, bytes);
  const verification = verifySealedPdf(bytes);
  assert.isTrue(verification.intact, JSON.stringify(verification));
  const pdfsig = readWith("pdfsig", [file])?.output;
  if (pdfsig !== undefined) {
    for (const words of ["Signature is Valid", "Total document signed"]) {
      assert.include(pdfsig, words);
    }
    assert.notInclude(pdfsig, "Signature #2");
  }
  assert.strictEqual(readWith("qpdf", ["--check", file])?.status ?? 0, 0);
  const mutool = readIfInstalled("mutool", ["sign", "-v", file])?.output;
  if (mutool !== undefined) assert.include(mutool, "unchanged since signing");
  return file;
};

/** A request without the state of its emails, since some are sent after it has ended. */
const withoutEmails = (request: unknown): unknown =>
  JSON.parse(JSON.stringify(request, (key, value: unknown) => (key === "delivery" ? null : value)));

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const from = (ip: string) => ({ "x-forwarded-for": ip });

layer(apiServerWith({ trustProxy: { hops: 1 } }), {
  excludeTestServices: true,
  timeout: "2 minutes",
})("a document that is signed", (it) => {
  describe("by two in order, approved, and sent to one more", () => {
    it.effect(
      "ends as one sealed document with its evidence, for every recipient",
      () =>
        Effect.gen(function* () {
          const [ada, bob] = [addressOf("ada"), addressOf("bob")];
          const [cleo, dan] = [addressOf("cleo"), addressOf("dan")];
          const original = yield* threePages;
          const envelope = yield* createSignatureRequest({
            pdf: original,
            pageCount: 3,
            recipients: [
              { firstName: "Dan", email: dan, designation: "CC", order: 4 },
              { firstName: "Bob", lastName: "Ross", email: bob, order: 2 },
              { firstName: "Ada", lastName: "Lovelace", email: ada, order: 1 },
              { firstName: "Cleo", email: cleo, designation: "Approver", order: 3 },
            ],
            fields: FIELDS,
          });
          assert.strictEqual(envelope.created.status, 201, envelope.created.text);

          // In turn, since a recipient has no link before that.
          const first = yield* tokenOf(ada, /^Please sign/);
          assert.deepStrictEqual(yield* emailsTo(bob), []);
          assert.strictEqual((yield* envelope.download).status, 409);
          const response = yield* act(first, "open", undefined, from("203.0.113.1"));
          assert.deepStrictEqual(response.json, { state: "open" });
          yield* eventually(envelope.request, ({ status }) => status === "viewed");
          assert.strictEqual((yield* sign(first, {}, from("203.0.113.1"))).status, 200);
          const second = yield* tokenOf(bob, /^Please sign/);
          assert.strictEqual((yield* ceremonyOf(second)).earlierMarks.length, 8);
          assert.deepStrictEqual([yield* emailsTo(cleo), yield* emailsTo(dan)], [[], []]);
          const marks = { signature: DRAWN_SIGNATURE, initials: DRAWN_SIGNATURE };
          assert.strictEqual((yield* sign(second, marks, from("203.0.113.2"))).status, 200);
          const third = yield* tokenOf(cleo, /^Please approve/);
          assert.strictEqual((yield* visit(`/sign/${third}/signed.pdf`)).status, 409);
          assert.notStrictEqual((yield* envelope.request)["status"], "completed");
          assert.strictEqual((yield* sign(third, {}, from("203.0.113.3"))).status, 200);

          const request = yield* envelope.awaitStatus("completed");
          assert.strictEqual(request["status"], "completed", JSON.stringify(request));
          const [signed, certificate] = [yield* envelope.download, yield* envelope.certificate];
          assertSealed(signed, "signed.pdf");
          const certificateFile = assertSealed(certificate, "certificate.pdf");

          const before = yield* picturesOf(original);
          assertInPlace(yield* picturesOf(signed.bytes), before);
          const poppler = renderWithPoppler(signed.bytes, DPI);
          if (poppler !== undefined) {
            assertInPlace(poppler, renderWithPoppler(original, DPI) ?? []);
          }
          const signedText = (yield* pdfText(signed.bytes)).join(" ");
          const today = DateTime.formatIsoDateUtc(yield* DateTime.now);
          for (const text of ["Analytical Engines Ltd.", "Yearly", "Express", "Second line", today])
            assert.include(signedText, text);

          const pages = yield* pdfText(certificate.bytes);
          const evidence = pages.join("").replaceAll(/\s/gu, "");
          const facts = [sha256(original), sha256(signed.bytes), ada, bob, cleo, dan];
          for (const text of [...facts, "AdaLovelace", "BobRoss", "Framework", envelope.id])
            assert.include(evidence, text.replaceAll(" ", ""));
          for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
            assert.include(evidence, ip);
          assert.include(evidence, "Mozilla/5.0");

          const json = path.join(folder, "audit.json");
          if (readWith("pdfdetach", ["-save", "1", "-o", json, certificateFile]) !== undefined) {
            const trail = yield* checkAuditChain(fs.readFileSync(json, "utf8"));
            // Emails are sent by a queue, so their order may vary.
            const types = trail.events.map(({ type }) => type);
            assert.strictEqual(types.filter((type) => type === "email_sent").length, 3);
            assert.deepStrictEqual(
              types.filter((type) => type !== "email_sent"),
              [
                "sent",
                "invited",
                "viewed",
                "consented",
                "signed",
                "invited",
                "viewed",
                "consented",
                "signed",
                "invited",
                "viewed",
                "consented",
                "approved",
                "finished",
              ],
            );
            assert.strictEqual(trail.originalSha256, sha256(original));
            assert.include(evidence, trail.head);
            for (const { at } of trail.events) {
              assert.include(evidence, at.replace("T", "").replace("Z", ""));
            }
          }

          const ofSender = yield* envelope.combined;
          const ofRecipient = yield* visit(`/sign/${third}/signed.pdf?include=certificate`);
          for (const combined of [ofSender, ofRecipient]) {
            assert.include(combined.headers["content-type"], "application/pdf");
            assert.match(combined.headers["content-disposition"] ?? "", /with.certificate/u);
            assert.notProperty(combined.headers, "accept-ranges");
            const file = assertSealed(combined, "combined.pdf");
            const combinedPages = yield* pdfText(combined.bytes);
            const separatePages = [...(yield* pdfText(signed.bytes)), ...pages];
            assert.deepStrictEqual(combinedPages, separatePages);
            const attachments = readWith("pdfdetach", ["-list", file]);
            if (attachments !== undefined) assert.include(attachments.output, "audit.json");
          }

          const events = yield* eventually(envelope.events, ({ length }) => length >= 6);
          assert.deepStrictEqual(
            events.map(({ type }) => type),
            [
              "signature.sent",
              "signature.viewed",
              "signature.signed",
              "signature.signed",
              "signature.signed",
              "signature.completed",
            ],
          );
          const signers = events.flatMap(({ type, data }) =>
            type === "signature.signed" ? [data["recipient"]] : [],
          );
          [ada, bob, cleo].forEach((email, index) =>
            assert.nestedInclude(signers[index], { email }),
          );
          assert.deepStrictEqual(withoutEmails(events.at(-1)?.data), withoutEmails(request));

          for (const [address, subjects] of [
            [ada, [/^Please sign/, /^Completed/]],
            [bob, [/^Please sign/, /^Completed/]],
            [cleo, [/^Please approve/, /^Completed/]],
            [dan, [/^Completed/]],
          ] as const) {
            const emails = yield* eventually(
              emailsTo(address),
              (all) => all.length >= subjects.length,
            );
            assert.strictEqual(emails.length, subjects.length, address);
            emails.forEach(({ subject }, index) => assert.match(subject, subjects[index] ?? /^$/));
            const copy = yield* visit(`/sign/${emails.at(-1)?.token}/signed.pdf`);
            assert.deepStrictEqual(copy.bytes, signed.bytes);
          }
        }),
      120_000,
    );

    it.effect("keeps its invoice, and conforms to PDF/A-3u and PDF/UA-1 as before", () =>
      Effect.gen(function* () {
        const ada = addressOf("ada");
        const invoice = "examples/gallery/invoice";
        const { bytes: pdf, pageCount } = yield* Effect.provide(
          renderFiles(`${invoice}/template.json`, `${invoice}/data.json`),
          renderingServices,
        );
        const { awaitStatus, download } = yield* createSignatureRequest({
          pdf,
          pageCount,
          recipients: [{ firstName: "Ada", email: ada }],
          fields: [
            place(0, "signature", 2, 60, 68),
            place(0, "date", 2, 60, 75),
            place(0, "text", 2, 10, 68),
            place(0, "checkbox", 2, 10, 75),
            place(0, "text_area", 2, 10, 82),
          ],
        });
        const marks = { signature: DRAWN_SIGNATURE, initials: DRAWN_SIGNATURE };
        assert.strictEqual((yield* sign(yield* tokenOf(ada, /sign/), marks)).status, 200);
        assert.strictEqual((yield* awaitStatus("completed"))["status"], "completed");
        const signed = yield* download;
        const file = assertSealed(signed, "signed_invoice.pdf");
        const invoiceIn = (bytes: Uint8Array) => readAttachment(bytes, ["factur-x.xml"]);
        assert.deepStrictEqual(yield* invoiceIn(signed.bytes), yield* invoiceIn(pdf));
        const archive = yield* Effect.promise(() => brokenArchiveRules(signed.bytes, "pdf/a-3u"));
        const accessible = yield* Effect.promise(() => brokenUaRules(signed.bytes));
        assert.deepStrictEqual([archive, accessible], [[], []]);
        for (const standard of ["pdf/a-3u", "pdf/ua-1"] as const)
          assert.isUndefined(yield* verapdfFailures(file, standard));
      }),
    );

    it.effect("cannot be signed before the recipient's turn, or without a required field", () =>
      Effect.gen(function* () {
        const [ada, bob] = [addressOf("ada"), addressOf("bob")];
        const { awaitStatus, request } = yield* createSignatureRequest({
          pdf: yield* threePages,
          pageCount: 3,
          recipients: [
            { firstName: "Ada", email: ada },
            { firstName: "Bob", email: bob },
          ],
          fields: [place(0, "signature", 1, 5, 5), place(1, "signature", 2, 5, 5)],
        });
        const token = yield* tokenOf(ada, /sign/);
        const empty = yield* act(token, "finish", { ...(yield* submissionOf(token)), values: {} });
        assert.strictEqual(codeOf(empty), "invalid_request");
        const other = { ...(yield* submissionOf(token)), consent: "0".repeat(64) };
        assert.strictEqual(codeOf(yield* act(token, "finish", other)), "invalid_request");
        assert.strictEqual((yield* request)["status"], "sent");
        assert.strictEqual((yield* sign(token)).status, 200);
        const next = yield* tokenOf(bob, /sign/);
        assert.deepStrictEqual((yield* act(token, "open")).json, { state: "finished" });
        assert.strictEqual((yield* sign(next)).status, 200);
        assert.strictEqual((yield* awaitStatus("completed"))["status"], "completed");
        const again = yield* act(next, "finish", yield* submissionOf(next));
        assert.deepStrictEqual([again.status, fieldsOf(again)], [200, { state: "completed" }]);
      }),
    );
  });
});

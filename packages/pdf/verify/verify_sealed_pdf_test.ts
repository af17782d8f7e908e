import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";
import { PDFDocument } from "pdf-lib";
import * as pkijs from "pkijs";

import { withLaterChange, LATER_CHANGES, signByThirdParty } from "../testing/later_changes.ts";
import { EC_P12, openP12, P12_PASSWORD } from "../testing/p12_files.ts";
import { SIGNED_AT, documentOf, sealPdf } from "../testing/sealing.ts";
import { verifySealedPdf } from "./verify_sealed_pdf.ts";

const plain = await documentOf(2);
const { bytes } = await sealPdf(plain);
const ec = await sealPdf(plain, { signer: await openP12(EC_P12, P12_PASSWORD) });
// A seal as in releases before certification.
const earlier = await signByThirdParty(plain, {
  fieldName: "Seal",
  signingTime: new Date(SIGNED_AT),
});
const file = Buffer.from(bytes);
const gap = file.indexOf("/Contents <") + "/Contents <".length;
const gapEnd = file.indexOf(">", gap);

const problemsOf = (pdf: Uint8Array) => {
  const verification = verifySealedPdf(pdf);
  return verification.intact ? [] : verification.problems;
};

const changeByte = (offset: number, by = 1) => {
  const copy = Uint8Array.from(bytes);
  copy[offset] = ((copy[offset] ?? 0) + by) % 256;
  return copy;
};

/** Replaces a hexadecimal digit with another one. */
const replaceDigit = (offset: number) => {
  const copy = Buffer.from(bytes);
  copy.write(copy[offset] === 0x30 ? "1" : "0", offset, "latin1");
  return copy;
};

describe("verifySealedPdf()", () => {
  it("returns signer, level and time of a seal", () => {
    const verification = verifySealedPdf(bytes);
    assert(verification.intact);
    const { seal } = verification;
    assert.strictEqual(seal.subject, "CN=Paraph Document Seal, O=Paraph");
    assert.match(seal.issuer, /^CN=Paraph Local Root [0-9a-f]{8}, O=Paraph$/);
    assert.strictEqual(seal.level, "PAdES B-B");
    assert.strictEqual(seal.timeStamp, null);
    assert.strictEqual(seal.claimedAt?.toISOString(), "2026-05-04T03:02:01.000Z");
    assert.isTrue(seal.certified);
  });

  it("recognizes seals of earlier releases, which do not certify", () => {
    const verification = verifySealedPdf(earlier);
    assert(verification.intact);
    const { level, certified, claimedAt } = verification.seal;
    assert.deepStrictEqual(
      { level, certified, claimedAt: claimedAt?.toISOString() },
      { level: "CAdES", certified: false, claimedAt: "2026-05-04T03:02:01.000Z" },
    );
  });

  it("signs exactly the three attributes of PAdES", () => {
    const cms = Buffer.from(file.toString("latin1", gap, gapEnd), "hex");
    const { content } = pkijs.ContentInfo.fromBER(new Uint8Array(cms));
    const [signer] = new pkijs.SignedData({ schema: content }).signerInfos;
    assert.deepStrictEqual(
      signer?.signedAttrs?.attributes.map(({ type }) => type),
      // contentType, messageDigest, signing-certificate-v2: no signing-time.
      ["1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4", "1.2.840.113549.1.9.16.2.47"],
    );
  });

  it("accepts elliptic curves and detects self-signed certificates", () => {
    const verification = verifySealedPdf(ec.bytes);
    assert(verification.intact);
    assert.isTrue(verification.seal.selfSigned);
  });

  it("reports files that are not sealed", () => {
    assert.deepStrictEqual(problemsOf(plain), ["It is not sealed"]);
    assert.deepStrictEqual(problemsOf(new Uint8Array()), ["It is not a PDF"]);
  });

  it("detects every changed byte", () => {
    const length = bytes.length;
    const spread = Array.from({ length: 200 }, (_, index) =>
      Math.floor((index * (length - 1)) / 199),
    );
    const around = [0, 5, gap - 30, gap - 2, gap - 1, gapEnd, gapEnd + 1, length - 2, length - 1];
    const missedOffsets = [...spread, ...around].filter(
      (offset) =>
        verifySealedPdf(changeByte(offset)).intact ||
        verifySealedPdf(changeByte(offset, 128)).intact,
    );
    // Within the signature, upper and lower case digits are equivalent.
    assert.deepStrictEqual(
      missedOffsets.filter((offset) => offset < gap || offset >= gapEnd),
      [],
    );
  });

  it("detects every changed digit of the signature", () => {
    // Dense samples in the signature, sparse ones in its padding.
    const dense = Array.from({ length: 250 }, (_, index) => gap + index * 25);
    const sparse = Array.from({ length: 50 }, (_, index) => gapEnd - 1 - index * 100);
    const offsets = [...dense, ...sparse].filter((offset) => offset < gapEnd);
    assert.deepStrictEqual(
      offsets.filter((offset) => verifySealedPdf(replaceDigit(offset)).intact),
      [],
    );
  });

  it("detects additions, even as a revision that PDF readers call valid", async () => {
    const additionProblem = "Data was added after it was sealed";
    const problems = [
      additionProblem,
      "Its certification (DocMDP P=1) permits only time stamps and validation data",
    ];
    assert.deepStrictEqual(problemsOf(Buffer.concat([bytes, Buffer.from("\n")])), problems);
    for (const change of Object.values(LATER_CHANGES))
      assert.deepStrictEqual(
        problemsOf(await withLaterChange(bytes, change)),
        problems,
        String(change),
      );
    assert.deepStrictEqual(problemsOf(await withLaterChange(earlier, LATER_CHANGES.page)), [
      additionProblem,
    ]);
  });

  it("detects truncation", () => {
    for (const length of [bytes.length - 1, gapEnd, gap + 10, 100, 4])
      assert.isNotEmpty(problemsOf(bytes.subarray(0, length)));
  });

  it("detects a file that was saved again", async () => {
    const document = await PDFDocument.load(bytes);
    assert.isNotEmpty(problemsOf(await document.save()));
    assert.isNotEmpty(problemsOf(await document.save({ useObjectStreams: false })));
  });

  it("detects a change that another signer added to a valid seal", async () => {
    const again = await signByThirdParty(await withLaterChange(bytes, LATER_CHANGES.annotation));
    assert.deepStrictEqual(problemsOf(again), [
      "It has 2 signatures: a sealed document has one, which covers all of it",
    ]);
  });

  it("requires that a seal covers the file from its start, except itself", () => {
    const range = /\/ByteRange \[0 (\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(file.toString("latin1"));
    assert.isNotNull(range);
    const [whole, before = "", from = "", after = ""] = range;
    const withRange = (text: string) => {
      const copy = Buffer.from(bytes);
      copy.write(text.padEnd(whole.length), range.index, "latin1");
      return problemsOf(copy);
    };
    const outside = ["A signature omits more than its own bytes"];
    const more = `${Number(from) + 2}`;
    assert.deepStrictEqual(
      withRange(`/ByteRange [0 ${before} ${more} ${Number(after) - 2}]`),
      outside,
    );
    assert.deepStrictEqual(withRange(`/ByteRange [9 ${before} ${from} ${after}]`), [
      "A signature does not cover the start of the file",
    ]);
    assert.deepStrictEqual(withRange(`/ByteRange [0 ${before} ${from} ${Number(after) + 1}]`), [
      "The file is cut short",
    ]);
    assert.deepStrictEqual(withRange("/ByteRange []"), ["A signature has no valid /ByteRange"]);
  });

  it.prop(
    "returns a result for any bytes",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
    ([values]) => {
      const content = Buffer.from(values);
      const dictionary = `/ByteRange [0 ${gap} ${gapEnd} ${bytes.length - gapEnd}]`;
      const forgery = Buffer.concat([Buffer.from(`%PDF-1.7 ${dictionary} /Contents <`), content]);
      const within = Buffer.from(bytes);
      within.write(content.toString("hex"), gap, "latin1");
      assert.isFalse(verifySealedPdf(forgery).intact);
      assert.strictEqual(verifySealedPdf(within).intact, within.equals(bytes));
    },
  );
});

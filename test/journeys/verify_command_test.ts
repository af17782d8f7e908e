import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { AUDIT_FORMAT, auditGenesis, auditJson, PdfSealer } from "@paraph/core/builtin_provider";
import { pdfSealer } from "@paraph/pdf";
import { Effect } from "effect";
import { Digest } from "effect/crypto";
import { PDFDocument } from "pdf-lib";

import { callParaph } from "../../packages/cli/_testing/paraph_command.ts";
import { ownSigner } from "../../packages/pdf/signing/signing_certificate/certificate_folder.ts";
import { certificateOf } from "../../packages/pdf/testing/certificates.ts";
import { forgedSigner } from "../../packages/pdf/testing/forged_signer.ts";
import {
  withLaterChange,
  LATER_CHANGES,
  signByThirdParty,
} from "../../packages/pdf/testing/later_changes.ts";
import { documentOf, sealPdf } from "../../packages/pdf/testing/sealing.ts";
import { readWith } from "../support/outside_tool.ts";
import { sealingFixture } from "./sealing_fixture.ts";

const { folder, options, write, orderOf, holds } = sealingFixture();

describe("paraph verify", () => {
  it.live(
    "accepts only files that one trusted seal covers",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const pdf = yield* Effect.promise(() => documentOf(1));
        const { bytes, seal } = yield* sealer.seal({ ...orderOf(pdf), marks: [] });
        const root = path.join(folder, "signing", "root.pem");
        const whole = yield* verify([write(bytes)]);
        assert.strictEqual(whole.code, 0, whole.stderr);
        for (const text of [
          seal.fingerprint,
          seal.subject,
          "DocMDP P=1",
          certificateOf().requestId,
        ])
          assert.include(whole.stdout, text);

        const corruptBytes = Uint8Array.from(bytes);
        corruptBytes[500] = (corruptBytes[500] ?? 0) ^ 1;
        yield* expectRefusal([write(corruptBytes)], "The sealed content was changed");
        const later = yield* Effect.promise(() => withLaterChange(bytes, LATER_CHANGES.annotation));
        yield* expectRefusal([write(later)], "Its certification (DocMDP P=1) permits only");
        // Another reader distinguishes the two as well.
        const mutoolBefore = readWith("mutool", ["sign", "-v", write(bytes)]);
        if (mutoolBefore !== undefined)
          assert.include(mutoolBefore.output, "unchanged since signing");
        const mutoolAfter = readWith("mutool", ["sign", "-v", write(later)]);
        if (mutoolAfter !== undefined) assert.include(mutoolAfter.output, "edits since signing");
        yield* expectRefusal(
          [write(yield* Effect.promise(() => signByThirdParty(later)))],
          "2 signatures",
        );
        yield* expectRefusal([path.join(folder, "none.pdf"), "--json"], "there is no such file");
        const unsealedResult = yield* expectRefusal([write(pdf), "--json"], "It is not sealed");
        assert.deepInclude(JSON.parse(unsealedResult.stdout), {
          intact: false,
          problems: ["It is not sealed"],
        });

        // The same names, but unknown certificates.
        const forgery = write(yield* Effect.promise(() => forgeDocument(pdf)));
        const forgeryResult = yield* expectRefusal(
          [forgery],
          "It is not sealed with a trusted certificate",
        );
        assert.include(forgeryResult.stderr, seal.subject);
        yield* expectRefusal([forgery, "--root", root], "is not trusted");
        yield* expectRefusal([forgery, "--certificate", seal.fingerprint], "is not trusted");
        const untrustedResult = yield* verify([forgery, "--untrusted"]);
        assert.strictEqual(untrustedResult.code, 0, untrustedResult.stderr);
        assert.match(
          untrustedResult.stdout,
          /trusted\s+NO: it is not sealed with a trusted certificate/,
        );
        yield* expectRefusal([write(later), "--untrusted"], "Data was added");

        // In another folder, without the certificates of the deployment.
        const elsewhere = { DATA_DIR: path.join(folder, "elsewhere") };
        const file = write(bytes);
        yield* expectRefusal([file], "There is no trusted certificate", elsewhere);
        const colons = seal.fingerprint.toUpperCase().replaceAll(/(?<=..)(?=(?:..)+$)/g, ":");
        for (const flags of [
          ["--root", root],
          ["--certificate", colons],
        ]) {
          const { code, stderr } = yield* verify([file, ...flags], elsewhere);
          assert.strictEqual(code, 0, stderr);
        }
        assert.isFalse(fs.existsSync(elsewhere.DATA_DIR));
        const wrong = yield* verify([file, "--certificate", "12:34"]);
        assert.strictEqual(wrong.code, 2);
        const none = yield* verify([file, "--root", file]);
        assert.strictEqual(none.code, 2);
        assert.include(none.stderr, "has no certificate");
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );

  it.live(
    "ties a signed document to its certificate",
    () =>
      Effect.gen(function* () {
        const sealer = yield* PdfSealer;
        const order = orderOf(yield* Effect.promise(() => documentOf(2)));
        const signed = yield* sealer.seal(order);
        const certify = (requestId: string, sealedSha256: string) =>
          Effect.gen(function* () {
            const audit = yield* emptyTrail(requestId, sealedSha256);
            const document = { ...certificateOf().document, sealedSha256 };
            const { bytes } = yield* sealer.certify(
              certificateOf({ requestId, document, ...audit }),
              signed.bytes,
            );
            return write(bytes);
          });
        const file = write(signed.bytes);
        const certificate = yield* certify(order.requestId, signed.sha256);
        const both = yield* verify([file, certificate]);
        assert.strictEqual(both.code, 0, both.stderr);
        assert.include(both.stdout, "The certificate is of this signed document");
        holds(certificate);
        const xmp = readWith("pdfinfo", ["-meta", certificate]);
        if (xmp !== undefined)
          for (const value of [`urn:uuid:${order.requestId}`, `sha256:${signed.sha256}`])
            assert.include(xmp.output, value);

        const { auditJson: trail } = yield* emptyTrail(order.requestId, signed.sha256);
        const pdf = yield* Effect.promise(() => withAttachment(order.pdf, "audit.json", trail));
        const requestId = "0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5d";
        const forgery = yield* sealer.seal({ ...order, pdf, requestId });
        const forged = write(forgery.bytes);
        yield* expectRefusal([file, forged], "is not a certificate of completion");
        assert.notInclude((yield* verify([forged])).stdout, "audit trail");

        const another = yield* certify(order.requestId, "0".repeat(64));
        const result = yield* expectRefusal([file, another, "--json"], "is for another document");
        assert.isNotEmpty(JSON.parse(result.stdout).problems);
        const other = yield* certify("0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c", signed.sha256);
        yield* expectRefusal([file, other], "different signature requests");
        yield* expectRefusal([file, file], "is not a certificate of completion");
        yield* expectRefusal(
          [
            file,
            write(yield* Effect.promise(() => withLaterChange(signed.bytes, LATER_CHANGES.page))),
          ],
          "added",
        );
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );
});

const verify = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  callParaph(["verify", ...args], { DATA_DIR: folder, ...env });

const expectRefusal = (
  args: ReadonlyArray<string>,
  reason: string,
  env: Readonly<Record<string, string>> = {},
) =>
  Effect.map(verify(args, env), (result) => {
    assert.strictEqual(result.code, 1, result.stdout);
    assert.include(result.stderr, reason);
    return result;
  });

/** A document sealed with the certificates of another issuer with this deployment's name. */
async function forgeDocument(pdf: Uint8Array): Promise<Uint8Array> {
  const genuine = await ownSigner(path.join(folder, "signing"), new Date());
  const signer = await forgedSigner(genuine);
  return (await sealPdf(pdf, { signer, at: Date.now() })).bytes;
}

/** A document to which its sender has attached a file. */
async function withAttachment(pdf: Uint8Array, name: string, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  await document.attach(new TextEncoder().encode(text), name);
  return document.save();
}

/** An audit trail without events. */
const emptyTrail = (requestId: string, sealedSha256: string) =>
  Effect.gen(function* () {
    const originalSha256 = "0".repeat(64);
    const { head, length } = yield* auditGenesis({ requestId, originalSha256 });
    const subject = { format: AUDIT_FORMAT, requestId, originalSha256, sealedSha256 } as const;
    return { auditJson: auditJson({ ...subject, events: [], head, length }) };
  }).pipe(Effect.provide(Digest.layerWebCrypto));

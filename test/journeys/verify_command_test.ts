import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { AUDIT_FORMAT, auditGenesis, auditJson, PdfSealer } from "@paraph/core/builtin_provider";
import { pdfSealer } from "@paraph/pdf";
import { Effect } from "effect";
import { Digest } from "effect/crypto";

import { callParaph } from "../../packages/cli/_testing/paraph_command.ts";
import { ownSigner } from "../../packages/pdf/signing/signing_certificate/certificate_folder.ts";
import { certificateOf } from "../../packages/pdf/testing/certificates.ts";
import { forgedSigner } from "../../packages/pdf/testing/forged_signer.ts";
import {
  changedLater,
  LATER_CHANGES,
  signedByStranger,
} from "../../packages/pdf/testing/later_changes.ts";
import { documentOf, sealed } from "../../packages/pdf/testing/sealing.ts";
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
        for (const said of [
          seal.fingerprint,
          seal.subject,
          "DocMDP P=1",
          certificateOf().requestId,
        ])
          assert.include(whole.stdout, said);

        const flipped = Uint8Array.from(bytes);
        flipped[500] = (flipped[500] ?? 0) ^ 1;
        yield* refused([write(flipped)], "The sealed content was changed");
        const later = yield* Effect.promise(() => changedLater(bytes, LATER_CHANGES.annotation));
        yield* refused([write(later)], "Its certification (DocMDP P=1) permits only");
        // Another reader distinguishes the two as well.
        const unchanged = readWith("mutool", ["sign", "-v", write(bytes)]);
        if (unchanged !== undefined) assert.include(unchanged.output, "unchanged since signing");
        const edited = readWith("mutool", ["sign", "-v", write(later)]);
        if (edited !== undefined) assert.include(edited.output, "edits since signing");
        yield* refused(
          [write(yield* Effect.promise(() => signedByStranger(later)))],
          "2 signatures",
        );
        yield* refused([path.join(folder, "none.pdf"), "--json"], "there is no such file");
        const unsealed = yield* refused([write(pdf), "--json"], "It is not sealed");
        assert.deepInclude(JSON.parse(unsealed.stdout), {
          intact: false,
          problems: ["It is not sealed"],
        });

        // The same names, but unknown certificates.
        const forgery = write(yield* Effect.promise(() => forged(pdf)));
        const stranger = yield* refused([forgery], "It is not sealed with a trusted certificate");
        assert.include(stranger.stderr, seal.subject);
        yield* refused([forgery, "--root", root], "is not trusted");
        yield* refused([forgery, "--certificate", seal.fingerprint], "is not trusted");
        const accepted = yield* verify([forgery, "--untrusted"]);
        assert.strictEqual(accepted.code, 0, accepted.stderr);
        assert.match(accepted.stdout, /trusted\s+NO: it is not sealed with a trusted certificate/);
        yield* refused([write(later), "--untrusted"], "Data was added");

        // In another folder, without the certificates of the deployment.
        const elsewhere = { DATA_DIR: path.join(folder, "elsewhere") };
        const there = write(bytes);
        yield* refused([there], "There is no trusted certificate", elsewhere);
        const colons = seal.fingerprint.toUpperCase().replaceAll(/(?<=..)(?=(?:..)+$)/g, ":");
        for (const flags of [
          ["--root", root],
          ["--certificate", colons],
        ]) {
          const { code, stderr } = yield* verify([there, ...flags], elsewhere);
          assert.strictEqual(code, 0, stderr);
        }
        assert.isFalse(fs.existsSync(elsewhere.DATA_DIR));
        const wrong = yield* verify([there, "--certificate", "12:34"]);
        assert.strictEqual(wrong.code, 2);
        const none = yield* verify([there, "--root", there]);
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
          for (const said of [`urn:uuid:${order.requestId}`, `sha256:${signed.sha256}`])
            assert.include(xmp.output, said);

        const another = yield* certify(order.requestId, "0".repeat(64));
        const told = yield* refused([file, another, "--json"], "is for another document");
        assert.isNotEmpty(JSON.parse(told.stdout).problems);
        const other = yield* certify("0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c", signed.sha256);
        yield* refused([file, other], "different signature requests");
        yield* refused([file, file], "is not a certificate of completion");
        yield* refused(
          [
            file,
            write(yield* Effect.promise(() => changedLater(signed.bytes, LATER_CHANGES.page))),
          ],
          "added",
        );
      }).pipe(Effect.provide(pdfSealer(options))),
    { timeout: 120_000 },
  );
});

const verify = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  callParaph(["verify", ...args], { DATA_DIR: folder, ...env });

const refused = (
  args: ReadonlyArray<string>,
  why: string,
  env: Readonly<Record<string, string>> = {},
) =>
  Effect.map(verify(args, env), (ended) => {
    assert.strictEqual(ended.code, 1, ended.stdout);
    assert.include(ended.stderr, why);
    return ended;
  });

/** A document sealed with the certificates of another issuer with this deployment's name. */
async function forged(pdf: Uint8Array): Promise<Uint8Array> {
  const genuine = await ownSigner(path.join(folder, "signing"), new Date());
  const signer = await forgedSigner(genuine);
  return (await sealed(pdf, { signer, at: Date.now() })).bytes;
}

/** An audit trail without events. */
const emptyTrail = (requestId: string, sealedSha256: string) =>
  Effect.gen(function* () {
    const originalSha256 = "0".repeat(64);
    const { head, length } = yield* auditGenesis({ requestId, originalSha256 });
    const subject = { format: AUDIT_FORMAT, requestId, originalSha256, sealedSha256 } as const;
    return { auditJson: auditJson({ ...subject, events: [], head, length }) };
  }).pipe(Effect.provide(Digest.layerWebCrypto));

import { join } from "node:path";

import { assert, describe, it } from "@effect/vitest";

import { ownSigner } from "../signing/signing_certificate/certificate_folder.ts";
import type { Signer } from "../signing/signing_certificate/signing_certificate.ts";
import { chainedSigner, fingerprintOf, forgedSigner } from "../testing/forged_signer.ts";
import { SIGNED_AT, documentOf, inFolder, sealPdf, settingsOf } from "../testing/sealing.ts";
import { trustOf } from "./trust.ts";
import { deploymentAnchors, type TrustAnchors } from "./trust_anchors.ts";
import { verifySealedPdf } from "./verify_sealed_pdf.ts";

const NO_ANCHORS: TrustAnchors = { certificates: [], fingerprints: [] };
const document = await documentOf(1);
const { signer: genuine } = await settingsOf();
const [root = new Uint8Array()] = genuine.chain;

const trustResult = async (signer: Signer, anchors: Partial<TrustAnchors>) => {
  const verification = verifySealedPdf((await sealPdf(document, { signer })).bytes);
  assert(verification.intact);
  const trust = trustOf(verification.seal, { ...NO_ANCHORS, ...anchors });
  return trust.trusted ? trust.anchor.fingerprint : trust.reason;
};

const UNKNOWN = "It is not sealed with a trusted certificate";

describe("trustOf()", () => {
  it("trusts a certificate and those that it issued", async () => {
    const { certificate } = genuine;
    for (const anchor of [root, certificate]) {
      const fingerprint = fingerprintOf(anchor);
      assert.strictEqual(await trustResult(genuine, { certificates: [anchor] }), fingerprint);
      assert.strictEqual(await trustResult(genuine, { fingerprints: [fingerprint] }), fingerprint);
    }
    // The file does not embed the root.
    const bare = { ...genuine, chain: [] };
    assert.strictEqual(await trustResult(bare, { certificates: [root] }), fingerprintOf(root));
  });

  it("does not trust a name alone", async () => {
    const forgery = await forgedSigner(genuine);
    const anchors = { certificates: [root, genuine.certificate] };
    assert.strictEqual(await trustResult(forgery, anchors), UNKNOWN);
    assert.strictEqual(
      await trustResult(forgery, { fingerprints: [fingerprintOf(root)] }),
      UNKNOWN,
    );
    assert.strictEqual(await trustResult(genuine, {}), UNKNOWN);
  });

  it("does not trust certificates of issuers without that permission", async () => {
    // A signing certificate of a trusted root, used as an authority.
    const signer = await chainedSigner(["root", "seal", "seal"]);
    const bare = { ...signer, chain: [] };
    assert.strictEqual(await trustResult(bare, { certificates: signer.chain }), UNKNOWN);
    // A root that may issue only signing certificates.
    const long = await chainedSigner(["root", "root", "seal"]);
    const [, top = root] = long.chain;
    assert.match(
      await trustResult(long, { certificates: [top] }),
      /^CN=Example 0, O=Example may not have this many authorities below it$/,
    );
  });

  it("does not trust a certificate that was not valid at the signing time", async () => {
    const signer = await chainedSigner(["root", "seal"], new Date(SIGNED_AT - 1000));
    assert.strictEqual(
      await trustResult(signer, { certificates: signer.chain }),
      "CN=Example 1, O=Example was not valid when it was sealed",
    );
  });
});

describe("deploymentAnchors()", () => {
  it("are the roots of a deployment, including earlier ones", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "signing");
      const none = await deploymentAnchors({ folder, p12: undefined });
      assert.deepStrictEqual(none, NO_ANCHORS);
      const first = await ownSigner(folder, new Date(SIGNED_AT));
      // A root that expires soon is replaced together with the signing certificate.
      const second = await ownSigner(folder, new Date(SIGNED_AT + 3600 * 86_400_000));
      const anchors = await deploymentAnchors({ folder, p12: undefined });
      assert.deepStrictEqual(anchors.certificates, [...first.chain, ...second.chain]);
      assert.strictEqual(await trustResult(first, anchors), fingerprintOf(first.chain[0] ?? root));
    }));
});

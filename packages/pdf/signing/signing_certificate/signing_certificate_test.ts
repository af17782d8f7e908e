import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { assert, describe, it } from "@effect/vitest";

import { openP12 } from "../../testing/p12_files.ts";
import { EC_P12, P12_PASSWORD, RSA_P12 } from "../../testing/p12_files.ts";
import { inFolder } from "../../testing/sealing.ts";
import { isCurrent, ownSigner } from "./certificate_folder.ts";
import { describeSigner, SigningCertificateUnavailable } from "./signing_certificate.ts";

const DAY = 86_400_000;
const START = new Date("2026-05-04T03:02:01Z");
const later = (days: number) => new Date(START.getTime() + days * DAY);
const fingerprint = async (folder: string, now: Date) =>
  describeSigner(await ownSigner(folder, now)).fingerprint;

describe("ownSigner()", () => {
  it("is created once, readable only by its owner, and renewed under the same root before it expires", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "signing");
      const first = await ownSigner(folder, START);
      const root = await readFile(join(folder, "root.pem"), "utf8");
      assert.deepStrictEqual(describeSigner(await ownSigner(folder, later(1064))), {
        ...describeSigner(first),
        selfSigned: true,
      });
      for (const [file, mode] of [
        ["", 0o700],
        ["identity-1", 0o700],
        ["identity-1/root.key", 0o600],
        ["identity-1/seal.key", 0o600],
        ["root.pem", 0o644],
      ] as const)
        assert.strictEqual((await stat(join(folder, file))).mode & 0o777, mode, file);
      const renewal = await ownSigner(folder, later(1066));
      assert.notDeepEqual(renewal.certificate, first.certificate);
      assert.deepStrictEqual(renewal.chain, first.chain);
      assert.isFalse(isCurrent(first, later(1066)));
      assert.isTrue(isCurrent(renewal, later(1066)));
      assert.strictEqual(await readFile(join(folder, "root.pem"), "utf8"), root);
      assert.notDeepEqual((await ownSigner(folder, later(3600))).chain, first.chain);
    }));

  it("is the same for concurrent processes, even after a crash", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "signing");
      await mkdir(join(folder, ".unfinished-crashed"), { recursive: true });
      await writeFile(join(folder, ".unfinished-crashed", "root.key"), "half");
      const processes = Array.from({ length: 3 }, () =>
        fork(join(import.meta.dirname, "signing_certificate_fixture.ts"), [folder]),
      );
      const fingerprints = await Promise.all(
        processes.map(async (process): Promise<unknown> => (await once(process, "message"))[0]),
      );
      assert.strictEqual(new Set(fingerprints).size, 1);
      assert.strictEqual(fingerprints[0], await fingerprint(folder, new Date()));
      const entries = await readdir(folder);
      assert.deepStrictEqual(entries.toSorted(), [".unfinished-crashed", "identity-1", "root.pem"]);
    }));
});

describe("readP12()", () => {
  const problemOf = async (opening: Promise<unknown>) => {
    try {
      await opening;
      return undefined;
    } catch (error) {
      return error instanceof SigningCertificateUnavailable ? error.message : error;
    }
  };

  it("opens files of RSA keys with their chain, and of elliptic curves", async () => {
    const rsa = await openP12(RSA_P12, P12_PASSWORD);
    assert.strictEqual(describeSigner(rsa).subject, "CN=Example Seal, O=Example");
    assert.strictEqual(rsa.chain.length, 1);
    assert.isFalse(rsa.selfSigned);
    const ec = await openP12(EC_P12, P12_PASSWORD);
    assert.strictEqual(describeSigner(ec).subject, "CN=Example EC Seal, O=Example");
    assert.isTrue(ec.selfSigned);
  });

  it("reports problems in one line without the password", async () => {
    assert.strictEqual(
      await problemOf(openP12(RSA_P12, "hunter2")),
      "SIGNING_P12_PASSWORD does not open the file at SIGNING_P12_PATH",
    );
    assert.strictEqual(
      await problemOf(openP12(RSA_P12, undefined)),
      "SIGNING_P12_PASSWORD is needed to open the file at SIGNING_P12_PATH",
    );
    assert.strictEqual(
      await problemOf(openP12(Buffer.from("no such thing"), P12_PASSWORD)),
      "SIGNING_P12_PATH: it is not a PKCS#12 file",
    );
    assert.match(
      String(await problemOf(openP12(RSA_P12, P12_PASSWORD, new Date("2200-01-01")))),
      /^SIGNING_P12_PATH: the certificate expired on 21\d\d-\d\d-\d\d$/,
    );
    assert.match(
      String(await problemOf(openP12(RSA_P12, P12_PASSWORD, new Date("2000-01-01")))),
      /^SIGNING_P12_PATH: the certificate is not valid before 2026-\d\d-\d\d$/,
    );
  });
});

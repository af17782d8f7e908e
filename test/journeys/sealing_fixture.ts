import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert } from "@effect/vitest";
import type { Mark, SealInput } from "@paraph/core/builtin_provider";
import { DateTime } from "effect";

import {
  parseTimestamp,
  certificateOf,
  DRAWN_SIGNATURE,
} from "../../packages/pdf/testing/certificates.ts";
import { readWith } from "../support/outside_tool.ts";

const MARKS: ReadonlyArray<Mark> = [
  { page: 1, x: 10, y: 80, width: 30, height: 6, kind: "signature", signature: DRAWN_SIGNATURE },
  { page: 2, x: 10, y: 80, width: 30, height: 4, kind: "text", text: "2026-05-04" },
];

/** A folder for the certificate and files of a suite, removed afterwards. */
export function sealingFixture() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-sealing-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  // Read by each suite: it creates its own certificates, which are not valid minutes before.
  const sealedAt = DateTime.makeUnsafe(Math.floor(Date.now() / 1000) * 1000);
  return {
    folder,
    options: {
      dataDir: folder,
      p12Path: undefined,
      p12Password: undefined,
      tsaUrl: undefined,
      publicUrl: "http://127.0.0.1:3000",
    },
    write: (bytes: Uint8Array, extension = "pdf") => {
      const file = path.join(folder, `${files++}.${extension}`);
      fs.writeFileSync(file, bytes);
      return file;
    },
    orderOf: (pdf: Uint8Array): SealInput => ({
      pdf,
      marks: MARKS,
      reason: "All recipients have signed",
      at: sealedAt,
      requestId: certificateOf().requestId,
      createdAt: parseTimestamp("2026-05-04T03:02:01.000Z"),
    }),
    holds,
  };
}

/** Asserts that every verifier accepts a sealed file. */
function holds(file: string): void {
  const sig = readWith("pdfsig", [file]);
  if (sig !== undefined) {
    assert.include(sig.output, "Signature is Valid");
    assert.include(sig.output, "Total document signed");
    assert.include(sig.output, "ETSI.CAdES.detached");
    assert.notInclude(sig.output, "Signature #2");
  }
  const check = readWith("qpdf", ["--check", file]);
  if (check !== undefined) assert.strictEqual(check.status, 0, check.output);
}

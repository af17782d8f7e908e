import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PDFDocument, StandardFonts } from "pdf-lib";

import { type SealSettings, type Sealing, signPdf } from "../signing/sign_pdf.ts";
import { ownSigner } from "../signing/signing_certificate/certificate_folder.ts";
import type { Signer } from "../signing/signing_certificate/signing_certificate.ts";

/** A plain document of some pages. */
export async function documentOf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    document.addPage([595, 842]).drawText(`Page ${page}`, { x: 50, y: 700, size: 20, font });
  return document.save();
}

let cachedSigner: Promise<Signer> | undefined;

/** A generated signing certificate, shared by all tests of a file. */
function testSigner(): Promise<Signer> {
  cachedSigner ??= inFolder((folder) => ownSigner(join(folder, "signing"), new Date(SIGNED_AT)));
  return cachedSigner;
}

/** Runs a function with a temporary folder. */
export async function inFolder<A>(use: (folder: string) => Promise<A>): Promise<A> {
  const folder = mkdtempSync(join(tmpdir(), "paraph-signing-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The signing time of tests, in epoch milliseconds. */
export const SIGNED_AT = Date.UTC(2026, 4, 4, 3, 2, 1);
const REQUEST_ID = "0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

/** The seal settings of tests, with defaults. */
export async function settingsOf(more: Partial<SealSettings> = {}): Promise<SealSettings> {
  return {
    signer: more.signer ?? (await testSigner()),
    reason: "All recipients have signed",
    location: "http://127.0.0.1:3000",
    at: SIGNED_AT,
    tsaUrl: undefined,
    facts: { requestId: REQUEST_ID, createdAt: new Date(Date.UTC(2026, 4, 4, 2, 0, 0)) },
    ...more,
  };
}

/** Seals a document; throws when sealing is delayed. */
export async function sealPdf(
  pdf: Uint8Array,
  more: Partial<SealSettings> = {},
): Promise<Extract<Sealing, { kind: "sealed" }>> {
  const sealing = await signPdf(pdf, await settingsOf(more));
  if (sealing.kind !== "sealed") throw new Error(sealing.message);
  return sealing;
}

import { createHash, createPrivateKey, sign } from "node:crypto";

import type { Mark } from "@paraph/core/builtin_provider";
import { PDFDocument, StandardFonts } from "pdf-lib";

import { libpdfAlone } from "../../packages/pdf/_bench/libpdf_alone.ts";
import { sealDocument } from "../../packages/pdf/signing/seal_document.ts";
import { signPdf } from "../../packages/pdf/signing/sign_pdf.ts";
import { DRAWN_SIGNATURE } from "../../packages/pdf/testing/certificates.ts";
import { settingsOf } from "../../packages/pdf/testing/sealing.ts";
import { verifySealedPdf } from "../../packages/pdf/verify/verify_sealed_pdf.ts";
import { figure, occasion, table } from "./results.ts";
import { distribution } from "./statistics.ts";

const PAGES = 10;
const ROUNDS = 21;
/** The limit of CPU for sealing, in milliseconds. */
const MAX_CPU_MILLIS = 500;

/** Two marks on each page: a signature and a date. */
const MARKS: ReadonlyArray<Mark> = Array.from({ length: PAGES }, (_, index) => [
  {
    page: index + 1,
    x: 10,
    y: 80,
    width: 25,
    height: 5,
    ...(index % 2 === 0
      ? { kind: "signature" as const, signature: DRAWN_SIGNATURE }
      : { kind: "signature" as const, signature: { kind: "typed" as const, text: "Jane Doe" } }),
  },
  {
    page: index + 1,
    x: 60,
    y: 80,
    width: 20,
    height: 3,
    kind: "text" as const,
    text: "2026-05-04",
  },
]).flat();

/** A long document whose pages are full of text, like contracts. */
async function contract(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < PAGES; page++) {
    const sheet = document.addPage([595, 842]);
    for (let line = 0; line < 45; line++)
      sheet.drawText(`Clause ${page}.${line}: the parties agree to what is written on this line.`, {
        x: 50,
        y: 780 - line * 16,
        size: 10,
        font,
      });
  }
  return document.save();
}

/** The CPU milliseconds of the whole process for some work. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measures sealing; returns a section of `RESULTS.md`. */
export async function measureSigning(): Promise<string> {
  const pdf = await contract();
  const settings = await settingsOf();
  const { signer } = settings;
  const key = createPrivateKey({
    key: Buffer.from(signer.privateKey),
    format: "der",
    type: "pkcs8",
  });
  const signedPdf = await signPdf(pdf, settings);
  const contenders: Readonly<Record<string, () => Promise<unknown>>> = {
    "paraph: stamp, seal, verify": () => sealDocument({ pdf, marks: MARKS, settings }),
    "paraph: seal, verify": () => signPdf(pdf, settings),
    "paraph: verify": async () => signedPdf.kind === "sealed" && verifySealedPdf(signedPdf.bytes),
    "LibPDF: stamp, sign": () => libpdfAlone(pdf, settings),
    "pdf-lib: stamp, save; node:crypto: sign the bytes": async () => {
      const document = await PDFDocument.load(pdf);
      const font = await document.embedFont(StandardFonts.Helvetica);
      for (const [index, page] of document.getPages().entries()) {
        page.drawText("Jane Doe", { x: 60, y: 130, size: 20, font });
        page.drawText(`2026-05-${index}`, { x: 360, y: 130, size: 12, font });
      }
      const bytes = await document.save();
      createHash("sha256").update(bytes).digest();
      return sign("sha256", bytes, key);
    },
  };
  const samples = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, new Array<number>()]),
  );
  const first: Record<string, number> = {};
  // In turns, so that other load affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(contenders)) {
      const cpu = await cpuOf(work);
      if (round === 0) first[name] = cpu;
      else samples[name]?.push(cpu);
    }
  }
  const rows = Object.entries(samples).map(([name, values]) => {
    const { median, longest } = distribution(values);
    return [name, figure(median), figure(longest), figure(first[name] ?? 0)];
  });
  const ours = distribution(samples["paraph: stamp, seal, verify"] ?? []).median;
  return `## Sealing

${occasion("signing")}

A document of ${PAGES} pages full of text, ${MARKS.length} marks (signatures drawn and typed, dates), sealed with RSA-3072. CPU of the
whole process in milliseconds, ${ROUNDS - 1} rounds in turns after a first one. LibPDF alone stamps text in a standard font, signs in the
same way and verifies nothing; pdf-lib with node:crypto is the floor: it writes the marks and signs the bytes, which makes no
PDF signature yet.

${table(["", "median", "longest", "the first"], rows)}

Sealing takes ${figure(ours)} ms (less than ${MAX_CPU_MILLIS} ms wanted: ${ours < MAX_CPU_MILLIS ? "holds" : "does not hold"}).
`;
}

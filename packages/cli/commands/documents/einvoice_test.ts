import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { invoiceFromData, writeInvoice } from "@paraph/core/einvoices";
import { checkInputData } from "@paraph/core/manifests";
import { Effect, Result } from "effect";
import { PDFDocument } from "pdf-lib";

import { callParaph } from "../../_testing/paraph_command.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-einvoices-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const fixed = (value: string) => ({ value });
const invoice = invoiceFromData(
  {
    profile: "en16931",
    map: {
      "BT-1": "number",
      "BT-2": fixed("2026-11-26"),
      "BT-3": fixed("380"),
      "BT-5": fixed("EUR"),
      "BT-9": fixed("2026-12-26"),
      "BT-27": fixed("Ölmühle GmbH"),
      "BT-31": fixed("DE123456789"),
      "BT-40": fixed("DE"),
      "BT-44": fixed("Ada & Co."),
      "BT-55": fixed("DE"),
      "BG-25": "items",
      "BT-129": "quantity",
      "BT-130": fixed("C62"),
      "BT-146": "price",
      "BT-151": fixed("S"),
      "BT-152": fixed("19"),
      "BT-153": fixed("Oil"),
    },
  },
  Result.getOrThrow(
    checkInputData(
      {
        variables: [{ key: "number", label: "Number", dataType: "text", required: true }],
        loops: [
          {
            key: "items",
            label: "Items",
            itemFields: [
              { key: "quantity", label: "Quantity", dataType: "number", required: true },
              { key: "price", label: "Price", dataType: "currency", required: true },
            ],
          },
        ],
      },
      { number: "R-1", items: [{ quantity: 2, price: "50.00" }] },
    ),
  ),
);
const CII = writeInvoice(invoice, "cii");
const UBL = writeInvoice(invoice, "ubl");

/** Writes a file and returns its path. */
function fileOf(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
}

/** A PDF with an attached text. */
async function pdfWith(name: string, text: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  doc.addPage();
  await doc.attach(new TextEncoder().encode(text), name, { mimeType: "text/xml" });
  return doc.save();
}

const validate = (file: string) => callParaph(["einvoice", "validate", file, "--json"], {});

describe("paraph einvoice validate", () => {
  it.live("accepts XML in both syntaxes and encodings, and PDFs with it", () =>
    Effect.gen(function* () {
      const pdf = yield* Effect.promise(() => pdfWith("factur-x.xml", CII));
      const utf16 = Buffer.from(`\uFEFF${CII.replace("UTF-8", "UTF-16")}`, "utf16le");
      for (const [name, content, syntax] of [
        ["cii.xml", CII, "cii"],
        ["ubl.xml", UBL, "ubl"],
        ["utf16.xml", utf16, "cii"],
        ["invoice.pdf", pdf, "cii"],
      ] as const) {
        const { code, stdout, stderr } = yield* validate(fileOf(name, content));
        assert.strictEqual(code, 0, stderr);
        assert.deepInclude(JSON.parse(stdout), { valid: true, syntax, profile: "en16931" });
      }
    }),
  );

  it.live("names each broken rule under its element", () =>
    Effect.gen(function* () {
      const spoiled = fileOf(
        "spoiled.xml",
        UBL.replace(">119.00</cbc:PayableAmount", ">1</cbc:PayableAmount"),
      );
      const { code, stdout, stderr } = yield* validate(spoiled);
      assert.strictEqual(code, 1);
      const { valid: isValid, problems } = JSON.parse(stdout);
      assert.isFalse(isValid);
      const at = "/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount";
      assert.deepInclude(problems[0], { rule: "BR-CO-16", path: at });
      assert.include(stderr, `${at}: [BR-CO-16]`);
    }),
  );

  it.live("says why a file is no invoice", () =>
    Effect.gen(function* () {
      const other = yield* Effect.promise(() => pdfWith("notes.txt", "Hello"));
      for (const [name, content, message] of [
        ["empty.xml", "", "is no electronic invoice"],
        ["page.xml", "<html/>", "Expected a CII or UBL invoice"],
        ["entities.xml", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "DTD"],
        ["bytes.xml", Uint8Array.of(0xc3, 0x28), "not UTF-8"],
        ["other.pdf", other, "attached is notes.txt, expected factur-x.xml"],
        ["damaged.pdf", "%PDF-1.7", "The PDF is damaged"],
      ] as const) {
        const { code, stderr } = yield* validate(fileOf(name, content));
        assert.strictEqual(code, 1, name);
        assert.include(stderr, message);
      }
      const missing = yield* validate(path.join(folder, "missing.xml"));
      assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    }),
  );
});

describe("paraph einvoice extract", () => {
  it.live("writes the XML of a PDF, byte for byte", () =>
    Effect.gen(function* () {
      const file = fileOf("extract.pdf", yield* Effect.promise(() => pdfWith("factur-x.xml", CII)));
      const { code, stdout, stderr } = yield* callParaph(["einvoice", "extract", file], {});
      assert.deepEqual([code, stdout], [0, Buffer.from(CII).toString("latin1")], stderr);
      const output = path.join(folder, "out.xml");
      const written = yield* callParaph(["einvoice", "extract", file, "-o", output], {});
      assert.strictEqual(written.code, 0, written.stderr);
      assert.strictEqual(fs.readFileSync(output, "utf8"), CII);
    }),
  );
});

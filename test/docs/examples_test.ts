import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { assert, describe, layer } from "@effect/vitest";
import { PdfRenderer } from "@paraph/core/renders";
import { Effect } from "effect";

import { brokenUaRules } from "../../packages/pdf/testing/standards/ua_rules.ts";
import { publishFile, renderFiles, renderingServices, ROOT } from "../support/example_drawing.ts";
import { readWith } from "../support/outside_tool.ts";
import { pdfText } from "../support/pdf_text.ts";

/** Keys of values that are no names. */
const CODES = /code|number|iban|bic|vat|unit|country|tracking/i;

/** Checks a document with another program and returns its text. */
function readOutside(bytes: Uint8Array): string | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-outside-"));
  try {
    const file = path.join(folder, "drawn.pdf");
    fs.writeFileSync(file, bytes);
    assert.strictEqual(readWith("qpdf", ["--check", file])?.status ?? 0, 0);
    return readWith("pdftotext", [file, "-"])?.output;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const DOCUMENTS = [
  {
    name: "examples/gallery/invoice",
    pages: 2,
    holds: ["Hansen & Søn Rederi A/S", "€85,742.09", "Page 2 of 2"],
  },
  {
    name: "examples/gallery/quote",
    pages: 1,
    holds: ["18 October 2026", "-€1,406.45", "€32,334.29"],
  },
  {
    name: "examples/gallery/order",
    pages: 1,
    holds: ["Holzwerk Bodensee GmbH", "160 pcs", "€14,786.40"],
  },
  {
    name: "examples/gallery/delivery-note",
    pages: 1,
    holds: ["Pallet 2 of 2 · 17 pieces, 141.0 kg", "Receipt", "365.4"],
  },
  {
    name: "examples/gallery/statement",
    pages: 2,
    holds: ["Carried forward", "Over 60 days", "€34,412.80", "Page 2 of 2"],
  },
  { name: "examples/gallery/contract", pages: 2, holds: ["Bergström Energi AB", "€1,450.00"] },
  {
    name: "examples/gallery/nda",
    pages: 1,
    holds: ["Mutual non-disclosure agreement", "Solvane Robotics SAS", "€25,000.00"],
  },
  {
    name: "examples/gallery/certificate",
    pages: 1,
    holds: ["Alejandra Ruiz-Castellanos", "with distinction", "No. VA-2026-00387"],
  },
  {
    name: "examples/gallery/payslip",
    pages: 1,
    holds: ["November 2026", "€2,748.41", "Days of leave left this year: 6.5."],
  },
  { name: "examples/gallery/labels", pages: 1, holds: ["Sofia Rossi", "FRAGILE", "MP-80677"] },
  {
    name: "examples/gallery/letter",
    pages: 1,
    holds: ["Your new offices", "20 November 2026", "Sunday, 6 December"],
  },
  {
    name: "examples/gallery/report",
    pages: 3,
    holds: ["+16.4% on last year", "Europe in total", "Page 3 of 3"],
  },
  {
    name: "examples/guide/receipt",
    pages: 1,
    holds: ["Receipt", "Fountain pen", "€30.30", "November 21, 2026"],
  },
  {
    name: "examples/guide/ticket",
    pages: 1,
    holds: ["Saturday, 28 November 2026, 19:30", "NDW-7F2K9"],
  },
  {
    name: "examples/guide/inspection",
    pages: 1,
    holds: ["84.213 km on the clock", "Wiper", "Next inspection"],
  },
  {
    name: "examples/guide/ledger",
    pages: 2,
    holds: ["1200 Bank · 8 entries", "Carried forward", "Balance of 6500 Energy", "9,340.98"],
  },
  {
    name: "examples/guide/order-list",
    pages: 2,
    holds: ["Glazed by hand.", "Office (continued)", "€647.10"],
  },
  {
    name: "examples/guide/timetable",
    pages: 1,
    holds: ["Talks", "Lunch in the garden", "Templates clinic"],
  },
  {
    name: "examples/guide/handbook",
    pages: 3,
    holds: ["see page 3", "Alder Joinery · Handbook 2026", "Maintenance"],
  },
  {
    name: "examples/guide/grouped-invoice",
    pages: 2,
    holds: ["Order 58297 of 17 March 2026", "Hotel Alster, Hamburg: €981.30", "Net, 5 orders"],
  },
  { name: "examples/guide/files", pages: 1, holds: ["Order 2041", "Fountain pen"] },
  {
    name: "examples/guide/payment",
    pages: 1,
    holds: ["Discount: 5%", "Please pay within 14 days."],
  },
  { name: "examples/guide/used-sheet", pages: 1, holds: ["Sofia Rossi", "Lyon"] },
  {
    name: "examples/guide/offer",
    pages: 3,
    holds: ["Alder Joinery", "Page 2 of 3", "Terms and conditions"],
  },
  {
    name: "examples/guide/scripts",
    pages: 1,
    holds: ["尊敬的客户", "お送りいたします。", "नमस्ते", "Направляем вам"],
  },
  {
    name: "examples/typesetting/contract",
    pages: 3,
    holds: ["Beratungsvertrag", "„Pflichtenheft“", "120.195,00", "Seite 3 von 3"],
  },
  { name: "examples/typesetting/invoice", pages: 1, holds: ["−10,000.00", "€ 47,948.37"] },
  {
    name: "examples/typesetting/report",
    pages: 2,
    holds: ["Traffic on the Offshore Lines", "118 kilometres an hour", "“We do not sell tickets"],
  },
  { name: "examples/overlay", pages: 2, holds: ["Ólafsdóttir & Þórsson Fisheries ehf."] },
] as const;

layer(renderingServices)("the examples", (it) => {
  describe.each(DOCUMENTS)("$name", ({ name, pages, holds }) => {
    it.effect("are rendered completely, and every reader extracts the same text", () =>
      Effect.gen(function* () {
        const document = yield* renderFiles(`${name}/template.json`, `${name}/data.json`);
        assert.strictEqual(document.pageCount, pages);
        const own = (yield* pdfText(document.bytes)).join("\n");
        const outside = readOutside(document.bytes) ?? own;
        for (const text of holds) {
          assert.include(own, text);
          assert.include(outside, text);
        }
      }),
    );
  });

  const gallery = DOCUMENTS.map(({ name }) => name).filter((name) => name.includes("/gallery/"));
  const conforming = [...gallery, "examples/guide/order-list", "examples/guide/timetable"];

  it.effect.each(conforming)("%s conforms to PDF/UA-1, which it declares", (name) =>
    Effect.gen(function* () {
      const { bytes } = yield* renderFiles(`${name}/template.json`, `${name}/data.json`);
      assert.include(Buffer.from(bytes).toString("latin1"), "pdfuaid:part");
      assert.deepEqual(yield* Effect.promise(() => brokenUaRules(bytes)), []);
    }),
  );

  it.effect.each(gallery)(
    "%s has space for long names, names of other scripts and large amounts",
    (name) =>
      Effect.gen(function* () {
        const { version, inputOf } = yield* publishFile(`${name}/template.json`);
        const data: unknown = JSON.parse(
          fs.readFileSync(path.join(ROOT, name, "data.json"), "utf8"),
        );
        const { values, loops } = yield* inputOf(data);
        const { render } = yield* PdfRenderer;
        for (const text of [
          "شركة الأمل للتجارة שלום 123",
          "株式会社山田 & Söhne",
          "María del Carmen Núñez-Quint",
        ]) {
          const enlarged = <V>(
            row: Readonly<Record<string, V>>,
            fields: ReadonlyArray<{ readonly key: string; readonly dataType: string }>,
          ): Readonly<Record<string, V | string>> =>
            Object.fromEntries(
              Object.entries(row).map(([key, value]) => {
                const type = fields.find((field) => field.key === key)?.dataType;
                if (type === "currency") return [key, "-98765432109876.21"];
                return [key, type === "text" && !CODES.test(key) ? text : value];
              }),
            );
          const drawn = yield* render({
            version,
            data: {
              values: enlarged(values, version.manifest.variables),
              loops: Object.fromEntries(
                version.manifest.loops.map(({ key, itemFields }) => [
                  key,
                  (loops[key] ?? []).map((row) => enlarged(row, itemFields)),
                ]),
              ),
            },
          });
          assert.deepStrictEqual(drawn.warnings, []);
        }
      }),
  );

  it("shows every template on the page of the gallery, with its picture", () => {
    const folders = fs.readdirSync(path.join(ROOT, "examples/gallery"));
    assert.sameMembers(
      folders.map((folder) => `examples/gallery/${folder}`),
      gallery,
    );
    const page = fs.readFileSync(path.join(ROOT, "docs/guides/gallery.md"), "utf8");
    for (const folder of folders) {
      assert.include(page, `paraph template new ${folder}`);
      assert.include(page, `examples/gallery/${folder}/picture.png`);
      assert.isTrue(fs.existsSync(path.join(ROOT, "examples/gallery", folder, "picture.png")));
    }
  });
});

layer(renderingServices)("a document in every script", (it) => {
  it.effect("holds its text in the order it is read in, and no value is ever evaluated", () =>
    Effect.gen(function* () {
      const data = "test/data/world_data.json";
      const { bytes } = yield* renderFiles("test/data/world_template.json", data);
      const text = (yield* pdfText(bytes)).join("\n");
      for (const expected of [
        "مرحبا بالعالم",
        "שלום עולם",
        "合同编号：甲方与乙方",
        "請求書の内容をご確認ください。",
        "계약서에 서명하세요",
        "Καλημέρα κόσμε",
        "французских",
        "{6*7} {constructor} {/(a+)+$/.test(x)}",
        "1.234.567.890.123.45",
        "19.5%",
        "21 novembre 2026",
        "¥1,000",
      ]) {
        assert.include(text, expected);
      }
      readOutside(bytes);
    }),
  );
});

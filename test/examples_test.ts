import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { assert, describe, layer } from "@effect/vitest";
import { checkInputData } from "@paraph/core/manifests";
import { PdfRenderer } from "@paraph/core/renders";
import { Publication, PublishTemplate } from "@paraph/core/templates";
import { TemplateVersionId } from "@paraph/core/values";
import { pdfRendererPdfme } from "@paraph/worker";
import { Effect, Layer, Schema } from "effect";

import { readWith } from "./outside_tool.ts";
import { pdfText } from "./pdf_text.ts";

const drawing = Publication.layer.pipe(
  Layer.provideMerge(pdfRendererPdfme({ threads: 1, allowPrivateNetwork: false })),
);

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
const Data = Schema.Record(Schema.String, Schema.Unknown);

/** A version of its own for every document: a renderer knows versions by their ids. */
const nextVersion = Effect.sync(() => TemplateVersionId.make(randomUUID()));

/** Publishes a template file and draws it with a data file. */
const draw = Effect.fnUntraced(function* (template: string, data: string) {
  const publication = yield* Publication;
  const renderer = yield* PdfRenderer;
  const content = yield* Schema.decodeUnknownEffect(PublishTemplate)(read(template));
  const given = yield* Schema.decodeUnknownEffect(Data)(read(data));
  const { manifest, name: title } = content;
  const { layout, compiled } = yield* publication.prepare(content);
  const checked = yield* Effect.fromResult(checkInputData(manifest, given));
  const id = yield* nextVersion;
  const version = { id, source: { layout, manifest, title }, compiled };
  return yield* renderer.draw({ version, data: checked });
});

/** What other programs make of a document: it is sound, and this is its text. */
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
    name: "examples/invoice",
    pages: 2,
    holds: ["Hansen & Søn Rederi A/S", "€85,742.09", "Page 2 of 2"],
  },
  { name: "examples/contract", pages: 2, holds: ["Bergström Energi AB", "€1,450.00"] },
  { name: "examples/overlay", pages: 2, holds: ["Ólafsdóttir & Þórsson Fisheries ehf."] },
] as const;

layer(drawing)("the examples", (it) => {
  describe.each(DOCUMENTS)("$name", ({ name, pages, holds }) => {
    it.effect("are drawn whole, and read the same by everybody", () =>
      Effect.gen(function* () {
        const drawn = yield* draw(`${name}/template.json`, `${name}/data.json`);
        assert.strictEqual(drawn.pageCount, pages);
        const own = (yield* pdfText(drawn.bytes)).join("\n");
        const outside = readOutside(drawn.bytes) ?? own;
        for (const text of holds) {
          assert.include(own, text);
          assert.include(outside, text);
        }
      }),
    );
  });
});

layer(drawing)("a document in every script", (it) => {
  it.effect("holds its text in the order it is read in, and no value is ever evaluated", () =>
    Effect.gen(function* () {
      const data = "test/data/world_data.json";
      const { bytes } = yield* draw("test/data/world_template.json", data);
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

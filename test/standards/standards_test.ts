import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, layer } from "@effect/vitest";
import { checkInvoice } from "@paraph/core/einvoices";
import { readInvoice } from "@paraph/core/einvoices/read_invoice";
import { readAttachment } from "@paraph/pdf/attachments";
import { Effect, Result } from "effect";
import { PDFDocument, PDFName } from "pdf-lib";

import { brokenArchiveRules } from "../../packages/pdf/testing/standards/archive_rules.ts";
import { brokenUaRules } from "../../packages/pdf/testing/standards/ua_rules.ts";
import { renderFiles, renderingServices } from "../support/example_drawing.ts";
import { readWith } from "../support/outside_tool.ts";
import { HAS_PREFLIGHT, preflightErrors } from "../support/preflight.ts";
import { VERAPDF, verapdfFailures } from "../support/verapdf.ts";
import { schemaErrors } from "./factur_x_schema.ts";
import { structureOf } from "./structure_tree.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-standards-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const draw = (name: string) =>
  Effect.map(
    renderFiles(`examples/${name}/template.json`, `examples/${name}/data.json`),
    ({ bytes }) => {
      const file = path.join(folder, `${path.basename(name)}.pdf`);
      fs.writeFileSync(file, bytes);
      return { bytes, file };
    },
  );

/** Examples with their headings in reading order, and the head cells of their table. */
const DOCUMENTS = [
  {
    name: "gallery/invoice",
    headings: [
      "H1 Invoice",
      "H2 Bill to",
      "H2 Details",
      "H2 Payment",
      "H2 Bank",
      "H2 Notes",
      "H2 Approved by",
    ],
    head: ["Description", "Quantity", "Unit price", "Amount"],
  },
  {
    name: "gallery/contract",
    headings: [
      "H1 Consulting Agreement",
      "H2 Services",
      "H2 Term and place",
      "H2 Fee",
      "H2 Travel expenses",
      "H2 Results and rights of use",
      "H2 Confidentiality",
      "H2 Data protection",
      "H2 Liability",
      "H2 Final provisions",
    ],
    head: [],
  },
  {
    name: "gallery/statement",
    headings: ["H1 STATEMENT OF ACCOUNT"],
    head: ["Date", "Document", "Description", "Due", "Amount", "Balance"],
  },
];

layer(renderingServices)("the example invoice", (it) => {
  it.effect("breaks no rule of PDF/A-3u and PDF/UA-1", () =>
    Effect.gen(function* () {
      const { bytes, file } = yield* draw("gallery/invoice");
      const archive = yield* Effect.promise(() => brokenArchiveRules(bytes, "pdf/a-3u"));
      const accessible = yield* Effect.promise(() => brokenUaRules(bytes));
      assert.deepStrictEqual([archive, accessible], [[], []]);
      const check = readWith("qpdf", ["--check", file]);
      assert.strictEqual(check?.status ?? 0, 0, check?.output);
    }),
  );

  it.effect("has the invoice attached, which breaks no rule of EN 16931 and its schema", () =>
    Effect.gen(function* () {
      const { bytes, file } = yield* draw("gallery/invoice");
      const { file: xml } = yield* readAttachment(bytes, ["factur-x.xml"]);
      assert.isDefined(xml);
      if (xml === undefined) return;
      assert.deepStrictEqual(schemaErrors(xml), []);
      const text = new TextDecoder().decode(xml);
      const { invoice, syntax } = Result.getOrThrow(readInvoice(text));
      assert.strictEqual(syntax, "cii");
      assert.deepStrictEqual(checkInvoice(invoice), []);
      const poppler = readWith("pdfdetach", ["-list", file]);
      if (poppler !== undefined) assert.include(poppler.output, "factur-x.xml");

      const broken = text.replace("<ram:LineID>1</ram:LineID>", "<ram:LineNumber/>");
      assert.match(schemaErrors(Buffer.from(broken)).join(), /LineNumber.*not expected/);
    }),
  );

  it.effect.skipIf(VERAPDF === undefined)("conforms by veraPDF (needs VERAPDF)", () =>
    Effect.gen(function* () {
      const { file } = yield* draw("gallery/invoice");
      for (const standard of ["pdf/a-3u", "pdf/ua-1"] as const)
        assert.isUndefined(yield* verapdfFailures(file, standard));
    }),
  );
});

/** What PDFBox Preflight reports because it knows PDF/A-1 alone, which later parts permit. */
const PART_1_ERRORS: ReadonlyArray<RegExp> = [
  /^1\.4 : .*cross reference streams are not allowed/,
  /^3\.1\.11 : .*The CIDSet entry is missing/,
  /^7\.11\.2 : .*part must be 1/,
  /^7\.11\.1 : .*conformance level must be A or B/,
  /^2\.2\.2 : .*Soft Mask must be null/,
  /^2\.1\.7 : .*hasn't Group as Type value/,
  /^1\.(?:2\.9|4\.7) : .*EmbeddedFile entry is present/,
];
const otherErrors = (file: string) =>
  preflightErrors(file).filter((error) => !PART_1_ERRORS.some((known) => known.test(error)));

layer(renderingServices)("PDFBox Preflight", (it) => {
  it.effect.skipIf(!HAS_PREFLIGHT)("reports only what PDF/A-1 forbids", () =>
    Effect.gen(function* () {
      const { bytes, file } = yield* draw("gallery/invoice");
      assert.deepStrictEqual(otherErrors(file), []);
      const doc = yield* Effect.promise(() => PDFDocument.load(bytes, { updateMetadata: false }));
      doc.catalog.delete(PDFName.of("OutputIntents"));
      const broken = path.join(folder, "broken.pdf");
      fs.writeFileSync(broken, yield* Effect.promise(() => doc.save()));
      assert.isNotEmpty(otherErrors(broken));
    }),
  );
});

layer(renderingServices)("readers", (it) => {
  describe.each(DOCUMENTS)("of $name", ({ name, headings, head }) => {
    it.effect("find its headings and table heads in reading order", () =>
      Effect.gen(function* () {
        const { bytes, file } = yield* draw(name);
        const elements = yield* structureOf(bytes);
        const own = elements.filter(({ role }) => /^H\d$/.test(role));
        assert.deepStrictEqual(
          own.map(({ role, text }) => `${role} ${text.trim()}`),
          headings,
        );
        // PDF.js repeats the elements of a table on each of its pages, without the text of other pages.
        const cells = elements.filter(({ role, text }) => role === "TH" && text !== "");
        assert.deepStrictEqual(
          cells.map(({ text }) => text.trim()),
          head,
        );
        for (const { inside } of cells)
          assert.deepStrictEqual(inside.slice(-3), ["Table", "THead", "TR"]);
        for (const { role, alt } of elements) if (role === "Figure") assert.isNotEmpty(alt ?? "");

        const poppler = readWith("pdfinfo", ["-struct-text", file])?.output;
        if (poppler === undefined) return;
        const titles = Array.from(
          poppler.matchAll(/^ *(H\d) .*\n *"(.*)"$/gm),
          ([, role, text]) => `${role} ${text}`,
        );
        assert.deepStrictEqual(titles, headings);
      }),
    );
  });
});

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { gunzipSync } from "node:zlib";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { checkInvoice, Einvoice, invoiceFromData, writeInvoice } from "@paraph/core/einvoices";
import { readInvoice } from "@paraph/core/einvoices/read_invoice";
import { checkInputData, Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import {
  type Data,
  EINVOICE,
  exempt,
  MANIFEST,
  valid,
} from "../../packages/core/einvoices/_testing/invoice_data.ts";
import { SPOILED } from "../../packages/core/einvoices/_testing/spoiled_data.ts";
import { HAS_SAXON, transformFolder } from "../support/saxon.ts";

const OFFICIAL = path.join(import.meta.dirname, "../data/en16931");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-en16931-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const unpacked = (name: string) =>
  gunzipSync(fs.readFileSync(path.join(OFFICIAL, `${name}.gz`))).toString();

/** The rules of EN 16931 that the XML of an invoice breaks. */
function brokenRules(xml: string): ReadonlySet<string> {
  const { invoice } = Result.getOrThrow(readInvoice(xml));
  return new Set(checkInvoice(invoice).map(({ rule }) => rule));
}

const UnitTests = Schema.Array(
  Schema.Struct({
    name: Schema.String,
    /** Rules that the XML follows, and rules that it breaks. */
    accepts: Schema.Array(Schema.String),
    rejects: Schema.Array(Schema.String),
    xml: Schema.String,
  }),
);

/** The unit tests that Paraph decides otherwise. */
const OTHERWISE = [
  // Elements that the XML Schema refuses: empty ones, and a line of an invoice in a credit note.
  "Invoice-unit-UBL/BR-CL-07 3 does not reject BR-CL-07",
  "Invoice-unit-UBL/BR-CL-07 5 does not reject BR-CL-07",
  "Invoice-unit-UBL/BR-CL-13 2 does not reject BR-CL-13",
  "Invoice-unit-UBL/BR-CO-19 4 does not reject BR-CO-19",
  "CreditNote-unit-UBL/BR-CL-18 2 does not reject BR-CL-18",
  // Two totals of the VAT in one currency: the first counts.
  "Invoice-unit-UBL/BR-CO-15 8 does not reject BR-CO-15",
  "CreditNote-unit-UBL/BR-CO-15 8 does not reject BR-CO-15",
  "cii/BR-CO-15-2 4 does not reject BR-CO-15",
  // A credit note is one by its type (BT-3), which this one lacks.
  "CreditNote-unit-UBL/BR-CO-25 2 rejects BR-CO-25",
  // A difference of a whole unit, which the official validation of UBL rejects.
  "cii/BR-CO-17 2 rejects BR-CO-17",
  "cii/BR-CO-17 3 rejects BR-CO-17",
];

it("decides the unit tests of EN 16931 as their authors do", () => {
  const tests = Schema.decodeUnknownSync(UnitTests)(JSON.parse(unpacked("unit_tests.json")));
  const otherwise = tests.flatMap(({ name, accepts, rejects, xml }) => {
    const broken = brokenRules(xml);
    return [
      ...accepts.filter((rule) => broken.has(rule)).map((rule) => `${name} rejects ${rule}`),
      ...rejects
        .filter((rule) => rule.startsWith("BR-") && !broken.has(rule))
        .map((rule) => `${name} does not reject ${rule}`),
    ];
  });
  assert.isAbove(tests.length, 800);
  assert.sameMembers(otherwise, OTHERWISE);
});

/** Rules that the official validation reports on top of another about the same term. */
const REPEATED = new Set(["BR-27", "BR-CL-03", "BR-CO-17", "BR-DEC-15"]);

/**
 * Rules that it does not report: of an empty quantity, which the XML Schema refuses, and of an amount without a
 * due date, which release 1.3.16 gave up and earlier releases check.
 */
const NOT_REPORTED = new Set(["BR-22", "BR-CO-25"]);

interface Case {
  readonly name: string;
  readonly data: Data;
  readonly einvoice?: Einvoice;
  readonly manifest?: Manifest;
  /** The rule that the data breaks, if any. */
  readonly rule?: string;
}

const GALLERY = path.join(import.meta.dirname, "../../examples/gallery/invoice");
const gallery = (file: string) => JSON.parse(fs.readFileSync(path.join(GALLERY, file), "utf8"));
const GalleryTemplate = Schema.Struct({ manifest: Manifest, einvoice: Einvoice });
const template = Schema.decodeUnknownSync(GalleryTemplate)(gallery("template.json"));

const CASES: ReadonlyArray<Case> = [
  {
    name: "the example of the gallery",
    data: gallery("data.json"),
    einvoice: template.einvoice,
    manifest: template.manifest,
  },
  { name: "valid", data: valid() },
  ...["E", "AE", "K", "G"].map((category) => ({
    name: `valid, category ${category}`,
    data: exempt(category),
  })),
  // XRechnung has rules of its own.
  ...SPOILED.filter(isEn16931).map(([name, data, einvoice]) => ({
    name,
    data,
    ...(einvoice && { einvoice }),
    rule: name.split(" ")[0] ?? "",
  })),
];

function isEn16931([, , einvoice = EINVOICE]: (typeof SPOILED)[number]): boolean {
  return einvoice.profile === "en16931";
}

describe.runIf(HAS_SAXON)("the official validation of EN 16931, release 1.3.16", () => {
  /** The broken rules of each case, by the official validation and by Paraph. */
  const validate = (syntax: "cii" | "ubl") => {
    const [from, to] = [path.join(folder, syntax), path.join(folder, `${syntax}-reports`)];
    fs.mkdirSync(from);
    const stylesheet = path.join(folder, `${syntax}.xslt`);
    fs.writeFileSync(stylesheet, unpacked(`${syntax}.xslt`));
    const own = CASES.map(({ data, einvoice = EINVOICE, manifest = MANIFEST }, index) => {
      const checkedData = Result.getOrThrow(checkInputData(manifest, data));
      const xml = writeInvoice(invoiceFromData(einvoice, checkedData), syntax);
      fs.writeFileSync(path.join(from, `${index}.xml`), xml);
      return brokenRules(xml);
    });
    transformFolder(stylesheet, from, to);
    return own.map((rules, index) => ({
      own: rules,
      official: failedAsserts(fs.readFileSync(path.join(to, `${index}.xml`), "utf8")),
    }));
  };

  it("reports no rule that Paraph does not, and finds each fault in CII or UBL", () => {
    const reports = { cii: validate("cii"), ubl: validate("ubl") };
    CASES.forEach(({ name, rule }, index) => {
      const found = (["cii", "ubl"] as const).flatMap((syntax) => {
        const { own, official } = reports[syntax][index] ?? { own: new Set(), official: [] };
        const others = official.filter((id) => !own.has(id) && !REPEATED.has(id));
        assert.deepStrictEqual(others, [], `${name} in ${syntax}`);
        return official;
      });
      if (rule === undefined) assert.deepStrictEqual(found, [], name);
      else if (!NOT_REPORTED.has(rule)) assert.include(found, rule, name);
    });
  });
});

/** The business rules among the failed assertions of a Schematron report. */
function failedAsserts(report: string): ReadonlyArray<string> {
  return Array.from(
    report.matchAll(/<svrl:failed-assert[^>]*\sid="(BR-[^"]+)"/g),
    ([, id = ""]) => id,
  );
}

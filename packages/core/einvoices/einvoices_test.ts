import { assert, describe, it } from "@effect/vitest";
import { Result } from "effect";

import { checkInputData } from "../manifests/mod.ts";
import {
  type Data,
  EINVOICE,
  exempt,
  MANIFEST,
  MAP,
  valid,
  XRECHNUNG,
} from "./_testing/invoice_data.ts";
import { change, item, SPOILED } from "./_testing/spoiled_data.ts";
import {
  checkEinvoice,
  checkInvoice,
  type Einvoice,
  einvoiceProblems,
  invoiceFromData,
  writeInvoice,
} from "./mod.ts";
import { readInvoice } from "./syntax/read_invoice.ts";

function problemsOf(einvoice: Einvoice, data: Data): ReadonlyArray<string> {
  const checked = Result.getOrThrow(checkInputData(MANIFEST, data));
  return einvoiceProblems(einvoice, checked).map(({ rule, path }) => `${rule} ${path}`);
}

describe("checks of invoices", () => {
  it("valid invoices have no problems", () => {
    assert.deepStrictEqual(problemsOf(EINVOICE, valid()), []);
    assert.deepStrictEqual(problemsOf(XRECHNUNG, valid()), []);
    for (const category of ["E", "AE", "K", "G"]) {
      assert.deepStrictEqual(problemsOf(EINVOICE, exempt(category)), [], category);
    }
  });

  for (const [expected, data, einvoice = EINVOICE] of SPOILED) {
    it(expected, () => assert.include(problemsOf(einvoice, data), expected));
  }

  it("calculates the amounts that the data lacks", () => {
    const totals = {
      lines: null,
      allowances: null,
      charges: null,
      net: null,
      vat: null,
      gross: null,
      due: null,
    };
    const data = { ...item({ total: null }), ...totals, taxes: [] };
    const { "BG-23": _breakdown, ...map } = MAP;
    assert.deepStrictEqual(problemsOf(EINVOICE, data), []);
    const invoice = invoiceFromData(
      { profile: "en16931", map },
      Result.getOrThrow(checkInputData(MANIFEST, data)),
    );
    const xml = writeInvoice(invoice, "cii");
    for (const amount of ["149.99", "144.99", "27.55", "4.20", "204.99", "236.74"]) {
      assert.include(xml, `>${amount}<`);
    }
  });
});

describe("XML", () => {
  const invoice = (data: Data) =>
    invoiceFromData(EINVOICE, Result.getOrThrow(checkInputData(MANIFEST, data)));

  it.each(["cii", "ubl"] as const)("an invoice reads back from %s as it was", (syntax) => {
    for (const data of [valid(), exempt("K"), change({ type: "381" })]) {
      const xml = writeInvoice(invoice(data), syntax);
      const read = Result.getOrThrow(readInvoice(xml));
      assert.strictEqual(read.syntax, syntax);
      assert.deepStrictEqual(checkInvoice(read.invoice), []);
      assert.strictEqual(writeInvoice(read.invoice, syntax), xml);
      const other = syntax === "cii" ? "ubl" : "cii";
      assert.strictEqual(writeInvoice(read.invoice, other), writeInvoice(invoice(data), other));
    }
  });

  it("a problem of a file has the path of its element", () => {
    const xml = writeInvoice(invoice(valid()), "ubl").replace(
      ">236.74</cbc:PayableAmount",
      ">1</cbc:PayableAmount",
    );
    const [problem] = checkInvoice(Result.getOrThrow(readInvoice(xml)).invoice);
    assert.deepInclude(problem, {
      rule: "BR-CO-16",
      path: "/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount",
    });
  });

  it("text of the data stays text", () => {
    const name = 'A "<b>&amp;</b>"\u0001 ]]>';
    const xml = writeInvoice(invoice(item({ name })), "cii");
    const read = Result.getOrThrow(readInvoice(xml));
    assert.strictEqual(writeInvoice(read.invoice, "cii"), xml);
    assert.notInclude(xml, "<b>");
  });

  it.each([
    ["", "The XML has no element|document must contain a root element"],
    ["<a>", "unclosed tag"],
    ["<invoice/>", "Expected a CII or UBL invoice"],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "DTD"],
    ["<a>&nbsp;</a>", "undefined entity"],
    ["<a>".repeat(100), "nested"],
    ["\u0000", "."],
    ["%PDF-1.7", "."],
  ])("rejects %j", (xml, message) => {
    const result = readInvoice(xml);
    assert.match(Result.isFailure(result) ? result.failure : "read", new RegExp(message));
  });
});

describe("mappings", () => {
  const messages = (map: Einvoice["map"], profile: Einvoice["profile"] = "en16931") =>
    checkEinvoice({ profile, map }, MANIFEST).map(({ path, message }) => `${path}: ${message}`);

  it("a complete mapping has no problems", () => {
    assert.deepStrictEqual(messages(MAP), []);
    const { "BT-80": _country, ...map } = MAP;
    assert.deepStrictEqual(messages(map, "xrechnung"), []);
  });

  it("names unknown terms and keys, wrong types and what is missing", () => {
    const { "BT-1": _number, ...rest } = MAP;
    assert.deepStrictEqual(
      messages({ ...rest, "BT-1O": "number", "BT-2": "isued", "BT-5": "issued" }),
      [
        'einvoice.map.BT-2: The manifest has no key "isued" for Invoice issue date (BT-2). Did you mean "issued"?',
        'einvoice.map.BT-5: Invoice currency code (BT-5) needs the data type text or number, but "issued" is date',
        'einvoice.map.BT-1O: Unknown business term "BT-1O". Did you mean Invoice number (BT-1)?',
        "einvoice.map.BT-1: [BR-02] Invoice number (BT-1) is required",
      ],
    );
  });

  it("checks constants by the lists of codes, and by the forms of dates and numbers", () => {
    const value = (text: string) => ({ value: text });
    const wrong = {
      "BT-3": value("999"),
      "BT-5": value("EURO"),
      "BT-18": value("1"),
      "BT-18-1": value("A1"),
      "BT-21": value("NOTE"),
      "BT-34-1": value("9999"),
      "BT-40": value("UK"),
      "BT-81": value("71"),
      "BT-105": value("XXX"),
      "BT-121": value("VATEX-EU-XX"),
      "BT-130": value("HOURS"),
      "BT-152": value("many"),
      "BT-157-1": value("0092"),
    };
    const problems = messages({ ...MAP, ...wrong }).map((problem) => problem.split("]")[0]);
    assert.sameMembers(problems, [
      "einvoice.map.BT-3: [BR-CL-01",
      "einvoice.map.BT-5: [BR-CL-04",
      "einvoice.map.BT-18-1: [BR-CL-07",
      "einvoice.map.BT-21: [BR-CL-08",
      "einvoice.map.BT-34-1: [BR-CL-25",
      "einvoice.map.BT-40: [BR-CL-14",
      "einvoice.map.BT-81: [BR-CL-16",
      "einvoice.map.BT-105: [BR-CL-20",
      "einvoice.map.BT-121: [BR-CL-22",
      "einvoice.map.BT-130: [BR-CL-23",
      "einvoice.map.BT-152: [BT-152",
      "einvoice.map.BT-157-1: [BR-CL-21",
    ]);
    const right = { "BT-34-1": value("EM"), "BT-130": value("XBX"), "BT-121": value("vatex-eu-o") };
    assert.deepStrictEqual(messages({ ...MAP, ...right }), []);
  });

  it("groups map to loops", () => {
    const [groups] = [messages({ ...MAP, "BG-25": "number", "BG-4": "items", "BG-27": "items" })];
    assert.include(groups, 'einvoice.map.BG-25: The manifest has no loop "number"');
    assert.include(groups.join(), "BG-4: Seller (BG-4) appears once");
    assert.include(groups.join(), "BG-27: Invoice line allowances (BG-27) is in a repeating group");
  });

  it("profiles differ in their terms", () => {
    assert.include(
      messages(MAP, "basic").join(),
      "The profile basic has no Seller contact point (BT-41)",
    );
    const { "BT-10": _reference, ...map } = MAP;
    assert.deepStrictEqual(messages(map), []);
    assert.include(
      messages(map, "xrechnung").join(),
      "[BR-DE-15] Buyer reference (BT-10) is required",
    );
  });
});

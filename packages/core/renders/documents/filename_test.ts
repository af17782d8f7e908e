import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { inlineAs, pdfFilename } from "./filename.ts";

describe("pdfFilename()", () => {
  it.prop("is a plain file name with the extension .pdf", [Schema.String], ([requestedName]) => {
    const name = pdfFilename(requestedName, "invoice");
    assert.match(name, /^[^/\\"\r\n\0]{1,251}\.pdf$/u);
    assert.isFalse(name.startsWith("."));
  });

  it.each([
    ["Report.PDF", "Report.pdf"],
    ["../../etc/passwd", "_.._etc_passwd.pdf"],
    ['a"b\r\nc', "a_b_c.pdf"],
    ["   ", "invoice.pdf"],
    ["Rechnung Müller.pdf", "Rechnung Müller.pdf"],
  ])("%j becomes %j", (requestedName, name) =>
    assert.strictEqual(pdfFilename(requestedName, "invoice"), name),
  );
});

describe("inlineAs()", () => {
  it("has the name in ASCII for old clients and in UTF-8 for others", () => {
    assert.strictEqual(
      inlineAs('Rechnung "Größe".pdf'),
      "inline; filename=\"Rechnung _Gr__e_.pdf\"; filename*=UTF-8''Rechnung%20%22Gr%C3%B6%C3%9Fe%22.pdf",
    );
  });

  it("contains no line breaks", () => {
    assert.notMatch(inlineAs("a\r\nset-cookie: x\ud800.pdf"), /[\r\n]/);
  });
});

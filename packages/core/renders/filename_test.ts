import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { pdfFilename } from "./filename.ts";

describe("pdfFilename()", () => {
  it.prop("is always one plain PDF name", [Schema.String], ([asked]) => {
    const name = pdfFilename(asked, "invoice");
    assert.match(name, /^[^/\\"\r\n\0]{1,251}\.pdf$/u);
    assert.isFalse(name.startsWith("."));
  });

  it.each([
    ["Report.PDF", "Report.pdf"],
    ["../../etc/passwd", "_.._etc_passwd.pdf"],
    ['a"b\r\nc', "a_b_c.pdf"],
    ["   ", "invoice.pdf"],
    ["Rechnung Müller.pdf", "Rechnung Müller.pdf"],
  ])("%j becomes %j", (asked, name) => assert.strictEqual(pdfFilename(asked, "invoice"), name));
});

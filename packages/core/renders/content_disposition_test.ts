import { assert, describe, it } from "@effect/vitest";

import { inlineAs } from "./content_disposition.ts";

describe("inlineAs()", () => {
  it("names a file in ASCII for old clients and in full for others", () => {
    assert.strictEqual(
      inlineAs('Rechnung "Größe".pdf'),
      "inline; filename=\"Rechnung _Gr__e_.pdf\"; filename*=UTF-8''Rechnung%20%22Gr%C3%B6%C3%9Fe%22.pdf",
    );
  });

  it("never leaves a header open to more", () => {
    assert.notMatch(inlineAs("a\r\nset-cookie: x\ud800.pdf"), /[\r\n]/);
  });
});

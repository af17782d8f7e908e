import { assert, describe, it } from "@effect/vitest";

import { blocksHtml, blocksOf } from "./markdown.ts";

describe("blocksOf()", () => {
  it("separates paragraphs and lists", () => {
    assert.deepStrictEqual(blocksOf("One\nline.\n\nRules:\n- a\n  b\n- c\n\nEnd - of it.\n"), [
      { kind: "paragraph", text: "One\nline." },
      { kind: "paragraph", text: "Rules:" },
      { kind: "list", items: ["a\n  b", "c"] },
      { kind: "paragraph", text: "End - of it." },
    ]);
  });

  it("has no block for no text", () => {
    assert.deepStrictEqual(blocksOf(" \n\n"), []);
  });
});

describe("blocksHtml()", () => {
  it("renders code and links in items, and escapes text", () => {
    const html = blocksHtml("- `a` <b>\n- [c](#d)")
      .map(({ text }) => text)
      .join("");
    assert.strictEqual(
      html.replaceAll(/\s*\n\s*/g, ""),
      '<ul><li><code>a</code> &#60;b&#62;</li><li><a href="#d">c</a></li></ul>',
    );
  });
});

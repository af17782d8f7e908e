import { assert, describe, it } from "@effect/vitest";

import { html } from "./html.ts";

describe("html", () => {
  it("escapes values in text and in attributes", () => {
    const hostile = `<script>"&'`;
    const escapedText = "&#60;script&#62;&#34;&#38;&#39;";
    assert.strictEqual(
      html`<p title="${hostile}">${hostile}</p>`.text,
      `<p title="${escapedText}">${escapedText}</p>`,
    );
  });

  it("inserts HTML unchanged", () => {
    const word = (text: string) => html`<b>${text}</b>`;
    const line = html`<i>${["<", "b"].map(word)}</i>${word("c")}`;
    assert.strictEqual(line.text, "<i><b>&#60;</b><b>b</b></i><b>c</b>");
  });
});

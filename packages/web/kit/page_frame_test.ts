import { assert, describe, it } from "@effect/vitest";

import { html } from "./html.ts";
import type { PageFiles } from "./page_assets.ts";
import { type Frame, pageFrame } from "./page_frame.ts";

const FILES: PageFiles = {
  root: "",
  script: "/s.js",
  modules: [],
  worker: "/w.js",
  library: "/l/",
  stylesheet: "/s.css",
  icon: "/i.svg",
  starters: "/t.json",
};

function headersOf(more: Partial<Frame>): Readonly<Record<string, string>> {
  const body = html`<body></body>`;
  return pageFrame({ status: 200, title: "A", files: FILES, policy: [], body, ...more }).headers;
}

function directives(more: Partial<Frame>): ReadonlyArray<string> {
  return (headersOf(more)["content-security-policy"] ?? "").split("; ");
}

describe("pageFrame()", () => {
  it("forbids framing without origins", () => {
    for (const more of [{}, { framedBy: [] }]) {
      assert.include(directives(more), "frame-ancestors 'none'");
    }
    assert.strictEqual(headersOf({})["cross-origin-resource-policy"], "same-origin");
  });

  it("allows exactly the given origins to frame a page", () => {
    const framedBy = ["https://a.example", "http://127.0.0.1:8080"];
    assert.include(
      directives({ framedBy }),
      "frame-ancestors https://a.example http://127.0.0.1:8080",
    );
    const headers = headersOf({ framedBy });
    assert.strictEqual(headers["cross-origin-resource-policy"], "cross-origin");
    assert.notProperty(headers, "x-frame-options");
  });

  it("has each directive once; those of the page replace the common ones", () => {
    const directiveList = directives({
      policy: ["style-src 'self' 'unsafe-inline'"],
      writesMarkup: true,
    });
    assert.deepEqual(directiveList, [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "style-src 'self' 'unsafe-inline'",
    ]);
    assert.include(directives({}), "require-trusted-types-for 'script'");
  });
});

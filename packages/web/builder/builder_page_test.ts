import { assert, describe, it } from "@effect/vitest";
import { Effect } from "effect";
import { HttpServerResponse } from "effect/http";

import type { PageFiles } from "../kit/mod.ts";
import { builderPage } from "./builder_page.ts";

const FILES: PageFiles = {
  root: "",
  script: "/assets/builder.js",
  modules: ["/assets/chunk.js"],
  worker: "/assets/worker.js",
  library: "/assets/pdfjs/",
  stylesheet: "/assets/builder.css",
  icon: "/assets/icon.svg",
  starters: "/assets/starters.json",
};
const ORIGINS = ["https://a.example", "https://b.example:8443"];

describe("builderPage()", () => {
  const hostile = '"><script>alert(1)</script>';
  const page = builderPage(
    { sessionId: hostile, title: hostile, allowedOrigins: ORIGINS, root: "/below" },
    FILES,
  );

  it.effect("passes URLs to its script and escapes its input", () =>
    Effect.gen(function* () {
      const text = yield* Effect.promise(() => HttpServerResponse.toWeb(page).text());
      assert.include(text, 'data-root="/below"');
      assert.include(text, `data-origins="${ORIGINS.join(" ")}"`);
      assert.include(text, 'data-starters="/assets/starters.json"');
      assert.notInclude(text, hostile);
    }),
  );

  it("allows only these origins to frame it, and no caching", () => {
    const policy = page.headers["content-security-policy"] ?? "";
    assert.include(policy, `frame-ancestors ${ORIGINS.join(" ")};`);
    assert.notInclude(policy, "require-trusted-types-for");
    assert.notMatch(policy, /script-src[^;]*'unsafe-inline'/);
    assert.strictEqual(page.headers["cache-control"], "no-store");
    assert.strictEqual(page.headers["cross-origin-resource-policy"], "cross-origin");
  });
});

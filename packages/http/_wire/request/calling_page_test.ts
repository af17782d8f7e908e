import { assert, describe, it } from "@effect/vitest";

import { callingPage } from "./calling_page.ts";

const OWN_ORIGINS = new Set(["https://paraph.example", "https://embed.example"]);
const SAME = { "sec-fetch-site": "same-origin" };

describe("callingPage()", () => {
  it.each([
    [{ origin: "https://paraph.example" }, { kind: "own" }],
    [{ origin: "https://embed.example" }, { kind: "own" }],
    [SAME, { kind: "own" }],
    [{ origin: "https://app.example" }, { kind: "partner", origin: "https://app.example" }],
    // An origin takes precedence.
    [
      { origin: "https://app.example", ...SAME },
      { kind: "partner", origin: "https://app.example" },
    ],
    [{ origin: "http://paraph.example" }, { kind: "partner", origin: "http://paraph.example" }],
    [
      { origin: "https://paraph.example:8443" },
      { kind: "partner", origin: "https://paraph.example:8443" },
    ],
    [{ origin: "null" }, { kind: "partner", origin: "null" }],
    [{ origin: "" }, { kind: "partner", origin: "" }],
    [{}, { kind: "unknown" }],
    [{ "sec-fetch-site": "none" }, { kind: "unknown" }],
    [{ "sec-fetch-site": "same-site" }, { kind: "unknown" }],
    [{ "sec-fetch-site": "cross-site" }, { kind: "unknown" }],
    [{ host: "paraph.example", referer: "https://paraph.example/" }, { kind: "unknown" }],
  ])("%j is %j", (headers, page) => {
    assert.deepStrictEqual<unknown>(callingPage({ headers }, OWN_ORIGINS), page);
  });
});

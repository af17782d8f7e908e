import { parseEnv } from "node:util";

import { assert, describe, it } from "@effect/vitest";

import { withIgnoredEnv, withVariables } from "./env_file.ts";

describe("withVariables()", () => {
  it("replaces lines, adds others, and leaves the rest unchanged", () => {
    const text = "# Mine\nexport PARAPH_URL='a'\nOTHER_PARAPH_URL=c\nLAST=$1";
    const result = withVariables(text, { PARAPH_URL: "$&b", PARAPH_API_KEY: "k" });
    assert.strictEqual(
      result,
      "# Mine\nPARAPH_URL=$&b\nOTHER_PARAPH_URL=c\nLAST=$1\nPARAPH_API_KEY=k\n",
    );
    assert.deepInclude(parseEnv(result), { PARAPH_URL: "$&b", PARAPH_API_KEY: "k" });
    assert.strictEqual(withVariables("", { A: "1" }), "A=1\n");
  });
});

describe("withIgnoredEnv()", () => {
  it("adds .env unless it is ignored", () => {
    assert.strictEqual(withIgnoredEnv(""), ".env\n");
    assert.strictEqual(withIgnoredEnv("dist"), "dist\n.env\n");
    assert.isUndefined(withIgnoredEnv("dist\r\n/.env\r\n"));
  });
});

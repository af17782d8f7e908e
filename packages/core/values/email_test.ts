import { assert, describe, it } from "@effect/vitest";

import { isEmail } from "./email.ts";

describe("isEmail()", () => {
  it.each([
    "ada@example.com",
    "ada+docs@mail.example.co.uk",
    "o'neil.x-y_z@example.com",
    "ädä@example.com",
    "a@localhost",
    `${"a".repeat(64)}@example.com`,
  ])("accepts %s", (text) => assert.isTrue(isEmail(text)));

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "ada@example..com",
    "ada@-example.com",
    "ada@example.com.",
    "ada lovelace@example.com",
    "ada@example.com, bob@example.com",
    "ada@example.com;bob@example.com",
    "Ada <ada@example.com>",
    '"ada"@example.com',
    "ada@example.com\r\nBcc: bob@example.com",
    "ada\u0000@example.com",
    "ada\u202e@example.com",
    "ada@exa_mple.com",
    "ada@[192.0.2.1]",
    `${"a".repeat(65)}@example.com`,
    `a@${"b.".repeat(130)}com`,
  ])("rejects %j", (text) => assert.isFalse(isEmail(text)));
});

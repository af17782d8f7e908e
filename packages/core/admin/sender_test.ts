import { assert, describe, it } from "@effect/vitest";

import { isSender } from "./sender.ts";

describe("isSender()", () => {
  it.each([
    "a@b",
    "a@b.example",
    "a.b+c@d-e.example",
    "Acme <a@b.example>",
    "Acme<a@b.example>",
    "Acme, Ltd. <a@b.example>",
    '"Acme" <a@b.example>',
    "Müller & Söhne <ö@b.example>",
    `${"n".repeat(200)} <a@b.example>`,
  ])("accepts %j", (text) => assert.isTrue(isSender(text)));

  it.each([
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c.example",
    "a@b..example",
    "a@-b.example",
    "<>",
    "Acme",
    "Acme <>",
    "Acme <a>",
    "<a@b.example>",
    "Acme <a@b.example> more",
    "A <b <c@d>>",
    "a@b.example\n",
    "a\r\nBcc: c@d <a@b.example>",
    "A\0 <a@b.example>",
    "A <a@b>",
    "a@b.example\r\nBcc: c@d.example",
    "A <a@b.example\r\n>",
    "a,b@c.example",
    "a@b.example,c@d",
    `${"n".repeat(201)} <a@b.example>`,
    `${"a".repeat(65)}@b.example`,
    `a@${"b.".repeat(127)}b`,
  ])("refuses %j", (text) => assert.isFalse(isSender(text)));
});

import { assert, it } from "@effect/vitest";

import { findTerms } from "./find_terms.ts";

it("findTerms reports terms in Markdown with line, column and replacement", async () => {
  const text = "# Emails\n\nA mail is sent again.\nThe CLI is called\nAnew, it says.\n";
  assert.deepStrictEqual(await findTerms("a.md", text), [
    'a.md:3:3 "mail": use email',
    'a.md:5:1 "Anew": use again',
  ]);
});

it("findTerms ignores code, URLs, names with dots and other words in Markdown", async () => {
  const text =
    "Run `paraph key mint`. See [pages](https://a.test/mail/hook).\n\n```sh\nmail anew\n```\n\n" +
    "A webhook, a mail server, mail.ts, hook_test and mailbox.\n";
  assert.deepStrictEqual(await findTerms("a.md", text), []);
});

it("findTerms reports terms in comments, across lines, and in messages of TypeScript", async () => {
  const text = [
    "/**",
    " * An IP address. The worker is",
    " * told {@linkcode mail}.",
    " */",
    "// A file that goes",
    "// on.",
    'export const mail = "mail";',
    'export const message = "The server does not answer";',
    "export const sql = sql`SELECT mail FROM one of several mails`;",
    "export const title = `The ${mail} is sent as a mail`;",
  ].join("\n");
  assert.deepStrictEqual(await findTerms("a.ts", text), [
    'a.ts:2:30 "is told": use plain English',
    'a.ts:5:16 "goes on": use continue',
    'a.ts:8:45 "answer": use response, respond',
    'a.ts:10:48 "mail": use email',
  ]);
});

import { assert, describe, it } from "@effect/vitest";
import { CONSENTS } from "@paraph/core/builtin_provider";
import { LANGUAGES } from "@paraph/core/values";

import { renderDocument } from "../../render_document.ts";
import { certificateOf, recipientOf } from "../../testing/certificates.ts";
import { missingCharacter } from "../../text/paragraph.ts";
import { certificateTemplate } from "./certificate_template.ts";
import { completionCertificate } from "./completion_certificate.ts";
import { CERTIFICATE_TEXTS } from "./texts/catalogue.ts";

/** Words that another language has in common with English. */
const SAME = new Set([
  "{time} ({language})",
  "Date",
  "Document",
  "iPhone",
  "iPad",
  "Mac",
  "Page",
  "Pages",
  "Signature",
]);

/** The texts of a catalogue by their paths; a plural is one text of all its forms. */
function textsOf(value: object, path = ""): ReadonlyArray<readonly [string, string]> {
  return Object.entries(value).flatMap(([key, text]: [string, unknown]) => {
    if (typeof text === "string") return [[`${path}${key}`, text] as const];
    if (typeof text !== "object" || text === null) return assert.fail(`${path}${key} is no text`);
    return "other" in text
      ? [[`${path}${key}`, Object.values(text).join(" ")] as const]
      : textsOf(text, `${path}${key}.`);
  });
}

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\w+\}/gu))].toSorted();

describe("the texts of certificates", () => {
  const english = new Map(textsOf(CERTIFICATE_TEXTS.en));

  it.each(LANGUAGES)("are complete and translated in %s", (language) => {
    const texts = textsOf(CERTIFICATE_TEXTS[language]);
    assert.sameMembers(
      texts.map(([path]) => path),
      [...english.keys()],
    );
    for (const [path, text] of texts) {
      assert.deepEqual(placeholdersIn(text), placeholdersIn(english.get(path) ?? ""), path);
      const isSame = language !== "en" && english.get(path) === text && !SAME.has(text);
      assert.isFalse(isSame && /\p{L}/u.test(text.replace(/\{\w+\}/gu, "")), path);
    }
  });

  it.each(LANGUAGES)("and of consents are printable in %s", (language) => {
    const texts = textsOf(CERTIFICATE_TEXTS[language]).map(([, text]) => text);
    assert.isNull(missingCharacter([...texts, CONSENTS[language]].join("\n")));
  });

  it("are in the language of the certificate, also in Japanese", async () => {
    const text = CONSENTS.ja;
    const consents = [{ language: "ja", text, sha256: "a".repeat(64) } as const];
    const content = completionCertificate(certificateOf({ language: "ja", consents }));
    const template = await certificateTemplate(content.language);
    const { bytes } = await renderDocument(template, content.data, new Map());
    assert.include(Buffer.from(bytes).toString("latin1"), "/Lang");
    assert.strictEqual(content.data.values["title"], "完了証明書");
    const words = JSON.stringify(content.data);
    for (const part of ["監査証跡", "2026年5月4日 3:02:01 UTC", "(Europe/Berlin)", "4人"])
      assert.include(words, part);
    assert.include(words, JSON.stringify(text));
    assert.notMatch(words, /Certificate of|Signed|Recipients/u);
  });

  it("leave out the local time in a zone that only another server knows", () => {
    const recipients = [recipientOf(1, { timeZone: "Moon/Tranquility" })];
    const { data } = completionCertificate(certificateOf({ recipients }));
    assert.notInclude(JSON.stringify(data), "Local time");
  });
});

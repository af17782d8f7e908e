import { assert, describe, it } from "@effect/vitest";
import { CONSENTS } from "@paraph/core/builtin_provider";
import { checkLayout } from "@paraph/core/layouts";
import { checkInputData, Manifest, unknownDataKeys } from "@paraph/core/manifests";
import { LANGUAGES, type Language } from "@paraph/core/values";
import { Result, Schema } from "effect";

import { renderDocument } from "../../render_document.ts";
import { certificateOf, parseTimestamp, recipientOf } from "../../testing/certificates.ts";
import { assertNoOverlap, textsOf } from "../../testing/printed_texts.ts";
import { certificateTemplate } from "./certificate_template.ts";
import { completionCertificate } from "./completion_certificate.ts";
import sample from "./template/data.json" with { type: "json" };
import template from "./template/template.json" with { type: "json" };

const manifest = Schema.decodeUnknownSync(Manifest)(template.manifest);

/** A grey image of a page. */
const PAGE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mM4gQYYRrYAAEdGyAEmphyqAAAAAElFTkSuQmCC";

const LOGO = {
  type: "image/svg+xml" as const,
  bytes: new TextEncoder().encode('<svg viewBox="0 0 20 10"><path d="M0 0h20v10H0z"/></svg>'),
};

const render = async (certificate: Parameters<typeof completionCertificate>[0], pages = 0) => {
  const { language, data } = completionCertificate(certificate);
  const thumbnails = Array.from({ length: pages }, (_, page) => ({
    image: PAGE,
    page: String(page + 1),
  }));
  const withPages = { ...data, loops: { ...data.loops, thumbnails } };
  return renderDocument(await certificateTemplate(language), withPages, new Map());
};

/** A certificate with all that its first page can have. */
const fullCertificate = (language: Language) =>
  certificateOf({
    language,
    document: { ...certificateOf().document, pageCount: 14 },
    seal: {
      subject:
        "CN=Document Signing Service, OU=Electronic Signatures, O=Example Holding GmbH, C=DE",
      fingerprint: "a".repeat(64),
      rootFingerprint: "b".repeat(64),
      selfSigned: true,
      level: "PAdES B-T",
      at: parseTimestamp("2026-05-05T09:30:01.000Z"),
      timestamp: {
        at: parseTimestamp("2026-05-05T09:30:02.000Z"),
        authority: "CN=Example Time Stamping Authority 2026, O=Example Trust Services, C=DE",
      },
    },
    consents: [{ language, text: CONSENTS[language], sha256: "c".repeat(64) }],
    branding: { name: "Acme", logo: LOGO, footer: "Acme Ltd\n1 High Street" },
  });

describe("the template of certificates", () => {
  it("can be published, with sample data that has only its keys", () => {
    assert.deepStrictEqual(checkLayout(template.layout, manifest), []);
    assert.deepStrictEqual(unknownDataKeys(manifest, sample), []);
    assert.isTrue(Result.isSuccess(checkInputData(manifest, sample)));
  });

  it("declares all data of certificates", () => {
    const { values, loops } = completionCertificate(fullCertificate("en")).data;
    const data = { ...values, ...loops };
    assert.deepStrictEqual(unknownDataKeys(manifest, data), []);
    assert.isTrue(Result.isSuccess(checkInputData(manifest, data)));
    const filled = [...Object.keys(data), "thumbnails"];
    const declared = [...manifest.variables, ...manifest.loops].map(({ key }) => key);
    assert.sameMembers(filled, declared);
  });

  it.each(LANGUAGES)(
    "has the summary on one page, and no texts that overlap, in %s",
    async (language) => {
      const { bytes, warnings } = await render(fullCertificate(language), 12);
      assert.deepStrictEqual(warnings, []);
      const texts = await textsOf(bytes);
      assertNoOverlap(texts);
      const first = (part: string) => texts.find(({ text }) => text.includes(part))?.page;
      const title = completionCertificate(fullCertificate(language)).data.values[
        "labels.recipients"
      ];
      assert.strictEqual(texts.find(({ text, page }) => page > 1 && text === title)?.page, 2);
      assert.strictEqual(first("Jane Doe 1"), 2);
    },
  );

  it.each(LANGUAGES)("continues below a short summary, in %s", async (language) => {
    const declined = certificateOf({
      language,
      outcome: "declined",
      seal: null,
      reason: "The fee is wrong.",
      recipients: [recipientOf(1)],
    });
    const texts = await textsOf((await render(declined, 2)).bytes);
    assertNoOverlap(texts);
    const pageOf = (part: string) => texts.find(({ text }) => text.includes(part))?.page;
    assert.strictEqual(pageOf(recipientOf(1).email), 1);
    const { values } = completionCertificate(declined).data;
    assert.strictEqual(pageOf(String(values["labels.verify"])), 2);
    assert.strictEqual(Math.max(...texts.map(({ page }) => page)), 2);
  });

  it("renders the same evidence to the same bytes", async () => {
    const { bytes } = await render(fullCertificate("en"), 12);
    assert.deepStrictEqual((await render(fullCertificate("en"), 12)).bytes, bytes);
  });

  it("keeps the facts of a recipient on one page, and a list of fields flows", async () => {
    const field = { type: "text", page: 1, sha256: "d".repeat(64) } as const;
    const recipients = Array.from({ length: 12 }, (_, index) =>
      recipientOf(index + 1, { fields: Array.from({ length: index * 3 }, () => field) }),
    );
    const texts = await textsOf((await render(certificateOf({ recipients }))).bytes);
    const pagesOf = (printed: string) =>
      texts.flatMap(({ text, page }) => (text === printed ? [page] : []));
    for (const { name, email } of recipients) {
      assert.lengthOf(pagesOf(email), 1);
      assert.deepStrictEqual(pagesOf(name), pagesOf(email));
    }
    assert.lengthOf(pagesOf(field.sha256), 198);
  });
});

import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { type EmailBrand, NO_BRAND } from "./email_brand.ts";
import { type Letter, oneLine } from "./letter.ts";
import { letterHtml } from "./letter_html.ts";
import { letterText } from "./letter_text.ts";

const IMAGES = { pixelUrl: "https://paraph.test/t/1.gif" };
const BRAND: EmailBrand = {
  ...NO_BRAND,
  name: "Acme & Sons",
  color: "#ffd500",
  footer: "Acme Ltd\nLondon",
};

const LetterOfAnything = Schema.Struct({
  subject: Schema.String,
  greeting: Schema.NullOr(Schema.String),
  opening: Schema.String,
  quote: Schema.NullOr(Schema.String),
  action: Schema.Struct({ label: Schema.String, url: Schema.String }),
  notes: Schema.Array(Schema.String),
});

const LETTER: Letter = {
  subject: "Document for you",
  greeting: "Hello Ada,",
  opening: "Here it is.",
  quote: "Dear Ada,\r\n\r\nread it.",
  notes: ["Take care."],
  action: { label: "Open", url: "https://paraph.test/share/1" },
};

describe("letterHtml()", () => {
  it.prop("escapes all texts", [LetterOfAnything], ([letter]) => {
    const texts = Object.values(letter).flat();
    const plain = letterHtml(
      { ...letter, ...blank(letter), quote: letter.quote === null ? null : "x" },
      IMAGES,
    );
    const html = letterHtml(letter, IMAGES);
    const breaks = Math.max(0, (html.match(/<br>/g) ?? []).length);
    assert.strictEqual((html.match(/</g) ?? []).length - breaks, (plain.match(/</g) ?? []).length);
    assert.strictEqual((html.match(/"/g) ?? []).length, (plain.match(/"/g) ?? []).length);
    assert.isNotEmpty(texts);
  });

  it("has the same content as the plain text", () => {
    const html = letterHtml(LETTER, IMAGES);
    assert.include(html, "Dear Ada,<br>\n<br>\nread it.");
    assert.include(html, `<img src="${IMAGES.pixelUrl}"`);
    for (const words of ["Hello Ada,", "Here it is.", LETTER.action.url, "Take care."]) {
      assert.include(html, words);
    }
  });

  it("has the name and the footer of the sender, without markup of theirs", () => {
    const html = letterHtml(LETTER, IMAGES, BRAND);
    assert.include(html, ">Acme &amp; Sons</p>");
    assert.include(
      html,
      "Acme Ltd<br>\nLondon<br>\nThis email was sent on behalf of Acme &amp; Sons.",
    );
    assert.include(html, 'bgcolor="#ffd500"');
    const withLogo = letterHtml(LETTER, { ...IMAGES, logoUrl: "cid:logo" }, BRAND);
    assert.include(withLogo, 'src="cid:logo" alt="Acme &amp; Sons"');
  });

  it("loads nothing but the tracking pixel", () => {
    const html = letterHtml({ ...LETTER, code: "123456" }, IMAGES, BRAND);
    const urls = [...html.matchAll(/(?:src|srcset|background|url)[=(]["']?([^"')\s]+)/g)];
    assert.deepStrictEqual(
      urls.map(([, url]) => url),
      [IMAGES.pixelUrl],
    );
  });

  it("breaks inside the URL, and not inside the words of notes", () => {
    const lines = letterHtml(LETTER, IMAGES).split("\n");
    const breaking = lines.filter((line) => line.includes("word-break:break-all"));
    assert.lengthOf(breaking, 1);
    assert.include(breaking[0], `>${LETTER.action.url}</p>`);
  });
});

/** A letter of the same shape without characters to escape. */
function blank({ greeting, notes }: Letter): Omit<Letter, "quote"> {
  return {
    subject: "x",
    opening: "x",
    action: { label: "x", url: "x" },
    greeting: greeting === null ? null : "x",
    notes: notes.map(() => "x"),
  };
}

describe("letterText()", () => {
  it("quotes the sender's message", () => {
    assert.strictEqual(
      letterText(LETTER),
      "Hello Ada,\n\nHere it is.\n\n> Dear Ada,\n>\n> read it.\n\n" +
        "Open:\nhttps://paraph.test/share/1\n\nTake care.\n",
    );
  });

  it("ends with the footer and the sender, in the language of the email", () => {
    const text = letterText({ ...LETTER, language: "de" }, BRAND);
    assert.isTrue(
      text.endsWith(
        "\n\n-- \nAcme Ltd\nLondon\nDiese E-Mail wurde im Auftrag von Acme & Sons gesendet.\n",
      ),
    );
  });

  it("omits absent parts", () => {
    const letter = { ...LETTER, greeting: null, quote: null, notes: [] };
    assert.strictEqual(letterText(letter), "Here it is.\n\nOpen:\nhttps://paraph.test/share/1\n");
  });
});

describe("oneLine()", () => {
  it.prop("is one line of at most the maximum length", [Schema.String], ([text]) => {
    const line = oneLine(text, 20);
    assert.notMatch(line, /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u);
    assert.isAtMost(Array.from(line).length, 20);
    assert.strictEqual(line, line.trim());
  });

  it("marks the truncation, and does not split characters", () => {
    assert.strictEqual(oneLine("😀".repeat(30), 20), `${"😀".repeat(19)}…`);
    assert.strictEqual(oneLine(" a \t b\u202e\u200b ", 20), "a b");
  });
});

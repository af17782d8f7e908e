import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { tokensOf } from "./breaks.ts";

const cut = (text: string) => tokensOf(text).map(({ start, end }) => text.slice(start, end));

describe("tokensOf()", () => {
  it.each([
    ["one two", ["one", " ", "two"]],
    ["  two  spaces ", ["  ", "two", "  ", "spaces", " "]],
    ["well-known", ["well-", "known"]],
    ["and/or", ["and/", "or"]],
    ["-5 and 3-4", ["-5", " ", "and", " ", "3-4"]],
    ["Straße—überall", ["Straße—", "überall"]],
    ["no\u00a0break", ["no\u00a0break"]],
    ["你好，世界。", ["你", "好，", "世", "界。"]],
    ["「日本」", ["「日", "本」"]],
    ["สวัสดีชาวโลก", ["สวัสดี", "ชาว", "โลก"]],
    ["ไทย (ภาษา)", ["ไทย", " ", "(ภาษา)"]],
    ["สวัสดีชาวโลก(ต่างๆ)", ["สวัสดี", "ชาว", "โลก(ต่างๆ)"]],
    ["សូមស្វាគមន៍ភាសា។", ["សូមស្វាគមន៍", "ភាសា។"]],
    ["မြန်မာစာ။", ["မြန်မာ", "စာ။"]],
    ["ພາສາລາວ", ["ພາສາ", "ລາວ"]],
    ["한국어 텍스트(글)", ["한국어", " ", "텍스트(글)"]],
    ["データ・ベース", ["デー", "タ・", "ベー", "ス"]],
    ["ちょっと（仮）", ["ちょっ", "と", "（仮）"]],
    ["〜です…", ["〜", "で", "す…"]],
    ["他说“你好”吗？", ["他", "说", "“你", "好”", "吗？"]],
    ["100％、¥500円", ["100％、¥500", "円"]],
    ["行\u3000頭", ["行", "\u3000", "頭"]],
    ["👩‍❤️‍👨👍🏽🇩🇪🇫🇷", ["👩‍❤️‍👨", "👍🏽", "🇩🇪", "🇫🇷"]],
    ["ሰላም፡ለዓለም", ["ሰላም፡", "ለዓለም"]],
  ])("cuts %j", (text, tokens) => {
    assert.deepStrictEqual(cut(text), tokens);
  });

  it.prop("preserves all characters", [Schema.String], ([text]) => {
    assert.strictEqual(cut(text).join(""), text);
  });

  const Letters = Schema.Array(
    Schema.Literals(["a", "B", "ß", "7", " ", "-", "/", "–", ".", ",", "(", "é"]),
  );
  it.prop("splits simple text as it does next to other letters", [Letters], ([letters]) => {
    const text = letters.join("");
    assert.deepStrictEqual(cut(`${text}a好`), [...cut(`${text}a`), "好"]);
  });
});

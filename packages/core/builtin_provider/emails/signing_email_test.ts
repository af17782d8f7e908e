import { assert, describe, it } from "@effect/vitest";
import { DateTime } from "effect";

import { type Letter, letterText } from "../../emails/mod.ts";
import { NO_DELIVERY_OPTIONS } from "../../signatures/mod.ts";
import { type Language, LANGUAGES } from "../../values/mod.ts";
import { NO_PROGRESS } from "../envelope.ts";
import { codeLetter } from "./code_letter.ts";
import { completedLetter, endedLetter, invitationLetter } from "./signing_email.ts";

const envelope = {
  name: "Contract\r\nBcc: all@example.com",
  sender: "Acme\u2028Ltd",
  expiresAt: DateTime.makeUnsafe("2026-05-04T03:02:01Z"),
  options: { ...NO_DELIVERY_OPTIONS, message: "By Friday,\nplease" },
};
const url = "https://paraph.test/sign/sgn_x";
const now = DateTime.makeUnsafe("2026-05-01T00:00:00Z");

const recipientOf = (designation: "Signer" | "Approver" | "CC") => ({
  firstName: "Ada",
  lastName: "",
  email: "ada@example.com",
  designation,
  order: 1,
  step: 1,
  language: null,
  authentication: null,
  id: "1",
  ...NO_PROGRESS,
});

/** Every email to a recipient. */
function lettersIn(language: Language): ReadonlyArray<Letter> {
  const options = { language, url, now, isRepeated: true };
  const signer = recipientOf("Signer");
  const approver = recipientOf("Approver");
  return [
    invitationLetter(envelope, signer, { ...options, purpose: "invite" }),
    invitationLetter(envelope, approver, { ...options, purpose: "invite" }),
    invitationLetter(envelope, signer, { ...options, purpose: "reminder" }),
    invitationLetter(envelope, approver, { ...options, purpose: "reminder" }),
    completedLetter(envelope, recipientOf("CC"), options),
    ...(["declined", "cancelled", "expired"] as const).map((how) =>
      endedLetter(envelope, signer, { ...options, how }),
    ),
  ];
}

describe("emails about signing", () => {
  it("name the sender, the document and the deadline, and warn not to forward the link", () => {
    const [invitation, approval, reminder] = lettersIn("en");
    const text = letterText(invitation!);
    for (const expected of [
      "Hello Ada,",
      "Acme Ltd asks you to sign “Contract Bcc: all@example.com”.",
      "Message from Acme Ltd:\n\n> By Friday,",
      "Acme Ltd has sent you this email again.",
      "Deadline: 4 May 2026 at 03:02 UTC",
    ])
      assert.include(text, expected);
    assert.include(text, "Do not forward this email");
    assert.include(approval!.subject, "Please approve: Contract");
    assert.include(reminder!.notes, "You have 3 days left.");
  });

  it.each(LANGUAGES)("are complete in the language %s", (language) => {
    const letters = lettersIn(language);
    for (const [index, letter] of letters.entries()) {
      const text = letterText(letter);
      assert.notMatch(letter.subject + letter.opening, /[\r\n\u2028]/);
      assert.include(letter.subject, "Contract Bcc");
      assert.include(text, "Acme Ltd");
      assert.notInclude(text, "undefined");
      const english = lettersIn("en")[index]!;
      const untranslated = [letter.subject, letter.opening, letter.action.label, ...letter.notes];
      if (language === "en") continue;
      for (const words of [
        english.subject,
        english.opening,
        english.action.label,
        ...english.notes,
      ])
        assert.notInclude(untranslated, words);
    }
    const sent = { code: "123456", url, language };
    const { code, subject, notes } = codeLetter(envelope, recipientOf("Signer"), sent);
    assert.strictEqual(code, "123456");
    assert.include(subject, "123456");
    assert.include(notes[0], "10");
  });

  it("have the plural form of the language", () => {
    const expiresIn = (days: number) => ({ ...envelope, expiresAt: DateTime.add(now, { days }) });
    const notes = [1, 3, 5].map((days) =>
      invitationLetter(expiresIn(days), recipientOf("Signer"), {
        ...({ language: "pl", url, now, purpose: "reminder", isRepeated: false } as const),
      }).notes.at(1),
    );
    assert.deepStrictEqual(notes, ["Pozostał 1 dzień.", "Pozostały 3 dni.", "Pozostało 5 dni."]);
  });
});

import { assert, describe, it } from "@effect/vitest";
import { DateTime } from "effect";

import { letterText } from "../../emails/mod.ts";
import { NO_DELIVERY_OPTIONS } from "../../signatures/mod.ts";
import { NO_PROGRESS } from "../envelope.ts";
import { completedLetter, endedLetter, invitationLetter } from "./signing_email.ts";

const envelope = {
  name: "Contract\r\nBcc: all@example.com",
  sender: "Acme\u2028Ltd",
  expiresAt: DateTime.makeUnsafe("2026-05-04T03:02:01Z"),
  options: { ...NO_DELIVERY_OPTIONS, message: "By Friday,\nplease" },
};
const url = "https://paraph.test/sign/sgn_x";

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

const letters = [
  invitationLetter(envelope, recipientOf("Signer"), url),
  invitationLetter(envelope, recipientOf("Approver"), url),
  completedLetter(envelope, recipientOf("CC"), url),
  ...(["declined", "cancelled", "expired"] as const).map((how) =>
    endedLetter(envelope, recipientOf("Signer"), { how, url }),
  ),
];

describe("emails about signing", () => {
  it("name the sender, the document and the deadline, and warn not to forward the link", () => {
    const text = letterText(letters[0]!);
    for (const expected of [
      "Hello Ada,",
      "Acme Ltd asks you to sign: Contract",
      "2026-05-04 03:02 UTC",
    ])
      assert.include(text, expected);
    assert.include(text, "Do not forward this email");
    assert.include(letters[1]!.subject, "asks you to approve");
  });

  it("have no line breaks of names in headers", () => {
    for (const { subject, opening } of letters) {
      assert.notMatch(subject + opening, /[\r\n\u2028]/);
      assert.include(subject, "Contract Bcc");
    }
  });
});

import { assert, describe, it } from "@effect/vitest";
import { Result } from "effect";

import type { SigningFieldPlace } from "../../renders/mod.ts";
import { layoutFields } from "./layout_fields.ts";

const ADA = { firstName: "Ada", email: "ada@example.com" };
const BOX = { page: 2, x: 10, y: 80, width: 30, height: 5 };
const place = (role: string, type: SigningFieldPlace["type"], required = true) => ({
  id: `${role}-${type}`,
  role,
  type,
  label: null,
  required,
  ...BOX,
});
const PLACES = [
  place("client", "signature"),
  place("supplier", "initials"),
  place("client", "signingDate"),
  place("client", "signingText", false),
  place("supplier", "signingCheckbox"),
];
const pathsOf = (recipients: Parameters<typeof layoutFields>[0], places = PLACES) =>
  Result.match(layoutFields(recipients, places), {
    onSuccess: () => [],
    onFailure: (issues) => issues.map(({ path }) => path),
  });

describe("layoutFields()", () => {
  it("gives the fields of each role to its recipient", () => {
    const recipients = [
      { ...ADA, role: "supplier" },
      { ...ADA, designation: "CC" } as const,
      { ...ADA, role: "client" },
    ];
    assert.deepStrictEqual(Result.getOrThrow(layoutFields(recipients, PLACES)), [
      { recipientIndex: 2, type: "signature", required: true, ...BOX },
      { recipientIndex: 0, type: "initial", required: true, ...BOX },
      { recipientIndex: 2, type: "date", required: true, ...BOX },
      { recipientIndex: 2, type: "text", required: false, ...BOX },
      { recipientIndex: 0, type: "checkbox", required: true, ...BOX },
    ]);
  });

  it("passes on the settings of choices, texts and dates", () => {
    const choice = { ...place("client", "signingChoice"), options: ["A", "B"] };
    const fields = layoutFields(
      [{ ...ADA, role: "client" }],
      [
        { ...choice, display: "radio", label: "Plan" },
        { ...choice, display: "dropdown" },
        { ...place("client", "signingText"), value: "ada@example.com", validation: "email" },
        { ...place("client", "signingDate"), format: "DD.MM.YYYY" },
      ],
    );
    const common = { recipientIndex: 0, required: true, ...BOX };
    assert.deepStrictEqual(Result.getOrThrow(fields), [
      { ...common, type: "radio_buttons", options: ["A", "B"], label: "Plan" },
      { ...common, type: "dropdown", options: ["A", "B"] },
      { ...common, type: "text", value: "ada@example.com", validation: "email" },
      { ...common, type: "date", format: "DD.MM.YYYY" },
    ]);
  });

  it.each([
    { value: "x".repeat(201) },
    { value: "two\nlines" },
    { value: "ada@", validation: "email" as const },
  ])("reports a text from the data that no recipient could enter: %#", (settings) => {
    const places = [
      place("client", "signature"),
      { ...place("client", "signingText"), ...settings },
    ];
    assert.deepEqual(pathsOf([{ ...ADA, role: "client" }], places), ["recipients.0.role"]);
  });

  it("reports roles without a recipient, unknown and repeated roles", () => {
    assert.deepEqual(pathsOf([{ ...ADA, role: "client" }]), ["recipients"]);
    assert.deepEqual(
      pathsOf([
        { ...ADA, role: "client" },
        { ...ADA, role: "client" },
        { ...ADA, role: "Supplier" },
        { ...ADA, role: "supplier", designation: "CC" },
      ]),
      ["recipients.1.role", "recipients.2.role", "recipients.3.role"],
    );
    assert.deepEqual(pathsOf([{ ...ADA, role: "client" }], []), ["recipients.0.role"]);
  });
});

import { assert, describe, it } from "@effect/vitest";
import { DateTime, Schema } from "effect";

import { FieldType } from "../../signatures/mod.ts";
import { type EnvelopeField, NO_PROGRESS } from "../envelope.ts";
import { DeclineSigning, FinishSigning } from "./ceremony.ts";
import { envelopeFilledFields, filledFields, hashInput, markOf } from "./filled_fields.ts";
import { requiredFields, sanitizeSubmission, validateSubmission } from "./submission.ts";

const now = DateTime.makeUnsafe("2026-05-04T23:30:00Z");
const consentSha256 = "c".repeat(64);
const signature = { kind: "typed", text: "Ada" } as const;
const initials = { kind: "drawn", width: 9, height: 9, strokes: [[1, 2, 8, 2]] } as const;

const field = (id: string, type: FieldType, more: Partial<EnvelopeField> = {}): EnvelopeField => ({
  id,
  type,
  recipientId: "ada",
  page: 1,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  required: false,
  options: [],
  ...more,
});

const submissionOf = (more: Partial<FinishSigning>): FinishSigning => ({
  consent: consentSha256,
  date: "2026-05-04",
  values: {},
  ...more,
});

const problems = (fields: ReadonlyArray<EnvelopeField>, more: Partial<FinishSigning>) =>
  validateSubmission({ fields, consentSha256, now }, submissionOf(more)).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const Shapes = Schema.Array(Schema.Struct({ type: FieldType, required: Schema.Boolean }));

/** Valid values of types other than `true`. */
const WORDS: Partial<Record<FieldType, string>> = {
  text: "x",
  text_area: "x\ny",
  dropdown: "red",
  radio_buttons: "free",
};

describe("validateSubmission()", () => {
  it("accepts valid values for all types", () => {
    const fields = FieldType.literals.map((type, index) =>
      field(`f${index}`, type, { required: true, options: type === "dropdown" ? ["red"] : [] }),
    );
    const values = Object.fromEntries(fields.map(({ id, type }) => [id, WORDS[type] ?? true]));
    assert.deepEqual(problems(fields, { values, signature, initials }), []);
    const completedFields = filledFields(fields, submissionOf({ values, signature, initials }));
    assert.deepEqual(
      completedFields.map(({ content }) => ("text" in content ? content.text : content.kind)),
      ["signature", "signature", "x", "2026-05-04", "check", "red", "free", "x\ny"],
    );
  });

  it("reports all problems with their fields", () => {
    const fields = [
      field("sign", "signature"),
      field("short", "initial"),
      field("day", "date"),
      field("must", "checkbox", { required: true }),
      field("blank", "text", { required: true }),
      field("line", "text"),
      field("pick", "dropdown", { options: ["red", "blue"] }),
      field("box", "checkbox"),
    ];
    const values = {
      sign: true,
      short: true,
      day: true,
      must: false,
      blank: " ",
      line: "two\nlines",
      pick: "green",
      box: "yes",
      other: "mine?",
    };
    assert.deepEqual(problems(fields, { consent: "0".repeat(64), date: "2026-05-06", values }), [
      "consent: Is not the current consent text: load the page again",
      "values.must: Is required",
      "values.blank: Is required",
      "values.line: Must be one line",
      "values.pick: Is not one of the options",
      "values.box: Expected true or false",
      "values.other: Is not one of your fields",
      "signature: Is required",
      "initials: Are required",
      "date: Is not today's date",
    ]);
  });

  it.each([
    ["email", "ada@example.com", "ada", "an email address"],
    ["number", "-1.234,50", "12 pieces", "a number"],
    ["date", "2026-02-28", "2026-02-30", "a date as YYYY-MM-DD"],
    ["phone", "+49 (170) 123-45 67", "call me", "a phone number"],
    ["url", "https://example.com/a?b=1", "example", "a URL that starts with http:// or https://"],
  ] as const)("accepts only texts of the validation %s", (validation, valid, invalid, name) => {
    const fields = [field("f", "text", { validation, width: 80 })];
    assert.deepEqual(problems(fields, { values: { f: ` ${valid} ` } }), []);
    assert.deepEqual(problems(fields, { values: { f: "" } }), []);
    assert.deepEqual(problems(fields, { values: { f: invalid } }), [`values.f: Is not ${name}`]);
  });

  it("rejects a long text that is nearly a number at once", () => {
    const fields = [field("f", "text", { validation: "number", width: 80 })];
    const values = { f: `${"1".repeat(199)}x` };
    assert.deepEqual(problems(fields, { values }), ["values.f: Is not a number"]);
  });

  it("prints dates in the format of the field, or of the recipient", () => {
    const fields = [
      field("own", "date", { format: "DD/MM/YYYY" }),
      field("day", "date"),
      field("born", "text", { validation: "date" }),
    ];
    const values = { own: true, day: true, born: "1815-12-10" };
    const submission = submissionOf({ values, date: "2026-05-04", dateFormat: "DD.MM.YYYY" });
    assert.deepEqual(
      filledFields(fields, submission).map(({ content }) => "text" in content && content.text),
      ["04/05/2026", "04.05.2026", "10.12.1815"],
    );
  });

  it.each([
    ["2026-05-02", false],
    ["2026-05-03", true],
    ["2026-05-05", true],
    ["2026-05-06", false],
    ["2026-02-30", false],
    ["2026-13-01", false],
  ])("accepts %s as today in some time zone: %s", (date, isToday) => {
    const messages = problems([field("day", "date")], { date, values: { day: true } });
    assert.deepEqual(messages, isToday ? [] : ["date: Is not today's date"]);
  });

  it.each([
    ["text", 200],
    ["radio_buttons", 200],
    ["text_area", 2000],
  ] as const)("accepts a %s of at most %i characters", (type, maxLength) => {
    const value = (length: number) => ({ values: { f: "😀".repeat(length) } });
    const fields = [field("f", type, { width: 80, height: 40 })];
    assert.deepEqual(problems(fields, value(maxLength)), []);
    assert.deepEqual(problems(fields, value(maxLength + 1)), [
      `values.f: Is longer than ${maxLength} characters`,
    ]);
  });

  it("accepts a text_area of at most 50 lines", () => {
    const value = (lines: number) => ({ values: { f: Array(lines).fill("x").join("\n") } });
    const fields = [field("f", "text_area", { height: 40 })];
    assert.deepEqual(problems(fields, value(50)), []);
    assert.deepEqual(problems(fields, value(51)), ["values.f: Has more than 50 lines"]);
  });

  it.each([
    ["text", "x".repeat(200)],
    ["radio_buttons", "李".repeat(100)],
    ["text_area", "x\n".repeat(10)],
    ["text_area", "x".repeat(300)],
  ] as const)("rejects a %s that would not be legible in its box", (type, text) => {
    const problemsAtHeight = (height: number) =>
      problems([field("f", type, { width: 10, height })], { values: { f: text } });
    assert.deepEqual(problemsAtHeight(2), ["values.f: Is too long for its box"]);
    assert.deepEqual(problemsAtHeight(20), []);
  });

  it.each(["\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"])(
    "rejects %j in a line",
    (end) => {
      const values = { f: `one${end}two` };
      const cleanSubmission = sanitizeSubmission([field("f", "text")], submissionOf({ values }));
      for (const input of [values, cleanSubmission.values])
        assert.deepEqual(problems([field("f", "text")], { values: input }), [
          "values.f: Must be one line",
        ]);
    },
  );

  const INVISIBLE = [
    "​",
    "⁠",
    "­",
    "ㅤ",
    "ﾠ",
    "ᅟ",
    "‮",
    "\x07",
    "﻿",
    "\xA0",
    "⠀",
    "️",
    "͏",
    "́",
    "　",
    "󠁁",
    "‍",
  ];

  it.each(INVISIBLE)("rejects %j as a name, a text or a reason", (character) => {
    const fields = [field("s", "signature"), field("t", "text", { required: true })];
    const typedSignature = { kind: "typed", text: character.repeat(3) } as const;
    const input = {
      values: { s: true, t: typedSignature.text },
      signature: typedSignature,
      initials: typedSignature,
    };
    for (const submission of [input, sanitizeSubmission(fields, submissionOf(input))])
      assert.deepEqual(problems(fields, submission), [
        "values.t: Is required",
        "signature: Is not visible",
        "initials: Are not visible",
      ]);
    assert.isFalse(Schema.is(DeclineSigning)({ reason: typedSignature.text }));
    const optional = [field("t", "text")];
    assert.deepEqual(filledFields(optional, sanitizeSubmission(optional, submissionOf(input))), []);
  });

  it.each(["李", "é", "e\u0301", "7", "✓", "-", "😀", "م"])("accepts %s as a name", (text) => {
    const submission = { values: {}, signature: { kind: "typed", text } } as const;
    assert.deepEqual(problems([], submission), []);
    assert.isTrue(Schema.is(DeclineSigning)({ reason: text }));
  });

  it.each([
    ["tap", [[50, 50]]],
    ["repeated point", [[50, 50, 50, 50, 50, 50]]],
    [
      "drawing of several taps",
      [
        [0, 0],
        [99, 0],
        [50, 60],
      ],
    ],
    ["short line", [[50, 50, 52, 50]]],
  ])("rejects a %s as a signature", (_, strokes) => {
    const drawing = { kind: "drawn", width: 100, height: 60, strokes } as const;
    assert.deepEqual(problems([], { signature: drawing, initials: drawing }), [
      "signature: Is not visible",
      "initials: Are not visible",
    ]);
  });

  it("accepts horizontal and vertical lines as signatures", () => {
    for (const strokes of [[[0, 5, 100, 5]], [[5, 0, 5, 60]], [[50, 50, 53, 50]]]) {
      const drawing = { kind: "drawn", width: 100, height: 60, strokes } as const;
      assert.deepEqual(problems([], { signature: drawing }), []);
    }
  });

  it("requires at least one of several optional signatures", () => {
    const fields = [field("s1", "signature"), field("s2", "signature"), field("t", "text")];
    assert.deepEqual(requiredFields(fields), fields);
    assert.deepEqual(problems(fields, { signature }), [
      "values.s1: Expected at least one signature",
    ]);
    for (const id of ["s1", "s2"])
      assert.deepEqual(problems(fields, { signature, values: { [id]: true } }), []);
    const lone = requiredFields([field("s", "signature"), field("t", "text")]);
    assert.deepEqual(
      lone.map(({ required }) => required),
      [true, false],
    );
    assert.deepEqual(problems(lone, {}), ["values.s: Is required"]);
    assert.deepEqual(problems(lone, { signature, values: { s: true } }), []);
  });

  it("handles ids that are inherited properties", () => {
    const fields = [field("constructor", "text", { required: true })];
    assert.deepEqual(problems(fields, {}), ["values.constructor: Is required"]);
    assert.deepEqual(filledFields(fields, submissionOf({})), []);
  });

  it.prop(
    "accepts no submission with an empty required field or a field of another recipient",
    [Shapes, FinishSigning, Schema.Array(Schema.Boolean)],
    ([shapes, submission, choices]) => {
      const fields = shapes.map((shape, index) =>
        field(`f${index}`, shape.type, { required: shape.required }),
      );
      const values = Object.fromEntries(
        fields.flatMap(({ id, type }, index) => {
          const value = WORDS[type] ?? true;
          return (choices[index] ?? true) ? [[id, value] as const] : [];
        }),
      );
      for (const candidate of [
        submission,
        { ...submission, values, signature, initials, date: "2026-05-04" },
      ]) {
        const wrong = validateSubmission(
          { fields, consentSha256: candidate.consent, now },
          candidate,
        );
        if (wrong.length > 0) continue;
        const filledIds = new Set(filledFields(fields, candidate).map(({ field: { id } }) => id));
        for (const { id, required } of fields) assert.isTrue(filledIds.has(id) || !required);
        const signatures = fields.filter(({ type }) => type === "signature");
        assert.isTrue(signatures.length === 0 || signatures.some(({ id }) => filledIds.has(id)));
        for (const id of Object.keys(candidate.values))
          assert.isTrue(fields.some((one) => one.id === id));
      }
    },
  );
});

describe("sanitizeSubmission()", () => {
  it("removes direction overrides and invisible characters, but not joiners", () => {
    const fields = [field("t", "text"), field("a", "text_area")];
    const values = {
      t: "\u2066pay\u2069 \u202e001\u202c\u0007",
      a: "می\u200cخواهم\r\n👩\u200d🚀\u0085-",
    };
    const typedSignature = { kind: "typed", text: "\u202bAda\u202c\n King\u200b " } as const;
    const clean = sanitizeSubmission(
      fields,
      submissionOf({ values, signature: typedSignature, initials }),
    );
    assert.deepEqual(clean.values, { t: "pay 001", a: "می\u200cخواهم\n👩\u200d🚀\n-" });
    assert.deepEqual(clean.signature, { kind: "typed", text: "Ada King" });
    assert.deepEqual(clean.initials, initials);
  });

  it("does not change options", () => {
    const options = ["\u2067red\u2069", " blue "];
    const fields = [field("f", "dropdown", { options })];
    const unseen = sanitizeSubmission(fields, submissionOf({ values: { f: "\u200b" } }));
    assert.deepEqual(filledFields(fields, unseen), []);
    for (const option of options) {
      const clean = sanitizeSubmission(fields, submissionOf({ values: { f: option } }));
      assert.deepEqual(problems(fields, clean), []);
    }
  });

  it.prop("is idempotent", [FinishSigning], ([submission]) => {
    const clean = sanitizeSubmission([], submission);
    assert.deepEqual(sanitizeSubmission([], clean), clean);
  });
});

describe("envelopeFilledFields()", () => {
  it("fills only the fields of each recipient", () => {
    const who = {
      firstName: "A",
      lastName: "",
      email: "a@b.c",
      designation: "Signer" as const,
      step: 1,
      language: null,
      authentication: null,
    };
    const text = submissionOf({ values: { f1: "one", f2: "two" } });
    const completedFields = envelopeFilledFields({
      fields: [field("f1", "text"), field("f2", "text", { recipientId: "bob", page: 2 })],
      recipients: [
        { ...who, ...NO_PROGRESS, id: "ada", order: 1, submission: text },
        { ...who, ...NO_PROGRESS, id: "bob", order: 2 },
      ],
    });
    const box = { page: 1, x: 1, y: 2, width: 3, height: 4 };
    assert.deepEqual(completedFields.map(markOf), [{ ...box, kind: "text", text: "one" }]);
    assert.deepEqual(completedFields.map(hashInput), ["one"]);
  });
});

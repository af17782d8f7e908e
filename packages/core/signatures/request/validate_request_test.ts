import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import {
  withRecipientDefaults,
  validateSignatureRequest,
  validateSignatureFields,
} from "./validate_request.ts";

const ADA = { firstName: "Ada", email: "ada@example.com" };
const FIELD = { recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 };
const pathsOf = (body: unknown) => validateSignatureRequest(body).map(({ path }) => path);

describe("validateSignatureRequest()", () => {
  it("accepts valid requests", () => {
    assert.deepEqual(pathsOf({ recipients: [ADA], fields: [FIELD] }), []);
    assert.deepEqual(pathsOf({ recipients: [{ ...ADA, designation: "Approver" }] }), []);
    const recipients = [
      { ...ADA, order: 2 },
      { ...ADA, order: 1 },
    ];
    const tag = { recipientIndex: 1, type: "signature" };
    assert.deepEqual(pathsOf({ recipients, fields: [FIELD], anchorTags: [tag] }), []);
  });

  it("requires unique orders, by default the positions of recipients", () => {
    const recipients = [{ ...ADA, order: 2 }, ADA, { ...ADA, order: 4 }];
    assert.deepEqual(pathsOf({ recipients, fields: [FIELD] }), [
      "recipients.1.order",
      "recipients.2.order",
      "recipients.1",
      "recipients.2",
    ]);
  });

  it("requires every field to belong to a signer or approver", () => {
    const recipients = [ADA, { ...ADA, designation: "CC" }];
    const fields = [FIELD, { ...FIELD, recipientIndex: 1 }, { ...FIELD, recipientIndex: 2 }];
    assert.deepEqual(pathsOf({ recipients, fields, anchorTags: [{ recipientIndex: 7 }] }), [
      "fields.1.recipientIndex",
      "fields.2.recipientIndex",
      "anchorTags.0.recipientIndex",
    ]);
  });

  it("rejects a signer without a required signature field", () => {
    assert.deepEqual(pathsOf({ recipients: [ADA] }), ["fields"]);
    const otherFields: ReadonlyArray<object> = [
      { ...FIELD, required: false },
      { ...FIELD, type: "initial" },
      { ...FIELD, type: "text", required: true },
    ];
    for (const field of otherFields)
      assert.deepEqual(pathsOf({ recipients: [ADA], fields: [field] }), ["recipients.0"]);
    assert.deepEqual(pathsOf({ recipients: [ADA], fields: [...otherFields, FIELD] }), []);
    const tag = { recipientIndex: 1, type: "signature", anchorString: "Sign here" };
    const two = [{ ...ADA, designation: "Approver" }, ADA, ADA];
    assert.deepEqual(pathsOf({ recipients: two, anchorTags: [tag] }), ["recipients.2"]);
    assert.deepEqual(pathsOf({ recipients: two, anchorTags: [{ ...tag, required: false }] }), [
      "recipients.1",
      "recipients.2",
    ]);
  });

  it("accepts signers with roles of the layout, without fields and anchor tags", () => {
    const ofRole = { ...ADA, role: "client" };
    assert.deepEqual(pathsOf({ recipients: [ofRole] }), []);
    assert.deepEqual(pathsOf({ recipients: [ofRole, ADA] }), ["recipients.1"]);
    assert.deepEqual(pathsOf({ recipients: [ofRole], fields: [FIELD] }), ["recipients.0.role"]);
    const tag = { recipientIndex: 0, type: "signature", anchorString: "Sign here" };
    assert.deepEqual(pathsOf({ recipients: [ofRole], anchorTags: [tag] }), ["recipients.0.role"]);
  });

  it("does not report a missing field for a field that is invalid", () => {
    for (const wrong of [{ recipientIndex: 7 }, { recipientIndex: "0" }])
      assert.notInclude(
        pathsOf({ recipients: [ADA], fields: [{ ...FIELD, ...wrong }] }),
        "recipients.0",
      );
    assert.deepEqual(pathsOf({ recipients: [ADA], fields: [{ ...FIELD, type: "stamp" }] }), []);
  });

  it("rejects a request without a signer or approver", () => {
    const copy = { ...ADA, designation: "CC" };
    assert.deepEqual(pathsOf({ recipients: [copy, copy] }), ["recipients"]);
    assert.deepEqual(pathsOf({ recipients: [copy, { ...ADA, designation: "Approver" }] }), []);
  });

  it("allows options only for fields with a choice", () => {
    const fields = [
      { ...FIELD, type: "dropdown", options: ["A"] },
      { ...FIELD, options: ["A"] },
    ];
    assert.deepEqual(pathsOf({ recipients: [ADA], fields }), ["fields.1.options"]);
    const settings = [
      FIELD,
      { ...FIELD, type: "text", validation: "email", placeholder: "Yours", value: "a@b.example" },
      { ...FIELD, type: "date", format: "DD.MM.YYYY", label: "Day" },
      { ...FIELD, type: "dropdown", options: ["A"], value: "A" },
      { ...FIELD, type: "text_area", value: "a\nb" },
      { ...FIELD, type: "text_area", validation: "email" },
      { ...FIELD, type: "date", value: "2026-01-01" },
      { ...FIELD, type: "text", format: "DD.MM.YYYY" },
      { ...FIELD, type: "checkbox", placeholder: "Yours" },
      { ...FIELD, type: "dropdown", options: ["A"], value: "B" },
      { ...FIELD, type: "text", value: "a\nb" },
      { ...FIELD, type: "text", value: "a".repeat(201) },
      { ...FIELD, type: "text", validation: "date", value: "27.11.2026" },
      { ...FIELD, type: "text_area", value: " \u200b" },
    ];
    assert.deepEqual(pathsOf({ recipients: [ADA], fields: settings }), [
      "fields.5.validation",
      "fields.6.value",
      "fields.7.format",
      "fields.8.placeholder",
      "fields.9.value",
      "fields.10.value",
      "fields.11.value",
      "fields.12.value",
      "fields.13.value",
    ]);
  });

  it.prop("never throws", [Schema.Unknown], ([body]) =>
    Array.isArray(validateSignatureRequest(body)),
  );
});

describe("validateSignatureFields()", () => {
  it("rejects signers whose optional anchors matched nothing", () => {
    const recipients = withRecipientDefaults([
      ADA,
      ADA,
      { ...ADA, designation: "Approver" as const },
      { ...ADA, designation: "CC" as const },
    ]);
    const signature = { recipientIndex: 0, type: "signature", required: true } as const;
    const optional = { ...signature, recipientIndex: 1, required: false };
    assert.deepEqual(
      validateSignatureFields(recipients, [signature, optional]).map(({ path }) => path),
      ["recipients.1"],
    );
  });
});

describe("the problems of steps and authentication", () => {
  const fields = [FIELD, { ...FIELD, recipientIndex: 1 }];

  it("name the path", () => {
    const step = { recipients: [{ ...ADA, step: 1 }, ADA], fields };
    assert.deepEqual(pathsOf(step), []);
    assert.deepEqual(pathsOf({ ...step, signingOrder: "parallel" }), ["recipients.0.step"]);
    assert.deepEqual(
      pathsOf({
        recipients: [
          { ...ADA, step: 1 },
          { ...ADA, order: 2 },
        ],
        fields,
      }),
      ["recipients.0.step"],
    );
    const authenticated = (authentication: unknown) =>
      pathsOf({ recipients: [{ ...ADA, authentication }], fields: [FIELD] });
    assert.deepEqual(authenticated({ method: "email_code" }), []);
    assert.deepEqual(authenticated({ method: "access_code", code: "4711" }), []);
    const path = ["recipients.0.authentication.code"];
    assert.deepEqual(authenticated({ method: "email_code", code: "4711" }), path);
    assert.deepEqual(authenticated({ method: "access_code" }), path);
    const phone = "+491701234567";
    assert.deepEqual(authenticated({ method: "sms_code", phone }), []);
    const phonePath = ["recipients.0.authentication.phone"];
    assert.deepEqual(authenticated({ method: "sms_code" }), phonePath);
    assert.deepEqual(authenticated({ method: "email_code", phone }), phonePath);
  });
});

describe("withRecipientDefaults()", () => {
  it("applies the defaults", () => {
    assert.deepEqual(withRecipientDefaults([{ ...ADA, email: "ada@example.com" }]), [
      {
        ...ADA,
        lastName: "",
        designation: "Signer",
        order: 1,
        step: 1,
        language: null,
        authentication: null,
      },
    ]);
  });

  it("gives every recipient a unique order within the steps", () => {
    const turns = (recipients: ReadonlyArray<object>, signingOrder?: "parallel") =>
      withRecipientDefaults(
        recipients.map((recipient) => ({ ...ADA, email: "ada@example.com", ...recipient })),
        signingOrder === undefined ? {} : { signingOrder },
      ).map(({ order, step }) => [order, step]);
    assert.deepEqual(turns([{ order: 2 }, { order: 1 }]), [
      [2, 2],
      [1, 1],
    ]);
    assert.deepEqual(turns([{ step: 7 }, { step: 1 }, { step: 1 }, {}]), [
      [4, 7],
      [1, 1],
      [2, 1],
      [3, 4],
    ]);
    assert.deepEqual(turns([{}, {}], "parallel"), [
      [1, 1],
      [2, 1],
    ]);
  });
});

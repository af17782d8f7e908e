import { assert, describe, it } from "@effect/vitest";
import { Schema } from "effect";

import { addresseesOf, requestProblems } from "./request_rules.ts";

const ADA = { firstName: "Ada", email: "ada@example.com" };
const FIELD = { recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 };
const pathsOf = (body: unknown) => requestProblems(body).map(({ path }) => path);

describe("requestProblems()", () => {
  it("finds nothing wrong with what is right", () => {
    assert.deepEqual(pathsOf({ recipients: [ADA], fields: [FIELD] }), []);
    assert.deepEqual(pathsOf({ recipients: [{ ...ADA, designation: "Approver" }] }), []);
    const swapped = [
      { ...ADA, order: 2 },
      { ...ADA, order: 1 },
    ];
    assert.deepEqual(pathsOf({ recipients: swapped, anchorTags: [{ recipientIndex: 1 }] }), []);
  });

  it("wants one order for each recipient, the default being its place", () => {
    const recipients = [{ ...ADA, order: 2 }, ADA, { ...ADA, order: 4 }];
    assert.deepEqual(pathsOf({ recipients, fields: [FIELD] }), [
      "recipients.1.order",
      "recipients.2.order",
    ]);
  });

  it("wants every place to be of somebody who has something to do", () => {
    const recipients = [ADA, { ...ADA, designation: "CC" }];
    const fields = [FIELD, { ...FIELD, recipientIndex: 1 }, { ...FIELD, recipientIndex: 2 }];
    assert.deepEqual(pathsOf({ recipients, fields, anchorTags: [{ recipientIndex: 7 }] }), [
      "fields.1.recipientIndex",
      "fields.2.recipientIndex",
      "anchorTags.0.recipientIndex",
    ]);
  });

  it("wants a signer to have a place, and nobody else", () => {
    assert.deepEqual(pathsOf({ recipients: [ADA] }), ["fields"]);
    assert.deepEqual(pathsOf({ recipients: [{ ...ADA, designation: "CC" }] }), []);
  });

  it("wants options where there is something to choose alone", () => {
    const fields = [
      { ...FIELD, type: "dropdown", options: ["A"] },
      { ...FIELD, options: ["A"] },
    ];
    assert.deepEqual(pathsOf({ recipients: [ADA], fields }), ["fields.1.options"]);
  });

  it.prop("reads anything without failing", [Schema.Unknown], ([body]) =>
    Array.isArray(requestProblems(body)),
  );
});

describe("addresseesOf()", () => {
  it("decides what was left open", () => {
    assert.deepEqual(addresseesOf([{ ...ADA, email: "ada@example.com" }]), [
      { ...ADA, lastName: "", designation: "Signer", order: 1 },
    ]);
  });
});

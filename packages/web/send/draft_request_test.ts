import { assert, describe, it } from "@effect/vitest";

import { fitBox, readRequest, writeRequest } from "./browser/model/draft_request.ts";
import { problemsOf, problemsOfIssues } from "./browser/model/problems.ts";

const RENDER = "01900000-0000-7000-8000-000000000000";
const box = { page: 1, x: 10, y: 20, width: 30, height: 5 };

describe("the request of a send page", () => {
  it("is written as it was read, with members that the page does not show", () => {
    const request = {
      renderId: RENDER,
      name: "Lease",
      message: "Please sign",
      expirationHours: 48,
      signingOrder: "parallel",
      language: "de",
      reminders: { afterDays: 2, everyDays: 2, max: 3 },
      recipients: [
        {
          firstName: "Ada",
          lastName: "Byron",
          email: "a@b.example",
          designation: "Signer",
          step: 1,
        },
        { firstName: "Bob", email: "b@b.example", designation: "CC" },
      ],
      fields: [
        { recipientIndex: 0, type: "signature", ...box, required: true },
        {
          recipientIndex: 0,
          type: "dropdown",
          ...box,
          required: false,
          options: ["A", "B"],
          label: "Plan",
          value: "A",
        },
      ],
    };
    assert.deepEqual(writeRequest(readRequest(request, []), RENDER), request);
  });

  it("starts with the fields of the layout and a recipient for each role", () => {
    const places = [
      { role: "buyer", type: "signature", required: true, ...box },
      { role: "seller", type: "signingDate", required: false, ...box },
      { role: "buyer", type: "initials", required: true, ...box },
    ];
    const model = readRequest({}, places);
    const [buyer, seller] = model.recipients.map(({ key }) => key);
    assert.lengthOf(model.recipients, 2);
    assert.deepEqual(
      model.fields.map(({ recipient, type }) => [recipient, type]),
      [
        [buyer, "signature"],
        [seller, "date"],
        [buyer, "initial"],
      ],
    );
    assert.lengthOf(readRequest({ fields: [] }, places).fields, 0);
    const choice = { role: "buyer", type: "signingChoice", required: true, ...box, label: null };
    const [field] = readRequest({}, [{ ...choice, display: "radio", options: ["A"] }]).fields;
    assert.deepInclude(field, { type: "radio_buttons", others: { options: ["A"] } });
  });

  it.each([
    null,
    7,
    "x",
    [],
    [null],
    [{ recipientIndex: 9 }],
    [{ type: "signature", page: "one" }],
  ])("reads %j without an error", (value) => {
    const model = readRequest({ name: value, recipients: value, fields: value }, []);
    assert.lengthOf(model.fields, 0);
    writeRequest(model, RENDER);
  });

  it("keeps boxes on their page", () => {
    assert.deepEqual(fitBox({ x: 95, y: -3, width: 30, height: 0 }), {
      x: 70,
      y: 0,
      width: 30,
      height: 1,
    });
  });

  it("has problems where the page or the server finds them", () => {
    const recipients = [{ firstName: " ", email: "ada@" }];
    const model = readRequest({ recipients, expirationHours: 0 }, []);
    const [key = -1] = model.recipients.map((recipient) => recipient.key);
    assert.deepEqual(problemsOf(model), [
      { kind: "firstName", key },
      { kind: "email", key },
      { kind: "noSignature", key },
      { kind: "expiration" },
    ]);
    const issues = {
      "recipients.0.email": ["No"],
      reminders: ["Not supported"],
      message: ["Long"],
    };
    assert.deepEqual(problemsOfIssues(issues, model), [
      { kind: "email", key },
      { kind: "other", message: "Not supported" },
      { kind: "message" },
    ]);
  });
});

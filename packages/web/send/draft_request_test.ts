import { assert, describe, it } from "@effect/vitest";
import { Struct } from "effect";

import {
  fitBox,
  readRequest,
  writeAccessCodes,
  writeRequest,
} from "./browser/model/draft_request.ts";
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
      language: "de",
      reminders: { afterDays: 2, everyDays: 2, max: 3 },
      redirectUrl: "https://acme.example/done",
      allowDelegation: true,
      newMember: { of: "a later release" },
      recipients: [
        {
          firstName: "Ada",
          lastName: "Byron",
          email: "a@b.example",
          designation: "Signer",
          step: 3,
          language: "fr",
          authentication: { method: "sms_code", phone: "+491701234567" },
        },
        { firstName: "Bob", email: "b@b.example", designation: "CC", step: 2 },
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
    const recipients = request.recipients.map(Struct.omit(["step"]));
    const parallel = { ...request, signingOrder: "parallel", recipients };
    assert.deepEqual(writeRequest(readRequest(parallel, []), RENDER), parallel);
  });

  it("has steps only if the order has, and no access codes", () => {
    const model = readRequest({ recipients: [{ step: 2 }, {}] }, []);
    const [one, other] = model.recipients;
    assert.isDefined(one);
    Object.assign(one ?? {}, { method: "access_code", code: "4711" });
    Object.assign(other ?? {}, { method: "sms_code", phone: "+49 (170) 123-4567" });
    const written = writeRequest(model, RENDER);
    assert.notInclude(JSON.stringify(written), "4711");
    assert.deepInclude(written, {
      recipients: [
        {
          firstName: "",
          email: "",
          designation: "Signer",
          step: 2,
          authentication: { method: "access_code" },
        },
        {
          firstName: "",
          email: "",
          designation: "Signer",
          step: 2,
          authentication: { method: "sms_code", phone: "+491701234567" },
        },
      ],
    });
    assert.deepEqual(writeAccessCodes(model), [{ recipientIndex: 0, code: "4711" }]);
    assert.notInclude(
      JSON.stringify(writeRequest({ ...model, order: "sequential" }, RENDER)),
      "step",
    );
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
    const authentication = { method: "sms_code", phone: "0170" };
    const recipients = [{ firstName: " ", email: "ada@", step: 0.5, authentication }];
    const reminders = { afterDays: 31, everyDays: 1, max: 1 };
    const redirectUrl = "http://acme.example";
    const request = { recipients, expirationHours: 0, reminders, redirectUrl };
    const model = readRequest(request, []);
    const [key = -1] = model.recipients.map((recipient) => recipient.key);
    assert.deepEqual(problemsOf(model), [
      { kind: "firstName", key },
      { kind: "email", key },
      { kind: "step", key },
      { kind: "phone", key },
      { kind: "noSignature", key },
      { kind: "expiration" },
      { kind: "reminders" },
      { kind: "redirectUrl" },
    ]);
    const issues = {
      "recipients.0.email": ["No"],
      "recipients.0.authentication.code": ["Short"],
      "recipients.0.language": ["Unknown"],
      reminders: ["Not supported"],
      message: ["Long"],
    };
    assert.deepEqual(problemsOfIssues(issues, model), [
      { kind: "email", key },
      { kind: "code", key },
      { kind: "other", message: "Unknown" },
      { kind: "other", message: "Not supported" },
      { kind: "message" },
    ]);
  });
});

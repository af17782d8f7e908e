import { assert } from "@effect/vitest";
import { DateTime, Effect, Schema } from "effect";

import { ApiServer } from "../../../packages/http/_testing/api_server.ts";
import { visit } from "../../../packages/http/_testing/shared_document.ts";
import {
  act,
  addressOf,
  ceremonyOf,
  eventually,
  tokenOf,
} from "../../support/signing/signing_by_email.ts";
import { AGENT, call, textsOf } from "./hostile_calls.ts";
import { hostile, hostileUrl } from "./hostile_texts.ts";
import type { Project } from "./write_project.ts";

const Recipients = Schema.Array(Schema.Struct({ id: Schema.String }));

/** Signature requests in each state that a page shows. */
export const writeSignatures = Effect.fnUntraced(function* ({ document, contract, role }: Project) {
  const { key } = yield* ApiServer;
  const text = textsOf("POST /v1/signatures");
  const request = Effect.fnUntraced(function* (name: string, more: object = {}, count = 2) {
    const addresses = Array.from({ length: count }, () => addressOf(name));
    const body = {
      renderId: document,
      name: text("name"),
      message: text("message"),
      signingOrder: "parallel",
      recipients: addresses.map((email, index) => ({
        firstName: text("recipients[].firstName"),
        lastName: text("recipients[].lastName"),
        email,
        ...(index === 0 && name === "gated"
          ? { authentication: { method: "access_code", code: "open sesame" } }
          : {}),
      })),
      fields: addresses.flatMap((_, recipientIndex) => [
        { recipientIndex, type: "signature", page: 1, x: 10, y: 40 },
        { recipientIndex, type: "initial", page: 1, x: 50, y: 40 },
        ...(["text", "text_area"] as const).map((type, index) => ({
          recipientIndex,
          type,
          page: 1,
          x: 10 + 40 * index,
          y: 60,
          label: text("fields[].label"),
          placeholder: text("fields[].placeholder"),
          ...(index === 0 ? { value: text("fields[].value") } : {}),
        })),
        {
          recipientIndex,
          type: "dropdown",
          page: 1,
          x: 10,
          y: 80,
          options: [text("fields[].options[]"), "Other"],
        },
      ]),
      anchorTags: [
        {
          anchorString: text("anchorTags[].anchorString"),
          type: "text",
          recipientIndex: 0,
          ignoreIfNotPresent: true,
        },
      ],
      redirectUrl: hostileUrl("POST /v1/signatures redirectUrl"),
      ...more,
    };
    const { id, recipients } = yield* call(key, "POST", "/v1/signatures", body);
    const tokens = yield* Effect.forEach(addresses, (address) => tokenOf(address, /./u));
    return {
      id: String(id),
      tokens,
      path: `/v1/signatures/${String(id)}`,
      recipients: (yield* Schema.decodeUnknownEffect(Recipients)(recipients)).map(
        (each) => each.id,
      ),
      awaitStatus: (status: string) =>
        eventually(
          call(key, "GET", `/v1/signatures/${String(id)}`),
          (now) => now["status"] === status,
        ),
    };
  });
  const gated = yield* request("gated", {}, 1);
  const finished = yield* request("finished");
  const declined = yield* request("declined");
  const corrected = yield* request("corrected");
  const delegated = yield* request("delegated", { allowDelegation: true });
  const open = yield* request("open");

  const correction = textsOf("PATCH /v1/signatures/{id}/recipients/{recipientId}");
  yield* call(key, "PATCH", `${corrected.path}/recipients/${corrected.recipients[0]}`, {
    firstName: correction("firstName"),
    lastName: correction("lastName"),
    reason: correction("reason"),
  });
  yield* call(key, "POST", `${corrected.path}/cancel`, {
    reason: hostile("POST /v1/signatures/{id}/cancel reason"),
  });

  const delegate = textsOf("POST /sign/{token}/delegate");
  const delegation = yield* visit(`/sign/${delegated.tokens[0]}/delegate`, AGENT, {
    method: "POST",
    json: {
      firstName: delegate("firstName"),
      lastName: delegate("lastName"),
      email: addressOf("delegate"),
      reason: delegate("reason"),
    },
  });
  assert.isBelow(delegation.status, 300, delegation.text);

  yield* act(declined.tokens[0]!, "open", undefined, AGENT);
  const refusal = yield* act(
    declined.tokens[0]!,
    "decline",
    { reason: hostile("POST /sign/{token}/decline reason") },
    AGENT,
  );
  assert.isBelow(refusal.status, 300, refusal.text);

  const finish = textsOf("POST /sign/{token}/finish");
  /** Signs as one of the recipients. */
  const sign = Effect.fnUntraced(function* (token: string) {
    yield* act(token, "open", undefined, AGENT);
    const { consent, fields } = yield* ceremonyOf(token);
    const values = fields.map(({ id, type, options }) => {
      const isText = type === "text" || type === "text_area";
      return [id, isText ? finish("values.*") : (options[0] ?? true)] as const;
    });
    const submission = {
      consent: consent.sha256,
      date: DateTime.formatIsoDateUtc(yield* DateTime.now),
      values: Object.fromEntries(values),
      signature: { kind: "typed", text: finish("signature.text", 80) },
      initials: { kind: "typed", text: finish("initials.text", 80) },
      timeZone: finish("timeZone"),
    };
    const response = yield* act(token, "finish", submission, AGENT);
    assert.isBelow(response.status, 300, response.text);
  });
  yield* Effect.forEach(finished.tokens, sign);
  yield* finished.awaitStatus("completed");
  yield* sign(open.tokens[1]!);

  const laidOut = addressOf("laid-out");
  yield* call(key, "POST", "/v1/signatures", {
    renderId: contract,
    recipients: [{ firstName: "Ada", email: laidOut, role }],
  });

  const bulk = textsOf("POST /v1/signatures/bulk");
  const row = () => ({ data: { unknown: bulk("rows[].data") }, filename: bulk("rows[].filename") });
  const person = {
    firstName: bulk("rows[].recipients[].firstName"),
    lastName: bulk("rows[].recipients[].lastName"),
  };
  const bulkOf = { template: "contract", name: bulk("name"), message: bulk("message") };
  const [byRole, byField] = [addressOf("role"), addressOf("field")];
  const { id: bulkId } = yield* call(key, "POST", "/v1/signatures/bulk", {
    ...bulkOf,
    redirectUrl: hostileUrl("POST /v1/signatures/bulk redirectUrl"),
    rows: [{ ...row(), recipients: [{ ...person, email: byRole, role }] }],
  });
  yield* call(key, "POST", "/v1/signatures/bulk", {
    ...bulkOf,
    rows: [{ ...row(), name: bulk("rows[].name"), recipients: [{ ...person, email: byField }] }],
    fields: [
      { recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 },
      {
        recipientIndex: 0,
        type: "text",
        page: 1,
        x: 10,
        y: 40,
        label: bulk("fields[].label"),
        placeholder: bulk("fields[].placeholder"),
        value: bulk("fields[].value"),
      },
      {
        recipientIndex: 0,
        type: "dropdown",
        page: 1,
        x: 10,
        y: 60,
        options: [bulk("fields[].options[]"), "Other"],
      },
    ],
    anchorTags: [
      {
        anchorString: bulk("anchorTags[].anchorString"),
        type: "text",
        recipientIndex: 0,
        ignoreIfNotPresent: true,
      },
    ],
  });

  const host = hostile("POST /v1/signatures/{id}/in-person host.name");
  const inPerson = yield* call(key, "POST", `${open.path}/in-person`, {
    host: { name: host },
    returnUrl: hostileUrl("POST /v1/signatures/{id}/in-person returnUrl"),
  });
  const signingUrl = yield* call(
    key,
    "POST",
    `${open.path}/recipients/${open.recipients[0]}/signing-url`,
    {
      mode: "inPerson",
      host: {
        name: hostile("POST /v1/signatures/{id}/recipients/{recipientId}/signing-url host.name"),
      },
      returnUrl: hostileUrl(
        "POST /v1/signatures/{id}/recipients/{recipientId}/signing-url returnUrl",
      ),
    },
  );

  const drafted = (field: string) => ({
    renderId: document,
    name: hostile(field),
    message: hostile(field),
    redirectUrl: hostileUrl(field),
    recipients: [
      { firstName: hostile(field, 100), lastName: hostile(field, 100), email: "ada@example.com" },
    ],
    fields: [
      {
        recipientIndex: 0,
        type: "text",
        page: 1,
        x: 10,
        y: 10,
        label: hostile(field, 160),
        placeholder: hostile(field, 160),
        value: hostile(field),
      },
    ],
  });
  const draft = yield* call(key, "POST", "/v1/signature-drafts", {
    request: drafted("POST /v1/signature-drafts request"),
  });
  const { id: changed } = yield* call(key, "POST", "/v1/signature-drafts", {
    request: { renderId: document },
  });
  yield* call(key, "PATCH", `/v1/signature-drafts/${String(changed)}`, {
    request: drafted("PATCH /v1/signature-drafts/{id} request"),
  });
  const tokenTo = (address: string) => tokenOf(address, /./u);
  const roleToken = yield* tokenTo(byRole);
  yield* sign(roleToken);
  return {
    laidOut: yield* tokenTo(laidOut),
    bulk: yield* tokenTo(byField),
    bulkId: String(bulkId),
    byRole: roleToken,
    requests: { finished, declined, corrected, delegated, open },
    gated,
    drafts: [String(draft["id"]), String(changed)],
    inPerson: String(inPerson["url"]),
    signingUrl: String(signingUrl["url"]),
    drafted,
  };
});

export type Signatures = Effect.Success<ReturnType<typeof writeSignatures>>;

import { INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { signatureOf } from "../../packages/http/_testing/contract_document.ts";
import { DELETED_RESOURCE, ID, LARGE, NO_KEY, type Request } from "./contract_request.ts";

/** The ids and links of a sent and a cancelled request are inserted when a request is sent. */
const SIGNATURE = "/v1/signatures/{signature}";
const UNKNOWN = `/v1/signatures/${ID}`;
/** Sends a contract out for signature. */
export const SIGN = { method: "POST", path: "/v1/signatures", json: signatureOf("{contract}") };
/** Sends a contract to a recipient who confirms by SMS. */
export const SIGN_WITH_SMS = {
  ...SIGN,
  json: {
    ...SIGN.json,
    recipients: SIGN.json.recipients.map((recipient) => ({
      ...recipient,
      authentication: { method: "sms_code", phone: "+491701234567" },
    })),
  },
};
/** A bulk of one row of the known template. */
export const BULK = {
  method: "POST",
  path: "/v1/signatures/bulk",
  json: {
    template: "known",
    rows: [
      {
        data: INVOICE_DATA,
        recipients: [{ firstName: "Ada", email: "ada@example.com", role: "client" }],
      },
    ],
  },
};
const [BULK_ROW] = BULK.json.rows;
const CANCEL = { method: "POST", path: `${SIGNATURE}/cancel`, json: {} };

const UPDATE = { method: "PATCH", path: SIGNATURE, json: { expiresAt: "2099-01-01T00:00:00Z" } };
const REMIND = { method: "POST", path: `${SIGNATURE}/remind` };
const RECIPIENT = `${SIGNATURE}/recipients/{signatureRecipient}`;
const CORRECT = { method: "PATCH", path: RECIPIENT, json: { firstName: "Ida", reason: "Typo" } };
const RESEND = { method: "POST", path: `${RECIPIENT}/resend` };
const ENDED = "/v1/signatures/{ended}";
const ENDED_RECIPIENT = `${ENDED}/recipients/{endedRecipient}`;

const IN_PERSON = {
  method: "POST",
  path: `${SIGNATURE}/in-person`,
  json: { host: { name: "Grace" } },
};
const SIGNING_URL = { method: "POST", path: `${RECIPIENT}/signing-url`, json: {} };

const DRAFT = {
  method: "POST",
  path: "/v1/signature-drafts",
  json: { request: { renderId: "{contract}" } },
};
/** Stores a draft of a signature request. */
export const draftOf = (request: object) => ({ ...DRAFT, json: { request } });
const KNOWN_DRAFT = "/v1/signature-drafts/{signatureDraft}";
const UNKNOWN_DRAFT = `/v1/signature-drafts/${ID}`;
const CHANGE_DRAFT = { ...DRAFT, method: "PATCH", path: KNOWN_DRAFT };
const SEND_DRAFT = { method: "POST", path: `${KNOWN_DRAFT}/send` };

const LINK = "/sign/{link}";
const ENDED_LINK = "/sign/{endedLink}";
const UNKNOWN_LINK = "/sign/unknown";
const CROSS_ORIGIN = { origin: "https://elsewhere.example" };
const FINISH = {
  method: "POST",
  path: `${LINK}/finish`,
  json: { consent: "0".repeat(64), date: "2026-01-01", values: {} },
  ...NO_KEY,
};
const DECLINE = { ...FINISH, path: `${LINK}/decline`, json: { reason: "No" } };
const DELEGATE = {
  ...FINISH,
  path: `${LINK}/delegate`,
  json: { firstName: "Grace", email: "grace@example.com", reason: "Away" },
};
const FONTS = { ...FINISH, path: `${LINK}/fonts`, json: { characters: "山" } };
const VERIFY = { ...FINISH, path: `${LINK}/verify`, json: { code: "123456" } };
const HAND_ON = {
  ...FINISH,
  path: `${LINK}/hand-on`,
  json: { recipientId: "{signatureRecipient}" },
};
const OPEN = { method: "POST", path: `${LINK}/open`, ...NO_KEY };
const REPORT = { method: "POST", path: "/v1/hooks/signatures/documenso", json: {}, ...NO_KEY };

const SIGNED_REPORT = { ...REPORT, headers: { "x-documenso-secret": "{callbackSecret}" } };

const BOUNCE = {
  method: "POST",
  path: "/v1/hooks/mail/bounce",
  json: {},
  headers: { authorization: "Bearer {mailSecret}" },
};

/** Requests that cause each failure of signatures, their pages and their providers' callbacks. */
export const SIGNATURE_CASES: Record<string, Record<string, Request>> = {
  "signatureBulks.create": {
    unauthorized: { ...BULK, ...NO_KEY },
    template_not_found: { ...BULK, json: { ...BULK.json, template: "unknown" } },
    invalid_json: { ...BULK, body: "nonsense" },
    invalid_request: { ...BULK, json: { ...BULK.json, rows: [] } },
    payload_too_large: { ...BULK, body: LARGE },
    invalid_input_data: { ...BULK, json: { ...BULK.json, rows: [{ ...BULK_ROW, data: {} }] } },
    version_not_found: { ...BULK, json: { ...BULK.json, versionNumber: 9 } },
    no_published_version: { ...BULK, json: { ...BULK.json, template: "unpublished" } },
    not_found: { ...BULK, ...DELETED_RESOURCE },
  },
  "signatureBulks.list": {
    unauthorized: { path: BULK.path, ...NO_KEY },
    invalid_request: { path: `${BULK.path}?limit=many` },
  },
  "signatureBulks.get": {
    unauthorized: { path: `${BULK.path}/${ID}`, ...NO_KEY },
    not_found: { path: `${BULK.path}/${ID}` },
  },
  "signatureBulks.rows": {
    unauthorized: { path: `${BULK.path}/${ID}/rows`, ...NO_KEY },
    not_found: { path: `${BULK.path}/${ID}/rows` },
  },
  "signatureBulks.result": {
    unauthorized: { path: `${BULK.path}/${ID}/result`, ...NO_KEY },
    not_found: { path: `${BULK.path}/${ID}/result` },
    invalid_request: { path: `${BULK.path}/${ID}/result?as=tar` },
  },
  "signatures.create": {
    unauthorized: { ...SIGN, ...NO_KEY },
    invalid_json: { ...SIGN, body: "{" },
    invalid_request: { ...SIGN, json: { renderId: ID, recipients: [] } },
    payload_too_large: { ...SIGN, body: LARGE },
    not_found: { ...SIGN, json: signatureOf(ID) },
    conflict: { ...SIGN, json: signatureOf("{queued}") },
    document_too_large: { ...SIGN, json: signatureOf("{large}") },
  },
  "signatures.list": {
    unauthorized: { path: "/v1/signatures", ...NO_KEY },
    invalid_request: { path: "/v1/signatures?limit=0" },
  },
  "signatures.get": { unauthorized: { path: SIGNATURE, ...NO_KEY }, not_found: { path: UNKNOWN } },
  "signatures.cancel": {
    unauthorized: { ...CANCEL, ...NO_KEY },
    not_found: { ...CANCEL, path: `${UNKNOWN}/cancel`, body: "{" },
    invalid_json: { ...CANCEL, body: "{" },
    invalid_request: { ...CANCEL, json: { reason: 7 } },
    payload_too_large: { ...CANCEL, body: LARGE },
    conflict: { ...CANCEL, path: "/v1/signatures/{ended}/cancel" },
  },
  "signatures.update": {
    unauthorized: { ...UPDATE, ...NO_KEY },
    not_found: { ...UPDATE, path: UNKNOWN, body: "{" },
    invalid_json: { ...UPDATE, body: "{" },
    invalid_request: { ...UPDATE, json: { expiresAt: "2020-01-01T00:00:00Z" } },
    payload_too_large: { ...UPDATE, body: LARGE },
    conflict: { ...UPDATE, path: ENDED },
  },
  "signatures.remind": {
    unauthorized: { ...REMIND, ...NO_KEY },
    not_found: { ...REMIND, path: `${UNKNOWN}/remind` },
    invalid_request: { ...REMIND, path: "/v1/signatures/{external}/remind" },
    conflict: { ...REMIND, path: `${ENDED}/remind` },
  },
  "signatures.updateRecipient": {
    unauthorized: { ...CORRECT, ...NO_KEY },
    not_found: { ...CORRECT, path: `${SIGNATURE}/recipients/${ID}`, body: "{" },
    invalid_json: { ...CORRECT, body: "{" },
    invalid_request: { ...CORRECT, json: { reason: "Nothing changes" } },
    payload_too_large: { ...CORRECT, body: LARGE },
    conflict: { ...CORRECT, path: ENDED_RECIPIENT },
  },
  "signatures.resend": {
    unauthorized: { ...RESEND, ...NO_KEY },
    not_found: { ...RESEND, path: `${SIGNATURE}/recipients/${ID}/resend` },
    invalid_request: {
      ...RESEND,
      path: "/v1/signatures/{external}/recipients/{externalRecipient}/resend",
    },
    conflict: { ...RESEND, path: `${ENDED_RECIPIENT}/resend` },
  },
  "signatureDrafts.create": {
    unauthorized: { ...DRAFT, ...NO_KEY },
    invalid_json: { ...DRAFT, body: "{" },
    invalid_request: { ...DRAFT, json: { request: {} } },
    payload_too_large: { ...DRAFT, body: LARGE },
    not_found: { ...DRAFT, json: { request: { renderId: ID } } },
  },
  "signatureDrafts.list": {
    unauthorized: { path: DRAFT.path, ...NO_KEY },
    invalid_request: { path: `${DRAFT.path}?renderId=1` },
  },
  "signatureDrafts.get": {
    unauthorized: { path: KNOWN_DRAFT, ...NO_KEY },
    not_found: { path: UNKNOWN_DRAFT },
  },
  "signatureDrafts.update": {
    unauthorized: { ...CHANGE_DRAFT, ...NO_KEY },
    not_found: { ...CHANGE_DRAFT, path: UNKNOWN_DRAFT, body: "{" },
    invalid_json: { ...CHANGE_DRAFT, body: "{" },
    invalid_request: { ...CHANGE_DRAFT, json: { request: { renderId: ID } } },
    payload_too_large: { ...CHANGE_DRAFT, body: LARGE },
    conflict: { ...CHANGE_DRAFT, json: { ...DRAFT.json, revision: 7 } },
  },
  "signatureDrafts.remove": {
    unauthorized: { method: "DELETE", path: KNOWN_DRAFT, ...NO_KEY },
    not_found: { method: "DELETE", path: UNKNOWN_DRAFT },
  },
  "signatureDrafts.send": {
    unauthorized: { ...SEND_DRAFT, ...NO_KEY },
    not_found: { ...SEND_DRAFT, path: `${UNKNOWN_DRAFT}/send` },
    invalid_json: { ...SEND_DRAFT, body: "{" },
    payload_too_large: { ...SEND_DRAFT, body: LARGE },
    invalid_request: SEND_DRAFT,
    conflict: { ...SEND_DRAFT, path: "/v1/signature-drafts/{queuedDraft}/send" },
    document_too_large: { ...SEND_DRAFT, path: "/v1/signature-drafts/{largeDraft}/send" },
  },
  "signatures.download": {
    unauthorized: { path: `${SIGNATURE}/download`, ...NO_KEY },
    not_found: { path: `${UNKNOWN}/download` },
    conflict: { path: `${SIGNATURE}/download` },
    invalid_request: { path: `${SIGNATURE}/download?include=audit` },
  },
  "signatures.certificate": {
    unauthorized: { path: `${SIGNATURE}/certificate`, ...NO_KEY },
    not_found: { path: `${UNKNOWN}/certificate` },
    conflict: { path: `${SIGNATURE}/certificate` },
  },
  "signatures.signingUrl": {
    unauthorized: { ...SIGNING_URL, ...NO_KEY },
    not_found: { ...SIGNING_URL, path: `${UNKNOWN}/recipients/${ID}/signing-url`, body: "{" },
    invalid_json: { ...SIGNING_URL, body: "{" },
    invalid_request: { ...SIGNING_URL, json: { returnUrl: "http://elsewhere.example" } },
    payload_too_large: { ...SIGNING_URL, body: LARGE },
    conflict: { ...SIGNING_URL, path: `${ENDED_RECIPIENT}/signing-url` },
  },
  "signatures.inPerson": {
    unauthorized: { ...IN_PERSON, ...NO_KEY },
    not_found: { ...IN_PERSON, path: `${UNKNOWN}/in-person`, body: "{" },
    invalid_json: { ...IN_PERSON, body: "{" },
    invalid_request: { ...IN_PERSON, json: {} },
    payload_too_large: { ...IN_PERSON, body: LARGE },
    conflict: { ...IN_PERSON, path: `${ENDED}/in-person` },
  },
  "signatures.audit": {
    unauthorized: { path: `${SIGNATURE}/audit`, ...NO_KEY },
    not_found: { path: `${UNKNOWN}/audit` },
  },
  "providerCallbacks.receive": {
    not_found: { ...REPORT, path: "/v1/hooks/signatures/unknown" },
    invalid_signature: REPORT,
    invalid_json: { ...SIGNED_REPORT, body: "{" },
    invalid_request: SIGNED_REPORT,
    payload_too_large: { ...REPORT, body: LARGE },
  },
  "mailHooks.bounce": {
    unauthorized: { ...BOUNCE, headers: {}, ...NO_KEY },
    invalid_json: { ...BOUNCE, body: "{" },
    invalid_request: BOUNCE,
    payload_too_large: { ...BOUNCE, body: LARGE },
  },
  "signing.show": {},
  "signing.ceremony": { not_found: { path: `${UNKNOWN_LINK}/ceremony`, ...NO_KEY } },
  "signing.document": { not_found: { path: `${UNKNOWN_LINK}/document.pdf`, ...NO_KEY } },
  "signing.signed": {
    not_found: { path: `${UNKNOWN_LINK}/signed.pdf`, ...NO_KEY },
    conflict: { path: `${LINK}/signed.pdf`, ...NO_KEY },
    invalid_request: { path: `${LINK}/signed.pdf?include=audit`, ...NO_KEY },
  },
  "signing.certificate": {
    not_found: { path: `${UNKNOWN_LINK}/certificate.pdf`, ...NO_KEY },
    conflict: { path: `${LINK}/certificate.pdf`, ...NO_KEY },
  },
  "signing.audit": {
    not_found: { path: `${UNKNOWN_LINK}/audit.json`, ...NO_KEY },
    conflict: { path: `${LINK}/audit.json`, ...NO_KEY },
  },
  "signing.fonts": {
    not_found: { ...FONTS, path: `${UNKNOWN_LINK}/fonts`, body: "{" },
    forbidden: { ...FONTS, headers: CROSS_ORIGIN },
    invalid_json: { ...FONTS, body: "{" },
    invalid_request: { ...FONTS, json: { characters: "" } },
    payload_too_large: { ...FONTS, body: LARGE },
    conflict: { ...FONTS, path: `${ENDED_LINK}/fonts` },
  },
  "signing.code": {
    not_found: { ...OPEN, path: `${UNKNOWN_LINK}/code` },
    forbidden: { ...OPEN, path: `${LINK}/code`, headers: CROSS_ORIGIN },
    conflict: { ...OPEN, path: `${LINK}/code` },
    // No gateway is listening.
    sms_send_failed: { ...OPEN, path: "/sign/{textedLink}/code" },
  },
  "signing.verify": {
    not_found: { ...VERIFY, path: `${UNKNOWN_LINK}/verify`, body: "{" },
    forbidden: { ...VERIFY, headers: CROSS_ORIGIN },
    invalid_json: { ...VERIFY, body: "{" },
    invalid_request: { ...VERIFY, json: { code: "" } },
    payload_too_large: { ...VERIFY, body: LARGE },
    conflict: VERIFY,
  },
  "signing.confirm": {
    not_found: { ...OPEN, path: `${UNKNOWN_LINK}/confirm` },
    forbidden: { ...OPEN, path: `${LINK}/confirm`, headers: CROSS_ORIGIN },
    conflict: { ...OPEN, path: `${LINK}/confirm` },
  },
  "signing.handOn": {
    not_found: { ...HAND_ON, path: `${UNKNOWN_LINK}/hand-on`, body: "{" },
    forbidden: { ...HAND_ON, headers: CROSS_ORIGIN },
    invalid_json: { ...HAND_ON, body: "{" },
    invalid_request: { ...HAND_ON, json: {} },
    payload_too_large: { ...HAND_ON, body: LARGE },
    conflict: HAND_ON,
  },
  "signing.open": {
    not_found: { ...OPEN, path: `${UNKNOWN_LINK}/open` },
    forbidden: { ...OPEN, headers: CROSS_ORIGIN },
  },
  "signing.finish": {
    not_found: { ...FINISH, path: `${UNKNOWN_LINK}/finish`, body: "{" },
    forbidden: { ...FINISH, headers: CROSS_ORIGIN },
    invalid_json: { ...FINISH, body: "{" },
    invalid_request: FINISH,
    payload_too_large: { ...FINISH, body: LARGE },
    conflict: { ...FINISH, path: `${ENDED_LINK}/finish` },
  },
  "signing.delegate": {
    not_found: { ...DELEGATE, path: `${UNKNOWN_LINK}/delegate`, body: "{" },
    forbidden: { ...DELEGATE, headers: CROSS_ORIGIN },
    invalid_json: { ...DELEGATE, body: "{" },
    invalid_request: { ...DELEGATE, json: { reason: "" } },
    payload_too_large: { ...DELEGATE, body: LARGE },
    conflict: { ...DELEGATE, path: `${ENDED_LINK}/delegate` },
  },
  "signing.decline": {
    not_found: { ...DECLINE, path: `${UNKNOWN_LINK}/decline`, body: "{" },
    forbidden: { ...DECLINE, headers: CROSS_ORIGIN },
    invalid_json: { ...DECLINE, body: "{" },
    invalid_request: { ...DECLINE, json: { reason: "" } },
    payload_too_large: { ...DECLINE, body: LARGE },
    conflict: { ...DECLINE, path: `${ENDED_LINK}/decline` },
  },
  "verify.show": {},
  "verify.check": {},
  "verify.request": {},
  "verify.checkOfRequest": {},
};

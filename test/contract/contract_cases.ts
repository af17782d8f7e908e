import { INVOICE, INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { variableFont } from "../../packages/pdf/testing/font_files.ts";
import { rawPdf } from "../../packages/pdf/testing/raw_pdf.ts";
import {
  DELETED_RESOURCE,
  ID,
  LARGE,
  LARGE_FILE,
  NO_KEY,
  type Request,
} from "./contract_request.ts";
import { DOCUMENT_CASES } from "./document_cases.ts";
import { EMBED_CASES } from "./embed_cases.ts";
import { SIGNATURE_CASES } from "./signature_cases.ts";
import { WEBHOOK_CASES } from "./webhook_cases.ts";

/** A valid publication. */
export const PUBLICATION = { name: "Invoice", manifest: INVOICE };
const LOOP = { key: "a.b", label: "L", itemFields: [{ key: "c", label: "C", dataType: "text" }] };
/** A publication with a loop key that has a dot. */
export const DOTTED_PUBLICATION = { ...PUBLICATION, manifest: { variables: [], loops: [LOOP] } };

/** Project ids replace the names in braces when a request is sent. */
export const PROJECT = "/v1/projects/{own}";
/** Sends the account key. */
export const ACCOUNT = { as: "account" } as const;
/** A valid new project. */
export const NEW_PROJECT = {
  method: "POST",
  path: "/v1/projects",
  json: { name: "New" },
  ...ACCOUNT,
};
/** A valid renaming. */
export const RENAME = { method: "PATCH", path: PROJECT, json: { name: "Renamed" }, ...ACCOUNT };
const CREATE_KEY = { method: "POST", path: `${PROJECT}/keys`, json: {}, ...ACCOUNT };
/** A revocation of a key that does not exist. */
export const REVOKE = { method: "DELETE", path: `${PROJECT}/keys/${ID}`, ...ACCOUNT };
const COPY_SOURCE = { sourceProjectSlug: "invoices", sourceTemplateSlug: "known" };
/** A valid copy. */
export const COPY = {
  method: "POST",
  path: "/v1/projects/{own}/templates/copy",
  json: COPY_SOURCE,
  ...ACCOUNT,
};

/** A valid invitation. */
export const INVITE = {
  method: "POST",
  path: "/v1/members",
  json: { email: "grace@example.com", role: "viewer" },
  ...ACCOUNT,
};
const MEMBER = "/v1/members/{member}";
/** A change of the role of an owner. */
const CHANGE_ROLE = { method: "PATCH", path: MEMBER, json: { role: "viewer" }, ...ACCOUNT };
const REMOVE_MEMBER = { method: "DELETE", path: MEMBER, ...ACCOUNT };
const RESEND = { method: "POST", path: `${MEMBER}/invitation`, ...ACCOUNT };
const NO_MEMBER = `/v1/members/${ID}`;

/** A publication of the known template. */
export const PUBLISH = { method: "PUT", path: "/v1/templates/known", json: PUBLICATION };
/** A creation under the slug of the known template. */
export const CREATE = {
  method: "POST",
  path: "/v1/templates",
  json: { ...PUBLICATION, slug: "known" },
};
/** A harmless PDF. */
export const UPLOAD = {
  method: "POST",
  path: "/v1/documents",
  json: { name: "Lease.pdf", data: Buffer.from(rawPdf({})).toString("base64") },
} as const;

/** A valid font. */
export const FONT = {
  method: "POST",
  path: "/v1/fonts",
  json: { name: "Boxes", data: variableFont().toString("base64") },
};
/** A render of the known template. */
export const RENDER = {
  method: "POST",
  path: "/v1/templates/known/render",
  json: { data: INVOICE_DATA },
};

/** A batch of renders of the known template. */
export const BATCH = {
  method: "POST",
  path: "/v1/renders/batch",
  json: { template: "known", items: [{ data: INVOICE_DATA }] },
};

/** A download URL of a succeeded render. */
const DOWNLOAD_URL = { method: "POST", path: "/v1/renders/{render}/download-url", json: {} };

/** An erasure of a render that is out for signature. */
const ERASE_RENDER = { method: "DELETE", path: "/v1/renders/{contract}" };
const ERASE = { method: "POST", path: "/v1/erasures", json: { email: "ada@example.com" } };

/** A share of a succeeded render; ids replace the names in braces when a request is sent. */
export const SHARE = { method: "POST", path: "/v1/renders/{render}/shares", json: {} };
/** A valid email. */
export const EMAIL = {
  method: "POST",
  path: "/v1/renders/{render}/email",
  json: { to: "ada@example.com" },
};
/** A valid event of an integrator. */
export const EVENT = {
  method: "POST",
  path: "/v1/renders/{render}/events",
  json: { eventType: "viewed" },
};
const ENGAGEMENT = { path: "/v1/renders/{render}/engagement" };
const UNSHARE = { method: "DELETE", path: `/v1/renders/{render}/shares/${ID}` };
/** An event of a viewer, for a revoked share. */
export const VIEWER_EVENT = { ...EVENT, path: "/share/{revoked}/events", ...NO_KEY };

/** A valid provision. */
export const PROVISION = {
  method: "POST",
  path: "/v1/admin/provision",
  json: { externalOrgId: "acme" },
  as: "admin",
} as const;
/** A change of an unknown organisation. */
export const CHANGE = {
  ...PROVISION,
  method: "PATCH",
  json: { externalOrgId: "unknown" },
} as const;

/** Requests that cause each failure of an endpoint, on a server with the template `known`. */
export const CASES: Record<string, Record<string, Request>> = {
  "projects.list": { unauthorized: { path: "/v1/projects", ...NO_KEY } },
  "projects.create": {
    unauthorized: { ...NEW_PROJECT, ...NO_KEY },
    invalid_json: { ...NEW_PROJECT, body: "" },
    invalid_request: { ...NEW_PROJECT, json: { name: "" } },
    payload_too_large: { ...NEW_PROJECT, body: LARGE },
    not_found: { ...NEW_PROJECT, ...DELETED_RESOURCE },
  },
  "projects.get": {
    unauthorized: { path: PROJECT, ...NO_KEY },
    not_found: { path: `/v1/projects/${ID}`, ...ACCOUNT },
  },
  "projects.update": {
    unauthorized: { ...RENAME, ...NO_KEY },
    not_found: { ...RENAME, path: "/v1/projects/{theirs}" },
    invalid_json: { ...RENAME, body: "{" },
    invalid_request: { ...RENAME, json: { name: "x".repeat(201) } },
    payload_too_large: { ...RENAME, body: LARGE },
  },
  "projects.remove": {
    unauthorized: { method: "DELETE", path: PROJECT, ...NO_KEY },
    not_found: { method: "DELETE", path: "/v1/projects/{theirs}", ...ACCOUNT },
  },
  "projects.listKeys": {
    unauthorized: { path: `${PROJECT}/keys`, ...NO_KEY },
    not_found: { path: "/v1/projects/{theirs}/keys", ...ACCOUNT },
  },
  "projects.mintKey": {
    unauthorized: { ...CREATE_KEY, ...NO_KEY },
    not_found: { ...CREATE_KEY, path: "/v1/projects/{theirs}/keys" },
    invalid_json: { ...CREATE_KEY, body: "{" },
    invalid_request: { ...CREATE_KEY, json: { name: "" } },
    payload_too_large: { ...CREATE_KEY, body: LARGE },
  },
  "projects.revokeKey": { unauthorized: { ...REVOKE, ...NO_KEY }, not_found: REVOKE },
  "projects.copyTemplate": {
    unauthorized: { ...COPY, ...NO_KEY },
    not_found: { ...COPY, json: { ...COPY_SOURCE, sourceProjectSlug: "theirs" } },
    invalid_json: { ...COPY, body: "{" },
    invalid_request: { ...COPY, json: { ...COPY_SOURCE, sourceProjectId: ID } },
    payload_too_large: { ...COPY, body: LARGE },
    template_not_found: { ...COPY, json: { ...COPY_SOURCE, sourceTemplateSlug: "unknown" } },
    no_published_version: { ...COPY, json: { ...COPY_SOURCE, sourceTemplateSlug: "unpublished" } },
  },
  "members.list": { unauthorized: { path: "/v1/members", ...NO_KEY } },
  "members.invite": {
    unauthorized: { ...INVITE, ...NO_KEY },
    invalid_json: { ...INVITE, body: "{" },
    invalid_request: { ...INVITE, json: {} },
    payload_too_large: { ...INVITE, body: LARGE },
    conflict: { ...INVITE, json: { email: "Owner@example.com", role: "viewer" } },
    not_found: { ...INVITE, ...DELETED_RESOURCE },
  },
  // The member is the only owner, and has signed in.
  "members.update": {
    unauthorized: { ...CHANGE_ROLE, ...NO_KEY },
    not_found: { ...CHANGE_ROLE, path: NO_MEMBER },
    invalid_json: { ...CHANGE_ROLE, body: "{" },
    invalid_request: { ...CHANGE_ROLE, json: { role: "admin" } },
    payload_too_large: { ...CHANGE_ROLE, body: LARGE },
    conflict: CHANGE_ROLE,
  },
  "members.remove": {
    unauthorized: { ...REMOVE_MEMBER, ...NO_KEY },
    not_found: { ...REMOVE_MEMBER, path: NO_MEMBER },
    conflict: REMOVE_MEMBER,
  },
  "members.resend": {
    unauthorized: { ...RESEND, ...NO_KEY },
    not_found: { ...RESEND, path: `${NO_MEMBER}/invitation` },
    conflict: RESEND,
  },
  "fonts.add": {
    unauthorized: { ...FONT, ...NO_KEY },
    invalid_json: { ...FONT, body: "{" },
    invalid_request: { ...FONT, json: { name: "Boxes", data: "AAEAAAAM" } },
    payload_too_large: { ...FONT, body: LARGE_FILE },
    conflict: { ...FONT, json: { ...FONT.json, name: "Roboto" } },
    not_found: { ...FONT, ...DELETED_RESOURCE },
  },
  "fonts.list": { unauthorized: { path: "/v1/fonts", ...NO_KEY } },
  "fonts.remove": {
    unauthorized: { method: "DELETE", path: "/v1/fonts/Boxes", ...NO_KEY },
    not_found: { method: "DELETE", path: "/v1/fonts/Unknown" },
  },
  "templates.list": { unauthorized: { path: "/v1/templates", ...NO_KEY } },
  "templates.create": {
    unauthorized: { ...CREATE, ...NO_KEY },
    invalid_json: { ...CREATE, json: undefined },
    invalid_request: { ...CREATE, json: {} },
    invalid_loop_key: { ...CREATE, json: DOTTED_PUBLICATION },
    slug_conflict: CREATE,
    template_not_found: { ...CREATE, ...DELETED_RESOURCE },
    payload_too_large: { ...CREATE, body: LARGE },
  },
  "templates.publish": {
    unauthorized: { ...PUBLISH, ...NO_KEY },
    invalid_json: { ...PUBLISH, body: "{" },
    invalid_request: { ...PUBLISH, path: "/v1/templates/Not_Kebab" },
    invalid_loop_key: { ...PUBLISH, json: DOTTED_PUBLICATION },
    template_not_found: { ...PUBLISH, path: "/v1/templates/put-and-gone", ...DELETED_RESOURCE },
    payload_too_large: { ...PUBLISH, body: LARGE },
  },
  "renders.upload": {
    unauthorized: { ...UPLOAD, ...NO_KEY },
    invalid_json: { ...UPLOAD, body: "{" },
    invalid_request: { ...UPLOAD, json: { name: "Lease.pdf", data: "JVBERg==" } },
    payload_too_large: { ...UPLOAD, body: LARGE_FILE },
    not_found: { ...UPLOAD, ...DELETED_RESOURCE },
  },
  "renders.submit": {
    unauthorized: { ...RENDER, ...NO_KEY },
    template_not_found: { ...RENDER, path: "/v1/templates/unknown/render" },
    invalid_json: { ...RENDER, body: "nonsense" },
    invalid_request: { ...RENDER, json: { data: [] } },
    payload_too_large: { ...RENDER, body: LARGE },
    invalid_input_data: { ...RENDER, json: { data: {} } },
    version_not_found: { ...RENDER, json: { data: {}, options: { versionNumber: 9 } } },
    no_published_version: { ...RENDER, path: "/v1/templates/unpublished/render" },
    not_found: { ...RENDER, ...DELETED_RESOURCE },
  },
  "renders.createDownloadUrl": {
    unauthorized: { ...DOWNLOAD_URL, ...NO_KEY },
    not_found: { ...DOWNLOAD_URL, path: `/v1/renders/${ID}/download-url` },
    invalid_json: { ...DOWNLOAD_URL, body: "{" },
    invalid_request: { ...DOWNLOAD_URL, json: { expiresIn: 59 } },
    payload_too_large: { ...DOWNLOAD_URL, body: LARGE },
    conflict: { ...DOWNLOAD_URL, path: "/v1/renders/{queued}/download-url" },
  },
  "renders.remove": {
    unauthorized: { ...ERASE_RENDER, ...NO_KEY },
    not_found: { ...ERASE_RENDER, path: `/v1/renders/${ID}` },
    conflict: ERASE_RENDER,
  },
  "renderBatches.submit": {
    unauthorized: { ...BATCH, ...NO_KEY },
    template_not_found: { ...BATCH, json: { ...BATCH.json, template: "unknown" } },
    invalid_json: { ...BATCH, body: "nonsense" },
    invalid_request: { ...BATCH, json: { ...BATCH.json, items: [] } },
    payload_too_large: { ...BATCH, body: LARGE },
    invalid_input_data: { ...BATCH, json: { ...BATCH.json, items: [{ data: {} }] } },
    version_not_found: { ...BATCH, json: { ...BATCH.json, versionNumber: 9 } },
    no_published_version: { ...BATCH, json: { ...BATCH.json, template: "unpublished" } },
    not_found: { ...BATCH, ...DELETED_RESOURCE },
  },
  "renderBatches.list": {
    unauthorized: { path: "/v1/renders/batches", ...NO_KEY },
    invalid_request: { path: "/v1/renders/batches?limit=many" },
  },
  "renderBatches.get": {
    unauthorized: { path: `/v1/renders/batches/${ID}`, ...NO_KEY },
    not_found: { path: `/v1/renders/batches/${ID}` },
  },
  "renderBatches.result": {
    unauthorized: { path: `/v1/renders/batches/${ID}/result`, ...NO_KEY },
    not_found: { path: `/v1/renders/batches/${ID}/result` },
    invalid_request: { path: "/v1/renders/batches/{batch}/result?as=tar" },
    conflict: { path: "/v1/renders/batches/{batch}/result" },
  },
  "erasures.create": {
    unauthorized: { ...ERASE, ...NO_KEY },
    invalid_json: { ...ERASE, body: "{" },
    invalid_request: { ...ERASE, json: { email: "ada" } },
    payload_too_large: { ...ERASE, body: LARGE },
  },
  "usage.report": {
    unauthorized: { path: "/v1/usage", ...NO_KEY },
    invalid_request: { path: "/v1/usage?from=yesterday" },
  },
  "usage.csv": {
    unauthorized: { path: "/v1/usage.csv", ...NO_KEY },
    invalid_request: { path: "/v1/usage.csv?from=yesterday" },
  },
  "audit.list": {
    unauthorized: { path: "/v1/audit", ...NO_KEY },
    invalid_request: { path: "/v1/audit?action=nothing", ...ACCOUNT },
  },
  "shares.create": {
    unauthorized: { ...SHARE, ...NO_KEY },
    not_found: { ...SHARE, path: `/v1/renders/${ID}/shares` },
    invalid_json: { ...SHARE, body: "{" },
    invalid_request: { ...SHARE, json: { channel: "email" } },
    payload_too_large: { ...SHARE, body: LARGE },
    conflict: { ...SHARE, path: "/v1/renders/{queued}/shares" },
  },
  "shares.list": {
    unauthorized: { path: SHARE.path, ...NO_KEY },
    not_found: { path: `/v1/renders/${ID}/shares` },
  },
  "shares.listOfProject": {
    unauthorized: { path: "/v1/shares", ...NO_KEY },
    invalid_request: { path: "/v1/shares?status=lost" },
  },
  "shares.events": {
    unauthorized: { path: `/v1/shares/${ID}/events`, ...NO_KEY },
    not_found: { path: `/v1/shares/${ID}/events` },
    invalid_request: { path: `/v1/shares/${ID}/events?limit=0` },
  },
  "shares.revoke": { unauthorized: { ...UNSHARE, ...NO_KEY }, not_found: UNSHARE },
  "shares.email": {
    unauthorized: { ...EMAIL, ...NO_KEY },
    not_found: { ...EMAIL, path: `/v1/renders/${ID}/email` },
    invalid_json: { ...EMAIL, body: "" },
    invalid_request: { ...EMAIL, json: { to: "ada" } },
    payload_too_large: { ...EMAIL, body: LARGE },
    conflict: { ...EMAIL, path: "/v1/renders/{queued}/email" },
    email_send_failed: EMAIL,
  },
  "engagement.record": {
    unauthorized: { ...EVENT, ...NO_KEY },
    forbidden: { ...EVENT, as: "deleted" },
    not_found: { ...EVENT, path: `/v1/renders/${ID}/events` },
    invalid_json: { ...EVENT, body: "{" },
    invalid_request: { ...EVENT, json: { eventType: "email_sent" } },
    payload_too_large: { ...EVENT, body: LARGE },
  },
  "engagement.summary": {
    unauthorized: { ...ENGAGEMENT, ...NO_KEY },
    forbidden: { ...ENGAGEMENT, as: "deleted" },
    not_found: { path: `/v1/renders/${ID}/engagement` },
  },
  "shareLinks.show": {},
  "shareLinks.document": {},
  "shareLinks.record": {
    not_found: { ...VIEWER_EVENT, path: "/share/unknown/events" },
    gone: VIEWER_EVENT,
    invalid_json: { ...VIEWER_EVENT, path: "/share/{active}/events", body: "{" },
    invalid_request: {
      ...VIEWER_EVENT,
      path: "/share/{active}/events",
      json: { eventType: "liked" },
    },
    payload_too_large: { ...VIEWER_EVENT, path: "/share/{active}/events", body: LARGE },
  },
  "shareLinks.pixel": {},
  ...DOCUMENT_CASES,
  ...EMBED_CASES,
  "files.download": { not_found: { path: `/files/${"a".repeat(43)}.pdf`, ...NO_KEY } },
  "files.logo": { not_found: { path: "/logos/01900000-0000-7000-8000-000000000000", ...NO_KEY } },
  "files.temporary": { not_found: { path: `/files/temporary/${"a".repeat(96)}.pdf`, ...NO_KEY } },
  ...WEBHOOK_CASES,
  ...SIGNATURE_CASES,
  "admin.provision": {
    unauthorized: { ...PROVISION, as: "account" },
    invalid_json: { ...PROVISION, body: "" },
    invalid_request: { ...PROVISION, json: { externalOrgId: "" } },
    payload_too_large: { ...PROVISION, body: LARGE },
    not_found: { ...PROVISION, json: { externalOrgId: "gone" }, ...DELETED_RESOURCE },
  },
  "admin.change": {
    unauthorized: { ...CHANGE, ...NO_KEY },
    invalid_json: { ...CHANGE, body: "[" },
    invalid_request: { ...CHANGE, json: { externalOrgId: "acme", suspended: "yes" } },
    payload_too_large: { ...CHANGE, body: LARGE },
    not_found: CHANGE,
  },
  "admin.system": { unauthorized: { path: "/v1/admin/system", ...NO_KEY } },
  "health.alive": {},
  "health.metrics": {},
  "health.ready": { not_ready: { path: "/readyz", ...NO_KEY } },
};

import { GREETING, SESSION_OWNER } from "../../packages/http/_testing/embedding.ts";
import { DELETED_RESOURCE, ID, LARGE, NO_KEY, type Request } from "./contract_request.ts";

const INTEGRATOR = { as: "partner" } as const;
const DOWNLOAD = { path: `/v1/embed/renders/${ID}/download` };
/** A new session. */
export const SESSIONS = {
  method: "POST",
  path: "/v1/embed/sessions",
  json: SESSION_OWNER,
  ...INTEGRATOR,
};
const REFRESH = {
  ...SESSIONS,
  path: "/v1/embed/sessions/refresh",
  json: { renewToken: "12345678" },
};
const END = { method: "DELETE", path: `/v1/embed/sessions/${ID}`, ...INTEGRATOR };
const SESSION = { path: "/v1/embed/session", as: "edit" } as const;
const CATALOGS = {
  method: "POST",
  path: "/v1/embed/catalogs",
  json: { name: "Catalog", catalog: { namespaces: [], loops: [] } },
  ...INTEGRATOR,
};

const TEMPLATES = "/v1/embed/builder/templates";
const DRAFT = `${TEMPLATES}/{draft}`;
const UNKNOWN = `${TEMPLATES}/${ID}`;
/** A new template in the builder. */
export const BEGIN = {
  method: "POST",
  path: TEMPLATES,
  json: { documentTemplate: {} },
  ...INTEGRATOR,
};
const SAVE = { ...BEGIN, method: "PUT", path: DRAFT };
const REMOVE = { method: "DELETE", path: DRAFT, ...INTEGRATOR };
const PUBLISH = { method: "POST", path: `${DRAFT}/publish`, ...INTEGRATOR };
const ROLLBACK = { ...PUBLISH, path: `${DRAFT}/rollback`, json: { versionNumber: 9 } };
const PREVIEW = {
  method: "POST",
  path: "/v1/embed/builder/preview",
  json: { layout: GREETING },
  ...INTEGRATOR,
};
/** A session without permissions for its template. */
const NO_PERMISSIONS = { as: "denied" } as const;
const LOOP = { key: "a.b", label: "L", itemFields: [{ key: "c", label: "C", dataType: "text" }] };
const REQUIRED_DATA_LAYOUT = {
  ...GREETING,
  manifest: {
    variables: [{ key: "customer.name", label: "Name", dataType: "text", required: true }],
    loops: [],
  },
};

const SUBMIT = {
  method: "POST",
  path: "/v1/embed/form-submit/{fillSession}",
  json: { data: {} },
  as: "fill",
} as const;
const FORMS = { path: "/v1/embed/renders", ...INTEGRATOR };
const FORM_RENDER = { path: `/v1/embed/renders/${ID}`, as: "fill" } as const;

const UNKNOWN_KEY = { ...NO_KEY, headers: { authorization: "Bearer svc_test_unknown" } };
const UNKNOWN_TOKEN = { ...NO_KEY, headers: { authorization: "Bearer a.b.c" } };
/** The failures of a request that needs the key of an integrator. */
const integratorKeyFailures = (request: Request) => ({
  missing_authorization: { ...request, ...NO_KEY },
  invalid_credentials: { ...request, ...UNKNOWN_KEY },
});
/** The failures of a request that needs the token of a session. */
const sessionTokenFailures = (request: Request) => ({
  missing_authorization: { ...request, ...NO_KEY },
  invalid_credentials: { ...request, ...UNKNOWN_TOKEN },
});
/** The failures of a request that needs either. */
const anyCredentialFailures = (request: Request) => ({
  missing_or_invalid_authorization: { ...request, ...NO_KEY },
});
/** The failures of a body. */
const bodyFailures = (request: Request, wrong: unknown = {}) => ({
  invalid_json: { ...request, body: "{" },
  invalid_request: { ...request, json: wrong },
  payload_too_large: { ...request, body: LARGE },
});
/** The failures of a form that the caller cannot fill in. */
const formFailures = (request: Request, path: string) => ({
  session_not_found: { ...request, path: `${path}/${ID}` },
  wrong_mode: { ...request, path: `${path}/{editSession}`, as: "edit" } as const,
  permission_denied: { ...request, path: `${path}/{deniedFillSession}`, as: "deniedFill" } as const,
  template_not_resolved: { ...request, path: `${path}/{lostFillSession}`, as: "lostFill" } as const,
});

const SEND = "/v1/embed/send";
const SEND_STATE = { path: `${SEND}/{sendSession}`, as: "send" } as const;
const SAVE_DRAFT = {
  method: "PUT",
  path: `${SEND}/{sendSession}/draft`,
  json: { request: { renderId: "{uploaded}" } },
  as: "send",
} as const;
const SEND_DRAFT = {
  method: "POST",
  path: `${SEND}/{sendSession}/send`,
  json: { draftId: "{sendDraft}" },
  as: "send",
} as const;
/** The failures of a request of a page that cannot send. */
const sendFailures = (request: Request, rest = "") => ({
  ...sessionTokenFailures(request),
  session_not_found: { ...request, path: `${SEND}/${ID}${rest}` },
  wrong_mode: { ...request, path: `${SEND}/{editSession}${rest}`, as: "edit" } as const,
  permission_denied: {
    ...request,
    path: `${SEND}/{deniedSendSession}${rest}`,
    as: "deniedSend",
  } as const,
  not_found: { ...request, path: `${SEND}/{lostSendSession}${rest}`, as: "lostSend" } as const,
});

/** Requests that cause each failure of embedding. */
export const EMBED_CASES: Record<string, Record<string, Request>> = {
  "embed.download": { ...integratorKeyFailures(DOWNLOAD), not_found: DOWNLOAD },
  "embedSessions.create": {
    ...integratorKeyFailures(SESSIONS),
    ...bodyFailures(SESSIONS),
    catalog_not_found: { ...SESSIONS, json: { ...SESSION_OWNER, catalogRef: { name: "unknown" } } },
    not_found: { ...SESSIONS, ...DELETED_RESOURCE },
  },
  "embedSessions.refresh": {
    ...integratorKeyFailures(REFRESH),
    ...bodyFailures(REFRESH),
    refresh_failed: REFRESH,
  },
  "embedSessions.end": { ...integratorKeyFailures(END), not_found: END },
  "embedSessions.current": sessionTokenFailures(SESSION),
  "embedCatalogs.create": { ...integratorKeyFailures(CATALOGS), ...bodyFailures(CATALOGS) },
  "embedCatalogs.list": integratorKeyFailures({ path: CATALOGS.path }),
  "builder.create": {
    ...anyCredentialFailures(BEGIN),
    ...bodyFailures(BEGIN),
    permission_denied: { ...BEGIN, ...NO_PERMISSIONS },
    template_not_found: { ...BEGIN, ...DELETED_RESOURCE },
  },
  "builder.list": integratorKeyFailures({ path: TEMPLATES }),
  "builder.get": {
    ...anyCredentialFailures({ path: DRAFT }),
    invalid_request: { path: `${DRAFT}?layout=newest`, ...INTEGRATOR },
    template_not_found: { path: UNKNOWN, ...INTEGRATOR },
  },
  "builder.save": {
    ...anyCredentialFailures(SAVE),
    ...bodyFailures(SAVE),
    template_not_found: { ...SAVE, path: UNKNOWN },
    permission_denied: { ...SAVE, ...NO_PERMISSIONS },
  },
  "builder.remove": {
    ...anyCredentialFailures(REMOVE),
    template_not_found: { ...REMOVE, path: UNKNOWN },
    permission_denied: { ...REMOVE, ...NO_PERMISSIONS },
  },
  "builder.publish": {
    ...anyCredentialFailures(PUBLISH),
    template_not_found: { ...PUBLISH, path: `${UNKNOWN}/publish` },
    permission_denied: { ...PUBLISH, ...NO_PERMISSIONS },
    invalid_request: { ...PUBLISH, path: `${TEMPLATES}/{undrawn}/publish` },
    invalid_loop_key: { ...PUBLISH, path: `${TEMPLATES}/{dotted}/publish` },
  },
  "builder.versions": {
    ...anyCredentialFailures({ path: `${DRAFT}/versions` }),
    template_not_found: { path: `${UNKNOWN}/versions`, ...INTEGRATOR },
  },
  "builder.rollback": {
    ...anyCredentialFailures(ROLLBACK),
    ...bodyFailures(ROLLBACK),
    template_not_found: { ...ROLLBACK, path: `${UNKNOWN}/rollback` },
    permission_denied: { ...ROLLBACK, ...NO_PERMISSIONS },
    version_not_found: ROLLBACK,
  },
  "builder.preview": {
    ...anyCredentialFailures(PREVIEW),
    ...bodyFailures(PREVIEW),
    permission_denied: { ...PREVIEW, ...NO_PERMISSIONS },
    invalid_loop_key: {
      ...PREVIEW,
      json: {
        layout: {
          ...REQUIRED_DATA_LAYOUT,
          manifest: { ...REQUIRED_DATA_LAYOUT.manifest, loops: [LOOP] },
        },
      },
    },
    invalid_input_data: { ...PREVIEW, json: { layout: REQUIRED_DATA_LAYOUT, data: {} } },
  },
  "forms.submit": {
    ...sessionTokenFailures(SUBMIT),
    ...formFailures(SUBMIT, "/v1/embed/form-submit"),
    ...bodyFailures(SUBMIT),
    invalid_input_data: SUBMIT,
  },
  "forms.preview": {
    ...sessionTokenFailures({ ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" }),
    ...formFailures(SUBMIT, "/v1/embed/form-preview"),
    ...bodyFailures({ ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" }),
    invalid_input_data: { ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" },
  },
  "forms.get": { ...sessionTokenFailures(FORM_RENDER), not_found: FORM_RENDER },
  "forms.list": {
    ...integratorKeyFailures(FORMS),
    invalid_request: { ...FORMS, path: `${FORMS.path}?limit=many` },
  },
  "embedSend.state": sendFailures(SEND_STATE),
  "embedSend.document": sendFailures(
    { ...SEND_STATE, path: `${SEND_STATE.path}/document` },
    "/document",
  ),
  "embedSend.save": {
    ...sendFailures(SAVE_DRAFT, "/draft"),
    ...bodyFailures(SAVE_DRAFT),
    conflict: { ...SAVE_DRAFT, json: { ...SAVE_DRAFT.json, draftId: "{sendDraft}", revision: 7 } },
  },
  "embedSend.send": {
    ...sendFailures(SEND_DRAFT, "/send"),
    ...bodyFailures(SEND_DRAFT),
    conflict: {
      ...SEND_DRAFT,
      path: `${SEND}/{queuedSendSession}/send`,
      json: { draftId: "{queuedSendDraft}" },
      as: "queuedSend",
    },
    document_too_large: {
      ...SEND_DRAFT,
      path: `${SEND}/{largeSendSession}/send`,
      json: { draftId: "{largeSendDraft}" },
      as: "largeSend",
    },
  },
  "embedPages.send": {},
  "embedKeys.list": {},
  "embedPages.builder": {},
  "embedPages.form": {},
  "embedPages.script": {},
};

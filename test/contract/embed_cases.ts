import { GREETING, SESSION_OWNER } from "../../packages/http/_testing/embedding.ts";
import { DELETED, ID, LARGE, NO_KEY, type Request } from "./contract_request.ts";

const PARTNER = { as: "partner" } as const;
const DOWNLOAD = { path: `/v1/embed/renders/${ID}/download` };
/** A new session. */
export const SESSIONS = {
  method: "POST",
  path: "/v1/embed/sessions",
  json: SESSION_OWNER,
  ...PARTNER,
};
const REFRESH = {
  ...SESSIONS,
  path: "/v1/embed/sessions/refresh",
  json: { renewToken: "12345678" },
};
const END = { method: "DELETE", path: `/v1/embed/sessions/${ID}`, ...PARTNER };
const SESSION = { path: "/v1/embed/session", as: "edit" } as const;
const CATALOGS = {
  method: "POST",
  path: "/v1/embed/catalogs",
  json: { name: "Catalog", catalog: { namespaces: [], loops: [] } },
  ...PARTNER,
};

const TEMPLATES = "/v1/embed/builder/templates";
const DRAFT = `${TEMPLATES}/{draft}`;
const UNKNOWN = `${TEMPLATES}/${ID}`;
/** A new template in the builder. */
export const BEGIN = {
  method: "POST",
  path: TEMPLATES,
  json: { documentTemplate: {} },
  ...PARTNER,
};
const SAVE = { ...BEGIN, method: "PUT", path: DRAFT };
const REMOVE = { method: "DELETE", path: DRAFT, ...PARTNER };
const PUBLISH = { method: "POST", path: `${DRAFT}/publish`, ...PARTNER };
const ROLLBACK = { ...PUBLISH, path: `${DRAFT}/rollback`, json: { versionNumber: 9 } };
const PREVIEW = {
  method: "POST",
  path: "/v1/embed/builder/preview",
  json: { layout: GREETING },
  ...PARTNER,
};
/** A session without permissions for its template. */
const DENIED = { as: "denied" } as const;
const LOOP = { key: "a.b", label: "L", itemFields: [{ key: "c", label: "C", dataType: "text" }] };
const NEEDY = {
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
const FORMS = { path: "/v1/embed/renders", ...PARTNER };
const FORM_RENDER = { path: `/v1/embed/renders/${ID}`, as: "fill" } as const;

const UNKNOWN_KEY = { ...NO_KEY, headers: { authorization: "Bearer svc_test_unknown" } };
const UNKNOWN_TOKEN = { ...NO_KEY, headers: { authorization: "Bearer a.b.c" } };
/** The failures of a request that needs the key of a tenant. */
const partnersAlone = (request: Request) => ({
  missing_authorization: { ...request, ...NO_KEY },
  invalid_credentials: { ...request, ...UNKNOWN_KEY },
});
/** The failures of a request that needs the token of a session. */
const sessionsAlone = (request: Request) => ({
  missing_authorization: { ...request, ...NO_KEY },
  invalid_credentials: { ...request, ...UNKNOWN_TOKEN },
});
/** The failures of a request that needs either. */
const either = (request: Request) => ({
  missing_or_invalid_authorization: { ...request, ...NO_KEY },
});
/** The failures of a body. */
const bodies = (request: Request, wrong: unknown = {}) => ({
  invalid_json: { ...request, body: "{" },
  invalid_request: { ...request, json: wrong },
  payload_too_large: { ...request, body: LARGE },
});
/** The failures of a form that the caller cannot fill in. */
const formsAlone = (request: Request, path: string) => ({
  session_not_found: { ...request, path: `${path}/${ID}` },
  wrong_mode: { ...request, path: `${path}/{editSession}`, as: "edit" } as const,
  permission_denied: { ...request, path: `${path}/{deniedFillSession}`, as: "deniedFill" } as const,
  template_not_resolved: { ...request, path: `${path}/{lostFillSession}`, as: "lostFill" } as const,
});

/** Requests that cause each failure of embedding. */
export const EMBED_CASES: Record<string, Record<string, Request>> = {
  "embed.download": { ...partnersAlone(DOWNLOAD), not_found: DOWNLOAD },
  "embedSessions.create": {
    ...partnersAlone(SESSIONS),
    ...bodies(SESSIONS),
    catalog_not_found: { ...SESSIONS, json: { ...SESSION_OWNER, catalogRef: { name: "unknown" } } },
    not_found: { ...SESSIONS, ...DELETED },
  },
  "embedSessions.refresh": {
    ...partnersAlone(REFRESH),
    ...bodies(REFRESH),
    refresh_failed: REFRESH,
  },
  "embedSessions.end": { ...partnersAlone(END), not_found: END },
  "embedSessions.current": sessionsAlone(SESSION),
  "embedCatalogs.create": { ...partnersAlone(CATALOGS), ...bodies(CATALOGS) },
  "embedCatalogs.list": partnersAlone({ path: CATALOGS.path }),
  "builder.create": {
    ...either(BEGIN),
    ...bodies(BEGIN),
    permission_denied: { ...BEGIN, ...DENIED },
    template_not_found: { ...BEGIN, ...DELETED },
  },
  "builder.list": partnersAlone({ path: TEMPLATES }),
  "builder.get": { ...either({ path: DRAFT }), template_not_found: { path: UNKNOWN, ...PARTNER } },
  "builder.save": {
    ...either(SAVE),
    ...bodies(SAVE),
    template_not_found: { ...SAVE, path: UNKNOWN },
    permission_denied: { ...SAVE, ...DENIED },
  },
  "builder.remove": {
    ...either(REMOVE),
    template_not_found: { ...REMOVE, path: UNKNOWN },
    permission_denied: { ...REMOVE, ...DENIED },
  },
  "builder.publish": {
    ...either(PUBLISH),
    template_not_found: { ...PUBLISH, path: `${UNKNOWN}/publish` },
    permission_denied: { ...PUBLISH, ...DENIED },
    invalid_request: { ...PUBLISH, path: `${TEMPLATES}/{undrawn}/publish` },
    invalid_loop_key: { ...PUBLISH, path: `${TEMPLATES}/{dotted}/publish` },
  },
  "builder.versions": {
    ...either({ path: `${DRAFT}/versions` }),
    template_not_found: { path: `${UNKNOWN}/versions`, ...PARTNER },
  },
  "builder.rollback": {
    ...either(ROLLBACK),
    ...bodies(ROLLBACK),
    template_not_found: { ...ROLLBACK, path: `${UNKNOWN}/rollback` },
    permission_denied: { ...ROLLBACK, ...DENIED },
    version_not_found: ROLLBACK,
  },
  "builder.preview": {
    ...either(PREVIEW),
    ...bodies(PREVIEW),
    permission_denied: { ...PREVIEW, ...DENIED },
    invalid_loop_key: {
      ...PREVIEW,
      json: { layout: { ...NEEDY, manifest: { ...NEEDY.manifest, loops: [LOOP] } } },
    },
    invalid_input_data: { ...PREVIEW, json: { layout: NEEDY, data: {} } },
  },
  "forms.submit": {
    ...sessionsAlone(SUBMIT),
    ...formsAlone(SUBMIT, "/v1/embed/form-submit"),
    ...bodies(SUBMIT),
    invalid_input_data: SUBMIT,
  },
  "forms.preview": {
    ...sessionsAlone({ ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" }),
    ...formsAlone(SUBMIT, "/v1/embed/form-preview"),
    ...bodies({ ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" }),
    invalid_input_data: { ...SUBMIT, path: "/v1/embed/form-preview/{fillSession}" },
  },
  "forms.get": { ...sessionsAlone(FORM_RENDER), not_found: FORM_RENDER },
  "forms.list": {
    ...partnersAlone(FORMS),
    invalid_request: { ...FORMS, path: `${FORMS.path}?limit=many` },
  },
  "embedKeys.list": {},
  "embedPages.builder": {},
  "embedPages.form": {},
  "embedPages.script": {},
};

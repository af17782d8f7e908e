/** A page that shows the text of each field. */
export const SEEN: Readonly<Record<string, string>> = {
  "POST /v1/projects name": "console: templates",
  "PATCH /v1/projects/{id} name": "console: templates",
  "PATCH /v1/projects/{id} branding.name": "share",
  "PATCH /v1/projects/{id} branding.footer": "share",
  "POST /v1/projects/{id}/keys name": "console: keys",
  "POST /v1/projects/{id}/templates/copy name": "console: templates",
  "POST /v1/members name": "console: members",
  "PATCH /v1/members/{id} name": "console: members",
  "POST /v1/templates name": "console: templates",
  "POST /v1/templates description": "console: templates/hostile",
  "POST /v1/templates manifest.variables[].label": "form",
  "POST /v1/templates manifest.variables[].description": "form",
  "POST /v1/templates manifest.variables[].previewData": "console: templates/hostile",
  "POST /v1/templates manifest.loops[].label": "form",
  "POST /v1/templates manifest.loops[].description": "form",
  "POST /v1/templates manifest.loops[].itemFields[].label": "builder: definition",
  "POST /v1/templates manifest.loops[].previewData": "console: templates/hostile",
  "PUT /v1/templates/{slug} name": "console: templates",
  "PUT /v1/templates/{slug} description": "console: templates/replaced",
  "PUT /v1/templates/{slug} manifest.variables[].label": "console: templates/replaced",
  "PUT /v1/templates/{slug} manifest.variables[].previewData": "console: templates/replaced",
  "PUT /v1/templates/{slug} manifest.loops[].label": "console: templates/replaced",
  "PUT /v1/templates/{slug} manifest.loops[].itemFields[].label": "console: templates/replaced",
  "PUT /v1/templates/{slug} manifest.loops[].previewData": "console: templates/replaced",
  "PUT /v1/templates/{slug} layout": "sign: fields of a layout",
  "PUT /v1/templates/{slug} einvoice.map.*.value": "builder: invoice",
  "POST /v1/templates/{slug}/render data": "console: renders/:id",
  "POST /v1/templates/{slug}/render options.filename": "console: renders",
  "POST /v1/documents name": "console: renders",
  "POST /v1/renders/batch items[].data": "console: renders/:id",
  "POST /v1/renders/batch items[].filename": "console: renders",
  "POST /v1/renders/{id}/shares message": "share",
  "POST /v1/renders/{id}/email recipientName": "email",
  "POST /v1/renders/{id}/email message": "email",
  "POST /v1/webhooks url": "console: webhooks",
  "POST /v1/webhooks description": "console: webhooks",
  "PATCH /v1/webhooks/{id} url": "console: webhooks/:id",
  "PATCH /v1/webhooks/{id} description": "console: webhooks/:id",
  "POST /v1/hooks/{token} ": "console: renders/:id",
  "POST /v1/signatures name": "sign: form",
  "POST /v1/signatures message": "sign: form",
  "POST /v1/signatures recipients[].firstName": "sign: form",
  "POST /v1/signatures recipients[].lastName": "sign: form",
  "POST /v1/signatures fields[].label": "sign: form",
  "POST /v1/signatures fields[].placeholder": "sign: form",
  "POST /v1/signatures fields[].value": "sign: form",
  "POST /v1/signatures fields[].options[]": "sign: form",
  "POST /v1/signatures redirectUrl": "sign: done",
  "POST /v1/signatures/{id}/cancel reason": "console: signatures/:id",
  "PATCH /v1/signatures/{id}/recipients/{recipientId} firstName": "console: signatures/:id",
  "PATCH /v1/signatures/{id}/recipients/{recipientId} lastName": "console: signatures/:id",
  "PATCH /v1/signatures/{id}/recipients/{recipientId} reason": "console: signatures/:id",
  "POST /v1/signatures/{id}/recipients/{recipientId}/signing-url host.name":
    "sign: in person, one signer",
  "POST /v1/signatures/{id}/in-person host.name": "sign: in person",
  "POST /v1/signature-drafts request": "console: send",
  "PATCH /v1/signature-drafts/{id} request": "console: send",
  "POST /v1/signatures/bulk rows[].filename": "console: renders",
  "POST /v1/signatures/bulk rows[].recipients[].firstName": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk rows[].recipients[].lastName": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk rows[].name": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk name": "console: signatures",
  "POST /v1/signatures/bulk message": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk redirectUrl": "sign: done after a bulk request",
  "POST /v1/signatures/bulk fields[].label": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk fields[].placeholder": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk fields[].value": "sign: fields of a bulk request",
  "POST /v1/signatures/bulk fields[].options[]": "sign: fields of a bulk request",
  "POST /sign/{token}/fonts characters": "sign: form",
  "POST /sign/{token}/finish signature.text": "sign: form",
  "POST /sign/{token}/finish initials.text": "sign: form",
  "POST /sign/{token}/finish values.*": "sign: form",
  "POST /sign/{token}/decline reason": "console: signatures/:id",
  "POST /sign/{token}/delegate firstName": "email",
  "POST /sign/{token}/delegate lastName": "email",
  "POST /sign/{token}/delegate reason": "console: signatures/:id",
  "POST /v1/embed/builder/templates documentTemplate.name": "builder",
  "POST /v1/embed/builder/templates documentTemplate.layout": "builder",
  "PUT /v1/embed/builder/templates/{id} documentTemplate.name": "builder",
  "PUT /v1/embed/builder/templates/{id} documentTemplate.layout": "builder",
  "POST /v1/embed/sessions variableCatalog.namespaces[].label": "builder: data",
  "POST /v1/embed/sessions variableCatalog.namespaces[].variables[].label": "builder: data",
  "POST /v1/embed/sessions variableCatalog.namespaces[].variables[].previewData":
    "builder: sample data",
  "POST /v1/embed/sessions variableCatalog.loops[].label": "builder: data",
  "POST /v1/embed/sessions variableCatalog.loops[].itemFields[].label": "builder: placed",
  "POST /v1/embed/sessions variableCatalog.loops[].previewData": "builder: sample data",
  "POST /v1/embed/sessions appearance.title": "form",
  "POST /v1/embed/sessions form.prefill": "form",
  "POST /v1/embed/sessions form.redirectUrl": "form: result",
  "POST /v1/embed/catalogs catalog.namespaces[].label": "builder: data",
  "POST /v1/embed/catalogs catalog.namespaces[].variables[].label": "builder: data",
  "POST /v1/embed/catalogs catalog.namespaces[].variables[].previewData": "builder: sample data",
  "POST /v1/embed/catalogs catalog.loops[].label": "builder: data",
  "POST /v1/embed/catalogs catalog.loops[].itemFields[].label": "builder: placed",
  "POST /v1/embed/catalogs catalog.loops[].previewData": "builder: sample data",
  "PUT /v1/embed/send/{sessionId}/draft request": "send",
  "POST /v1/embed/form-submit/{sessionId} data": "console: renders/:id",
  "header user-agent": "console: shares/:id/:id",
};

const SECRET = "It is compared, and never returned";
const API_ONLY = "Only the API returns it, as JSON";
const QUERY = "It filters or pages a list, and is not stored";
const IN_PDF = "It is only drawn into a PDF";
const PRINT = "It only decides how values print";
const LIKE_POST = "It is read and stored as the one of POST /v1/templates";

/** Why no page shows the text of a field that accepts any text. */
export const UNSEEN: Readonly<Record<string, string>> = {
  "header idempotency-key": SECRET,
  "POST /v1/templates layout": LIKE_POST,
  "POST /v1/templates manifest.variables[].format": PRINT,
  "POST /v1/templates manifest.loops[].itemFields[].format": PRINT,
  "PUT /v1/templates/{slug} manifest.variables[].format": PRINT,
  "PUT /v1/templates/{slug} manifest.loops[].itemFields[].format": PRINT,
  "POST /v1/templates einvoice.map.*.value": LIKE_POST,
  "PUT /v1/templates/{slug} manifest.variables[].description": LIKE_POST,
  "PUT /v1/templates/{slug} manifest.loops[].description": LIKE_POST,
  "POST /v1/templates/{slug}/render jobId": SECRET,
  "POST /v1/templates/{slug}/render options.encrypt.userPassword": SECRET,
  "POST /v1/templates/{slug}/render options.encrypt.ownerPassword": SECRET,
  "POST /v1/renders/{id}/events metadata": API_ONLY,
  "POST /v1/signatures recipients[].authentication.code": SECRET,
  "POST /v1/signatures anchorTags[].anchorString": "It is only searched for in the document",
  "POST /v1/signatures/{id}/recipients/{recipientId}/signing-url returnUrl":
    "The page only opens it, after signing",
  "POST /v1/signatures/{id}/in-person returnUrl": "The page only opens it, after signing",
  "POST /v1/signature-drafts/{id}/send accessCodes[].code": SECRET,
  "POST /v1/signatures/bulk rows[].recipients[].authentication.code": SECRET,
  "POST /v1/signatures/bulk anchorTags[].anchorString": "It is only searched for in the document",
  "POST /v1/embed/builder/templates documentTemplate.presetKey": API_ONLY,
  "PUT /v1/embed/builder/templates/{id} documentTemplate.presetKey": API_ONLY,
  "POST /v1/embed/builder/preview layout": IN_PDF,
  "POST /v1/embed/builder/preview data": IN_PDF,
  "POST /v1/embed/builder/preview name": IN_PDF,
  "POST /v1/embed/form-preview/{sessionId} data": IN_PDF,
  "POST /v1/embed/send/{sessionId}/send accessCodes[].code": SECRET,
  "POST /v1/embed/sessions scope.templateExternalId": "It is compared with ids of templates",
  "POST /v1/embed/sessions tenant.externalId": API_ONLY,
  "POST /v1/embed/sessions tenant.displayName": API_ONLY,
  "POST /v1/embed/sessions actor.externalId": API_ONLY,
  "POST /v1/embed/sessions actor.displayName": API_ONLY,
  "POST /v1/embed/sessions variableCatalog.namespaces[].variables[].description": API_ONLY,
  "POST /v1/embed/sessions variableCatalog.loops[].description": API_ONLY,
  "POST /v1/embed/sessions callbacks.closeUrl": "The page only opens it, when it is closed",
  "POST /v1/embed/catalogs name": API_ONLY,
  "POST /v1/embed/sessions variableCatalog.namespaces[].variables[].format": PRINT,
  "POST /v1/embed/sessions variableCatalog.loops[].itemFields[].format": PRINT,
  "POST /v1/embed/catalogs catalog.namespaces[].variables[].format": PRINT,
  "POST /v1/embed/catalogs catalog.loops[].itemFields[].format": PRINT,
  "POST /v1/embed/catalogs catalog.namespaces[].variables[].description": API_ONLY,
  "POST /v1/embed/catalogs catalog.loops[].description": API_ONLY,
  "POST /v1/admin/provision externalOrgId": API_ONLY,
  "POST /v1/admin/provision name": "It is the name of a project, as in POST /v1/projects",
  "PATCH /v1/admin/provision name": "It is the name of a project, as in PATCH /v1/projects/{id}",
  "POST /sign/{token}/finish timeZone": "Only names of time zones are stored",
  "?after": QUERY,
  "?action": QUERY,
  "?tenant": QUERY,
  "?download": "Its value is ignored",
  "?download[]": "Its value is ignored",
  "?session": "The page of a session that does not exist repeats nothing of it",
  "?session[]": "The page of a session that does not exist repeats nothing of it",
  path: "Pages of unknown addresses repeat nothing of them",
  "file name": "Uploads are read without their names",
};

/** A request with a hostile text, and whose credential it has. */
export interface Refusal {
  readonly as?: "account" | "admin" | "embed" | "anyone";
  readonly method?: string;
  readonly path: string;
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a refusal needs of the server. */
interface Existing {
  readonly project: string;
  readonly document: string;
  readonly template: string;
  readonly signingToken: string;
  readonly gatedToken: string;
}

const SCRIPT_URL = "javascript:hasRun()";
const svg = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${content}</svg>`)}`;

const variable = { key: "a", label: "A", dataType: "text" };
const publish = (method: string, path: string, text: string): Refusal => ({
  method,
  path,
  json: {
    name: "A",
    manifest: { variables: [variable], loops: [] },
    einvoice: { profile: "en16931", map: { "BT-1": text } },
  },
});
const session = (more: object): Refusal => ({
  as: "embed",
  path: "/v1/embed/sessions",
  json: {
    tenant: { externalId: "a" },
    actor: { externalId: "a" },
    scope: { mode: "create" },
    ...more,
  },
});
const signature = (renderId: string, more: object, recipient: object = {}): Refusal => ({
  path: "/v1/signatures",
  json: {
    renderId,
    recipients: [{ firstName: "Ada", email: "ada@example.com", ...recipient }],
    fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 }],
    ...more,
  },
});
const bulk = (more: object, recipient: object = {}): Refusal => ({
  path: "/v1/signatures/bulk",
  json: {
    template: "contract",
    rows: [
      { data: {}, recipients: [{ firstName: "Ada", email: "ada@example.com", ...recipient }] },
    ],
    fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 }],
    ...more,
  },
});
const provision = (method: string, more: object): Refusal => ({
  as: "admin",
  method,
  path: "/v1/admin/provision",
  json: { externalOrgId: "refused", ...more },
});

/** The fields whose hostile texts the API refuses, and requests that show it. */
export const REFUSED: Readonly<
  Record<string, (existing: Existing, text: string) => ReadonlyArray<Refusal>>
> = {
  "PATCH /v1/projects/{id} branding.logo": ({ project }, text) =>
    [
      text,
      SCRIPT_URL,
      "data:text/html,<script>hasRun()</script>",
      svg("<script>hasRun()</script>"),
      svg('<path d="M0 0h8v4H0z" onclick="hasRun()"/>'),
      svg('<a href="javascript:hasRun()"><path d="M0 0h8v4H0z"/></a>'),
      svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>a</p></foreignObject>"),
    ].map((logo) => ({
      as: "account",
      method: "PATCH",
      path: `/v1/projects/${project}`,
      json: { branding: { logo } },
    })),
  "POST /v1/projects/{id}/templates/copy sourceProjectSlug": ({ project }, text) => [
    {
      as: "account",
      path: `/v1/projects/${project}/templates/copy`,
      json: { sourceProjectSlug: text, sourceTemplateSlug: "hostile" },
    },
  ],
  "POST /v1/projects/{id}/templates/copy sourceTemplateSlug": ({ project }, text) => [
    {
      as: "account",
      path: `/v1/projects/${project}/templates/copy`,
      json: { sourceProjectId: project, sourceTemplateSlug: text },
    },
  ],
  "POST /v1/templates einvoice.map.*": (_, text) => [publish("POST", "/v1/templates", text)],
  "PUT /v1/templates/{slug} einvoice.map.*": (_, text) => [
    publish("PUT", "/v1/templates/refused", text),
  ],
  "?width": ({ document }, text) => [
    {
      method: "GET",
      path: `/v1/renders/${document}/pages/1.png?width=${encodeURIComponent(text)}`,
    },
  ],
  "?cursor": (_, text) => [
    { method: "GET", path: `/v1/renders?cursor=${encodeURIComponent(text)}` },
  ],
  "header x-service-signature": (_, text) => [
    { as: "anyone", path: "/v1/hooks/none", headers: { "x-service-signature": text }, json: {} },
  ],
  "POST /v1/fonts name": (_, text) => [{ path: "/v1/fonts", json: { name: text, data: "AAAA" } }],
  "POST /v1/fonts data": (_, text) => [{ path: "/v1/fonts", json: { name: "A", data: text } }],
  "POST /v1/documents data": (_, text) => [
    { path: "/v1/documents", json: { name: "a.pdf", data: text } },
  ],
  "POST /v1/webhooks url javascript": () => [{ path: "/v1/webhooks", json: { url: SCRIPT_URL } }],
  "POST /v1/signatures recipients[].role": ({ document }, text) => [
    signature(document, {}, { role: text }),
  ],
  "POST /v1/signatures recipients[].language": ({ document }, text) => [
    signature(document, {}, { language: text }),
  ],
  "POST /v1/signatures language": ({ document }, text) => [signature(document, { language: text })],
  "POST /v1/signatures redirectUrl javascript": ({ document }) => [
    signature(document, { redirectUrl: SCRIPT_URL }),
  ],
  "POST /v1/signatures/bulk rows[].data": (_, text) => [
    { path: "/v1/signatures/bulk", json: { template: "contract", rows: [{ data: text }] } },
  ],
  "POST /v1/signatures/bulk rows[].recipients[].role": (_, text) => [bulk({}, { role: text })],
  "POST /v1/signatures/bulk rows[].recipients[].language": (_, text) => [
    bulk({}, { language: text }),
  ],
  "POST /v1/signatures/bulk language": (_, text) => [bulk({ language: text })],
  "POST /v1/signatures/bulk redirectUrl javascript": () => [bulk({ redirectUrl: SCRIPT_URL })],
  "POST /v1/hooks/signatures/{provider} ": (_, text) => [
    { as: "anyone", path: "/v1/hooks/signatures/documenso", json: { event: text } },
  ],
  "POST /v1/hooks/mail/bounce ": (_, text) => [
    { as: "anyone", path: "/v1/hooks/mail/bounce", json: { email: text } },
  ],
  "POST /sign/{token}/verify code": ({ gatedToken }, text) => [
    { as: "anyone", path: `/sign/${gatedToken}/verify`, json: { code: text } },
  ],
  "POST /sign/{token}/hand-on recipientId": ({ signingToken }, text) => [
    { as: "anyone", path: `/sign/${signingToken}/hand-on`, json: { recipientId: text } },
  ],
  "POST /v1/embed/sessions/refresh renewToken": (_, text) => [
    { as: "embed", path: "/v1/embed/sessions/refresh", json: { renewToken: text } },
  ],
  "POST /v1/embed/sessions catalogRef.name": (_, text) => [session({ catalogRef: { name: text } })],
  "POST /v1/embed/sessions callbacks.closeUrl javascript": () => [
    session({ callbacks: { closeUrl: SCRIPT_URL } }),
  ],
  "POST /v1/embed/sessions form.redirectUrl javascript": ({ template }) => [
    session({
      scope: { mode: "fill", templateExternalId: template },
      form: { redirectUrl: SCRIPT_URL },
    }),
  ],
  "POST /v1/admin/provision emailFrom": (_, text) => [provision("POST", { emailFrom: text })],
  "POST /v1/admin/provision allowedOrigins[]": (_, text) => [
    provision("POST", { allowedOrigins: [text] }),
  ],
  "PATCH /v1/admin/provision externalOrgId": (_, text) => [
    provision("PATCH", { externalOrgId: text }),
  ],
  "PATCH /v1/admin/provision emailFrom": (_, text) => [provision("PATCH", { emailFrom: text })],
  "PATCH /v1/admin/provision allowedOrigins[]": (_, text) => [
    provision("PATCH", { allowedOrigins: [text] }),
  ],
};

import { INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import { ID, NO_KEY, type Request } from "./contract_request.ts";

/** A render that needs a password to open. */
export const LOCKED_RENDER = {
  method: "POST",
  path: "/v1/templates/known/render",
  json: { data: INVOICE_DATA, options: { encrypt: { userPassword: "hunter22" } } },
};
/** A template whose sample data has a character without a glyph. */
export const UNRENDERABLE = {
  method: "PUT",
  path: "/v1/templates/unrenderable",
  json: {
    name: "Unrenderable",
    layout: {
      basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
      schemas: [
        [{ name: "name", type: "text", position: { x: 20, y: 20 }, width: 100, height: 10 }],
      ],
      missingGlyph: "fail",
    },
    manifest: {
      variables: [{ key: "name", label: "Name", dataType: "text", previewData: "\u{12000}" }],
      loops: [],
    },
  },
};

/** Requests that cause the failures of reading templates and renders, by endpoint and code. */
export const DOCUMENT_CASES: Record<string, Record<string, Request>> = {
  "templates.get": {
    unauthorized: { path: "/v1/templates/known", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown" },
  },
  "templates.remove": {
    unauthorized: { method: "DELETE", path: "/v1/templates/known", ...NO_KEY },
    template_not_found: { method: "DELETE", path: "/v1/templates/unknown" },
  },
  "templates.versions": {
    unauthorized: { path: "/v1/templates/known/versions", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/versions" },
  },
  "templates.version": {
    unauthorized: { path: "/v1/templates/known/versions/1", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/versions/1" },
    version_not_found: { path: "/v1/templates/known/versions/9" },
  },
  "templates.pageImage": {
    unauthorized: { path: "/v1/templates/known/versions/1/pages/1.png", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/versions/1/pages/1.png" },
    version_not_found: { path: "/v1/templates/unpublished/versions/1/pages/1.png" },
    not_found: { path: "/v1/templates/known/versions/1/pages/9.png" },
    invalid_request: { path: "/v1/templates/known/versions/1/pages/1.png?width=2001" },
    conflict: { path: "/v1/templates/unrenderable/versions/1/pages/1.png" },
  },
  "templates.sampleData": {
    unauthorized: { path: "/v1/templates/known/sample-data", ...NO_KEY },
    template_not_found: { path: "/v1/templates/unknown/sample-data" },
    no_published_version: { path: "/v1/templates/unpublished/sample-data" },
  },
  "renders.list": {
    unauthorized: { path: "/v1/renders", ...NO_KEY },
    invalid_request: { path: "/v1/renders?limit=many" },
  },
  "renders.get": {
    unauthorized: { path: `/v1/renders/${ID}`, ...NO_KEY },
    not_found: { path: `/v1/renders/${ID}` },
  },
  "renders.data": {
    unauthorized: { path: `/v1/renders/${ID}/data`, ...NO_KEY },
    not_found: { path: `/v1/renders/${ID}/data` },
    conflict: { path: "/v1/renders/{locked}/data" },
  },
  "renders.download": {
    unauthorized: { path: `/v1/renders/${ID}/download`, ...NO_KEY },
    not_found: { path: "/v1/renders/{queued}/download" },
  },
  "renders.pageImage": {
    unauthorized: { path: `/v1/renders/${ID}/pages/1.png`, ...NO_KEY },
    not_found: { path: "/v1/renders/{queued}/pages/1.png" },
    invalid_request: { path: "/v1/renders/{render}/pages/1.png?width=2001" },
    // The stored document is not a PDF.
    conflict: { path: "/v1/renders/{render}/pages/1.png" },
  },
  "renders.invoice": {
    unauthorized: { path: `/v1/renders/${ID}/invoice.xml`, ...NO_KEY },
    // The template has no electronic invoice.
    not_found: { path: "/v1/renders/{render}/invoice.xml" },
    invalid_request: { path: "/v1/renders/{render}/invoice.xml?syntax=edifact" },
  },
};

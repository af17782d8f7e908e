import type { Caller, ScaleServer } from "./place.ts";

/** A request to a server, repeated. */
export interface RequestSpec {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  readonly as?: Caller;
}

const get = (path: string, as?: Caller): RequestSpec => ({
  method: "GET",
  path,
  ...(as === undefined ? {} : { as }),
});
const post = (path: string, json: unknown, as?: Caller): RequestSpec => ({
  ...get(path, as),
  method: "POST",
  json,
});

let count = 0;

/** The measured requests: all that read or write tables with possibly millions of rows. */
export const REQUESTS: Readonly<Record<string, (place: ScaleServer) => RequestSpec>> = {
  "renders: the newest": () => get("/v1/renders?limit=100"),
  "renders: from the middle on": ({ middle }) => get(`/v1/renders?limit=100&cursor=${middle}`),
  "renders: failed ones": () => get("/v1/renders?limit=100&status=failed"),
  "renders: waiting ones": () => get("/v1/renders?limit=100&status=queued"),
  "renders: of a template": () => get("/v1/renders?limit=100&template=letter"),
  "renders: of a rare template": () => get("/v1/renders?limit=100&template=badge"),
  "renders: failed ones of a template": () =>
    get("/v1/renders?limit=100&status=failed&template=letter"),
  "renders: waiting ones of a template": () =>
    get("/v1/renders?limit=100&status=queued&template=contract"),
  "renders: of no template": () => get("/v1/renders?limit=100&template=unknown"),
  "renders: poll one": ({ renderId }) => get(`/v1/renders/${renderId}`),
  "renders: unknown": () => get("/v1/renders/01a20117-18ce-712a-a713-caef566576e3"),
  "renders: submit": () => post("/v1/templates/letter/render", { data: { name: "Ada" } }),
  "renders: submit and wait": () =>
    post("/v1/templates/letter/render", { data: { name: "Ada" }, options: { sync: true } }),
  "renders: submit again": () =>
    post("/v1/templates/letter/render", { data: { name: "Ada" }, jobId: "the same" }),
  "renders: engagement": ({ renderId }) => get(`/v1/renders/${renderId}/engagement`),
  "renders: record an event": ({ renderId }) =>
    post(`/v1/renders/${renderId}/events`, { eventType: "downloaded" }),
  "renders: send by mail": ({ renderId }) =>
    post(`/v1/renders/${renderId}/email`, { to: `a${count++}@example.com` }),
  "files: download": ({ file }) => get(file, "anonymous"),
  "shares: list": ({ renderId }) => get(`/v1/renders/${renderId}/shares`),
  "shares: create": ({ renderId }) => post(`/v1/renders/${renderId}/shares`, {}),
  "share page": ({ shareToken }) => get(`/share/${shareToken}`, "anonymous"),
  "share page: document": ({ shareToken }) => get(`/share/${shareToken}/document.pdf`, "anonymous"),
  "share page: an event": ({ shareToken }) =>
    post(`/share/${shareToken}/events`, { eventType: "printed" }, "anonymous"),
  "events: from the oldest": () => get("/v1/events?limit=100"),
  "events: behind one in the middle": ({ middleEvent }) =>
    get(`/v1/events?limit=100&after=${middleEvent}`),
  "events: from a moment in the middle": ({ middle }) =>
    get(`/v1/events?limit=100&after=${middle}`),
  "events: of the last seconds": () =>
    get(`/v1/events?limit=100&after=${new Date(Date.now() - 5000).toISOString()}`),
  "signatures: list": () => get("/v1/signatures?limit=100"),
  "signatures: of a render": ({ renderId }) => get(`/v1/signatures?renderId=${renderId}`),
  "signatures: poll one": ({ signatureId }) => get(`/v1/signatures/${signatureId}`),
  "webhooks: deliveries": ({ webhookId }) => get(`/v1/webhooks/${webhookId}/deliveries?limit=100`),
  "webhooks: deliveries from the middle on": ({ webhookId, middle }) =>
    get(`/v1/webhooks/${webhookId}/deliveries?limit=100&cursor=${middle}`),
  "embed: forms": () => get("/v1/embed/renders?limit=100"),
  "embed: forms of a tenant": () => get("/v1/embed/renders?limit=50&tenant=tenant-10"),
  "embed: failed forms": () => get("/v1/embed/renders?limit=10&status=failed"),
  "templates: list": () => get("/v1/templates"),
  "templates: one": () => get("/v1/templates/letter"),
  "projects: list": () => get("/v1/projects", "account"),
  "projects: keys": ({ projectId }) => get(`/v1/projects/${projectId}/keys`, "account"),
  ready: () => get("/readyz", "anonymous"),
};

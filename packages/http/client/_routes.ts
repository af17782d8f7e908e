import type { EndpointName, GroupName } from "./_contract.ts";

/** The method and path of an endpoint. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for each parameter. */
  readonly path: string;
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey: boolean;
  /** Whether the response is a file. */
  readonly isDocument: boolean;
}

const DEFAULTS = { takesKey: false, isDocument: false };
const get = (path: string): Route => ({ method: "GET", path, ...DEFAULTS });
const document = (path: string): Route => ({ ...get(path), isDocument: true });
const post = (path: string): Route => ({ method: "POST", path, ...DEFAULTS });
const postWithKey = (path: string): Route => ({ ...post(path), takesKey: true });
const postForDocument = (path: string): Route => ({ ...post(path), isDocument: true });
const put = (path: string): Route => ({ method: "PUT", path, ...DEFAULTS });
const patch = (path: string): Route => ({ method: "PATCH", path, ...DEFAULTS });
const remove = (path: string): Route => ({ method: "DELETE", path, ...DEFAULTS });

const BUILDER = "/v1/embed/builder/templates";

/**
 * The endpoints for integrators, accounts and operators. The list repeats the contract, so that the
 * client does not bundle the server's schemas. A test compares the two.
 */
export const ROUTES = {
  templates: {
    list: get("/v1/templates"),
    create: postWithKey("/v1/templates"),
    publish: { ...put("/v1/templates/:slug"), takesKey: true },
    get: get("/v1/templates/:slug"),
    remove: remove("/v1/templates/:slug"),
    versions: get("/v1/templates/:slug/versions"),
    version: get("/v1/templates/:slug/versions/:versionNumber"),
    pageImage: document("/v1/templates/:slug/versions/:versionNumber/pages/:page.png"),
    sampleData: get("/v1/templates/:slug/sample-data"),
  },
  members: {
    list: get("/v1/members"),
    invite: postWithKey("/v1/members"),
    update: patch("/v1/members/:id"),
    remove: remove("/v1/members/:id"),
    resend: post("/v1/members/:id/invitation"),
  },
  fonts: {
    add: postWithKey("/v1/fonts"),
    list: get("/v1/fonts"),
    remove: remove("/v1/fonts/:name"),
  },
  renders: {
    submit: postWithKey("/v1/templates/:slug/render"),
    upload: postWithKey("/v1/documents"),
    list: get("/v1/renders"),
    get: get("/v1/renders/:id"),
    data: get("/v1/renders/:id/data"),
    download: document("/v1/renders/:id/download"),
    pageImage: document("/v1/renders/:id/pages/:page.png"),
    invoice: document("/v1/renders/:id/invoice.xml"),
    createDownloadUrl: post("/v1/renders/:id/download-url"),
    remove: remove("/v1/renders/:id"),
  },
  renderBatches: {
    submit: postWithKey("/v1/renders/batch"),
    list: get("/v1/renders/batches"),
    get: get("/v1/renders/batches/:id"),
    result: document("/v1/renders/batches/:id/result"),
  },
  shares: {
    create: postWithKey("/v1/renders/:id/shares"),
    list: get("/v1/renders/:id/shares"),
    listOfProject: get("/v1/shares"),
    events: get("/v1/shares/:shareId/events"),
    revoke: remove("/v1/renders/:id/shares/:shareId"),
    email: postWithKey("/v1/renders/:id/email"),
  },
  engagement: {
    record: postWithKey("/v1/renders/:id/events"),
    summary: get("/v1/renders/:id/engagement"),
  },
  usage: { report: get("/v1/usage"), csv: document("/v1/usage.csv") },
  erasures: { create: post("/v1/erasures") },
  audit: { list: get("/v1/audit") },
  signatureBulks: {
    create: postWithKey("/v1/signatures/bulk"),
    list: get("/v1/signatures/bulk"),
    get: get("/v1/signatures/bulk/:id"),
    rows: get("/v1/signatures/bulk/:id/rows"),
    result: document("/v1/signatures/bulk/:id/result"),
  },
  signatures: {
    create: postWithKey("/v1/signatures"),
    list: get("/v1/signatures"),
    get: get("/v1/signatures/:id"),
    cancel: post("/v1/signatures/:id/cancel"),
    update: patch("/v1/signatures/:id"),
    remind: post("/v1/signatures/:id/remind"),
    updateRecipient: patch("/v1/signatures/:id/recipients/:recipientId"),
    resend: post("/v1/signatures/:id/recipients/:recipientId/resend"),
    download: document("/v1/signatures/:id/download"),
    audit: get("/v1/signatures/:id/audit"),
    signingUrl: post("/v1/signatures/:id/recipients/:recipientId/signing-url"),
    inPerson: post("/v1/signatures/:id/in-person"),
    certificate: document("/v1/signatures/:id/certificate"),
  },
  signatureDrafts: {
    create: postWithKey("/v1/signature-drafts"),
    list: get("/v1/signature-drafts"),
    get: get("/v1/signature-drafts/:id"),
    update: patch("/v1/signature-drafts/:id"),
    remove: remove("/v1/signature-drafts/:id"),
    send: post("/v1/signature-drafts/:id/send"),
  },
  webhooks: {
    create: postWithKey("/v1/webhooks"),
    list: get("/v1/webhooks"),
    get: get("/v1/webhooks/:id"),
    update: patch("/v1/webhooks/:id"),
    remove: remove("/v1/webhooks/:id"),
    test: postWithKey("/v1/webhooks/:id/test"),
    rotate: postWithKey("/v1/webhooks/:id/rotate"),
    deliveries: get("/v1/webhooks/:id/deliveries"),
    replay: postWithKey("/v1/webhooks/:id/deliveries/:deliveryId/replay"),
    events: get("/v1/events"),
  },
  hooks: {
    mint: postWithKey("/v1/templates/:slug/hook"),
    get: get("/v1/templates/:slug/hook"),
    update: patch("/v1/templates/:slug/hook"),
    remove: remove("/v1/templates/:slug/hook"),
  },
  inbound: { receive: postWithKey("/v1/hooks/:token") },
  projects: {
    list: get("/v1/projects"),
    create: postWithKey("/v1/projects"),
    get: get("/v1/projects/:id"),
    update: patch("/v1/projects/:id"),
    remove: remove("/v1/projects/:id"),
    listKeys: get("/v1/projects/:id/keys"),
    mintKey: postWithKey("/v1/projects/:id/keys"),
    revokeKey: remove("/v1/projects/:id/keys/:keyId"),
    copyTemplate: postWithKey("/v1/projects/:id/templates/copy"),
  },
  embed: { download: document("/v1/embed/renders/:id/download") },
  builder: {
    create: postWithKey(BUILDER),
    list: get(BUILDER),
    get: get(`${BUILDER}/:id`),
    save: put(`${BUILDER}/:id`),
    remove: remove(`${BUILDER}/:id`),
    publish: postWithKey(`${BUILDER}/:id/publish`),
    versions: get(`${BUILDER}/:id/versions`),
    rollback: postWithKey(`${BUILDER}/:id/rollback`),
    preview: postForDocument("/v1/embed/builder/preview"),
  },
  forms: { list: get("/v1/embed/renders") },
  embedSessions: {
    create: postWithKey("/v1/embed/sessions"),
    refresh: postWithKey("/v1/embed/sessions/refresh"),
    end: remove("/v1/embed/sessions/:id"),
  },
  embedCatalogs: { create: postWithKey("/v1/embed/catalogs"), list: get("/v1/embed/catalogs") },
  admin: {
    provision: postWithKey("/v1/admin/provision"),
    change: patch("/v1/admin/provision"),
    system: get("/v1/admin/system"),
  },
} as const satisfies {
  readonly [G in GroupName]?: { readonly [E in EndpointName<G>]?: Route };
};
type Routes = typeof ROUTES;

/** The groups of endpoints that the client calls. */
export type CalledGroup = keyof Routes;

/** The endpoints of a group that the client calls. */
export type CalledEndpoint<G extends CalledGroup> = Extract<keyof Routes[G], EndpointName<G>>;

export function routeOf<G extends CalledGroup>(group: G, endpoint: CalledEndpoint<G>): Route {
  const routes: Readonly<Record<string, Route>> = ROUTES[group];
  const route = routes[endpoint];
  if (route === undefined) throw new Error(`No such route: ${group}.${endpoint}`);
  return route;
}

/** Patterns of the methods and paths that accept an `Idempotency-Key`. */
const KEYED_ROUTES = Object.values(ROUTES)
  .flatMap((routes): ReadonlyArray<Route> => Object.values(routes))
  .filter(({ takesKey }) => takesKey)
  .map(({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`));

/** Whether a request accepts an `Idempotency-Key`. */
export function takesKey({
  method,
  url,
}: {
  readonly method: string;
  readonly url: string;
}): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return KEYED_ROUTES.some((pattern) => pattern.test(`${method} ${path}`));
}

/** Where Paraph is, and what opens it. Neither ever reaches a browser. */
export interface ParaphAccess {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A project key whose project has embed enabled. */
  readonly key: string;
}

/** A session as Paraph answers it. */
export interface Session {
  readonly session_id: string;
  readonly iframe_url: string;
  readonly expires_at: string;
  readonly renew_token: string;
}

/** A template as Paraph lists it. */
export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
}

/** Makes a project for this app, or finds it again with a new key; the admin key is needed for nothing else. */
export async function provision(url: string, adminKey: string, origin: string): Promise<string> {
  const { apiKey } = await post<{ readonly apiKey: string }>(
    { url, key: adminKey },
    "/v1/admin/provision",
    {
      externalOrgId: "example-partner",
      name: "Example partner",
      allowedOrigins: [origin],
      embedEnabled: true,
      rotateKey: true,
    },
  );
  return apiKey;
}

/** Opens a session for somebody of ours who designs a template, or fills in the form of one. */
export function openSession(
  access: ParaphAccess,
  mode: "design" | "fill",
  template?: string,
): Promise<Session> {
  const scopeMode = template === undefined ? "create" : "edit";
  return post(access, "/v1/embed/sessions", {
    // Whoever is signed in here: this app knows one customer with one user.
    tenant: { externalId: "acme", displayName: "ACME Ltd" },
    actor: { externalId: "ada", displayName: "Ada Lovelace" },
    scope: {
      mode: mode === "fill" ? "fill" : scopeMode,
      ...(template === undefined ? {} : { templateExternalId: template }),
    },
    appearance: { primaryColor: "#0f766e", borderRadius: 8 },
  });
}

/** Goes on with a session: its renew token is good once, the answer has the next. */
export function renewSession(access: ParaphAccess, renewToken: string): Promise<Session> {
  return post(access, "/v1/embed/sessions/refresh", { renewToken });
}

/** All templates of the project. */
export async function listTemplates(access: ParaphAccess): Promise<ReadonlyArray<ListedTemplate>> {
  const answer = await call(access, "GET", "/v1/embed/builder/templates");
  const { templates }: { readonly templates: ReadonlyArray<ListedTemplate> } = await answer.json();
  return templates;
}

async function post<Answer>(access: ParaphAccess, path: string, body: unknown): Promise<Answer> {
  const answer = await call(access, "POST", path, body);
  const sent: Answer = await answer.json();
  return sent;
}

async function call(
  { url, key }: ParaphAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

import { connect } from "@paraph/http/client";

/** The URL of Paraph and a key. Neither is sent to browsers. */
export interface ParaphAccess {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** A project key whose project has embed enabled. */
  readonly key: string;
}

/** A session in a response of Paraph. */
export interface Session {
  readonly session_id: string;
  readonly iframe_url: string;
  readonly expires_at: string;
  /** Null when the request was replayed: then the session ends after its 4 hours. */
  readonly renew_token: string | null;
}

/** A template in Paraph's list. */
export interface ListedTemplate {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
}

/** Creates a project for this app, or replaces its key; the admin key is only needed here. */
export async function provision(url: string, adminKey: string, origin: string): Promise<string> {
  const { apiKey } = await connect({ url, key: adminKey }).admin.provision({
    externalOrgId: "example-partner",
    name: "Example integrator",
    allowedOrigins: [origin],
    embedEnabled: true,
    rotateKey: true,
  });
  if (apiKey === null) throw new Error("Paraph returned no key");
  return apiKey;
}

/** Opens a session for a user who designs a template or fills in its form. */
export function openSession(
  access: ParaphAccess,
  mode: "design" | "fill",
  template?: string,
): Promise<Session> {
  const scopeMode = template === undefined ? "create" : "edit";
  return connect(access).embed.sessions.create({
    // The signed-in user: this app has one customer with one user.
    tenant: { externalId: "acme", displayName: "ACME Ltd" },
    actor: { externalId: "ada", displayName: "Ada Lovelace" },
    scope: {
      mode: mode === "fill" ? "fill" : scopeMode,
      ...(template === undefined ? {} : { templateExternalId: template }),
    },
    appearance: { primaryColor: "#0f766e", borderRadius: 8 },
  });
}

/** Renews a session: a renew token is valid once, the response has the next one. */
export function renewSession(access: ParaphAccess, renewToken: string): Promise<Session> {
  return connect(access).embed.sessions.renew(renewToken);
}

/**
 * A URL that shows a document to the signed-in user, once, to sign it. The first call sends the document for
 * signature. Fails if the user has already signed.
 */
export async function openSigning(access: ParaphAccess, renderId: string): Promise<string> {
  const { renders, signatures } = connect(access);
  const { pageCount, signingFields } = await renders.wait(renderId);
  const user = { firstName: "Ada", lastName: "Lovelace", email: "ada@acme.example" };
  const role = signingFields[0]?.role;
  const { id, recipients } = await signatures.create(
    role === undefined
      ? {
          renderId,
          recipients: [user],
          fields: [
            { recipientIndex: 0, type: "signature", page: pageCount ?? 1, x: 12, y: 88, width: 30 },
          ],
        }
      : { renderId, recipients: [{ ...user, role }] },
    // The same request when the page is opened again.
    { idempotencyKey: `sign-${renderId}` },
  );
  const { url } = await signatures.signingUrl(id, recipients[0]?.id ?? "");
  return url;
}

/** All templates of the project. */
export async function listTemplates(access: ParaphAccess): Promise<ReadonlyArray<ListedTemplate>> {
  const { templates } = await connect(access).embed.templates.list();
  return templates;
}

import { createHmac, randomUUID } from "node:crypto";

import { Effect, Redacted } from "effect";

import { json, type Reply, type ScriptedRequest, scriptedServer } from "./scripted_server.ts";

interface FirmaUser {
  readonly id: string;
  readonly email: string;
  readonly designation: string;
  readonly order: number;
  finished_on: string | null;
  declined_on: string | null;
  decline_reason: string | null;
}

/** A request as the service stores it. */
interface StoredRequest {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly document: Buffer;
  readonly order: Record<string, unknown>;
  readonly users: ReadonlyArray<FirmaUser>;
  readonly created_on: string;
  status: Record<"sent" | "finished" | "cancelled" | "declined" | "expired", boolean>;
  ended_on: string | null;
  hasCertificate: boolean;
}

/** A callback, ready to be sent. */
interface SignedCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const CERTIFICATE = "%PDF-1.4\n% certificate\n%%EOF\n";

/** Signs the body of a callback, as Firma does. */
export function signFirma(secret: string, body: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

/** A service that behaves like the documentation of Firma.dev, with scripted recipients. */
export const firmaServer = Effect.fnUntraced(function* () {
  const apiKey = "firma-secret-key";
  const webhookSecret = "firma-webhook-secret";
  const requestsById = new Map<string, StoredRequest>();
  const uploads = new Map<string, Buffer>();
  const callbacks: Array<SignedCallback> = [];
  const settings = { hidesDescriptions: false, callbackUrl: "" };
  const server = yield* scriptedServer((request) => response(request));

  const response = (request: ScriptedRequest): Reply => {
    const [path = "", query = ""] = request.path.split("?");
    const storeMatch = /^\/store\/(\w+)\/([\w-]+)$/.exec(path);
    if (storeMatch !== null) return store(request, storeMatch[1] ?? "", storeMatch[2] ?? "");
    if (request.headers.authorization !== apiKey) return json(401, { error: "Unauthorized" });
    if (path === "/documents") return upload();
    if (path === "/signing-requests") return list(new URLSearchParams(query));
    if (path === "/signing-requests/create-and-send") return create(request);
    const [, id = "", what = ""] = /^\/signing-requests\/([\w-]+)\/?(\w*)$/.exec(path) ?? [];
    const signingRequest = requestsById.get(id);
    if (signingRequest === undefined) return json(404, { error: "Signing request not found" });
    if (what === "users") return json(200, { results: signingRequest.users });
    if (what === "cancel") return cancel(signingRequest);
    return what === "download" ? download(signingRequest) : json(200, detail(signingRequest));
  };

  const upload = () => {
    const id = randomUUID();
    uploads.set(id, Buffer.alloc(0));
    const upload_url = `${server.origin}/store/upload/${id}`;
    return json(201, { document_id: id, upload_url, expires_in: 3600 });
  };

  const store = ({ method, body }: ScriptedRequest, kind: string, id: string): Reply => {
    if (method === "PUT" && uploads.has(id)) {
      uploads.set(id, body);
      return { status: 200 };
    }
    const signingRequest = requestsById.get(id);
    if (signingRequest === undefined) return { status: 403, body: "<Error>AccessDenied</Error>" };
    return { status: 200, body: kind === "certificate" ? CERTIFICATE : signedPdf(signingRequest) };
  };

  const create = ({ body }: ScriptedRequest) => {
    const order: Record<string, unknown> = JSON.parse(body.toString());
    const document = documentOf(order);
    if (document.subarray(0, 5).toString() !== "%PDF-") {
      const error = "Document must be valid base64-encoded PDF";
      return json(400, { error, phase: "create_validation" });
    }
    const users = recipientsOf(order);
    const request: StoredRequest = {
      id: randomUUID(),
      name: String(order["name"]),
      document,
      order,
      users,
      description: typeof order["description"] === "string" ? order["description"] : null,
      created_on: now(),
      status: { sent: true, finished: false, cancelled: false, declined: false, expired: false },
      ended_on: null,
      hasCertificate: false,
    };
    requestsById.set(request.id, request);
    const recipients = users.map(({ id, email, designation, order }) => ({
      id,
      email,
      designation,
      order,
    }));
    const first_signer = { signing_link: `${server.origin}/signing/${users[0]?.id}` };
    return json(201, { id: request.id, status: "sent", recipients, first_signer });
  };

  const documentOf = ({ document, document_id }: Record<string, unknown>) =>
    typeof document === "string"
      ? Buffer.from(document, "base64")
      : (uploads.get(String(document_id)) ?? Buffer.alloc(0));

  const list = (query: URLSearchParams) => {
    const [name, since] = [query.get("name") ?? "", query.get("created_after") ?? ""];
    const size = Number(query.get("page_size") ?? 50);
    const matching = [...requestsById.values()]
      .filter((candidate) => candidate.name.toLowerCase().includes(name.toLowerCase()))
      .filter(({ created_on }) => created_on >= since);
    const first = (Number(query.get("page") ?? 1) - 1) * size;
    const results = matching
      .slice(first, first + size)
      .map(({ id, name, description, status }) => ({
        id,
        name,
        status,
        ...(settings.hidesDescriptions ? {} : { description }),
      }));
    return json(200, { results, pagination: { total: matching.length } });
  };

  const detail = ({ id, name, status, created_on, ended_on, hasCertificate }: StoredRequest) => ({
    id,
    name,
    status,
    companies_workspaces_id: randomUUID(),
    timestamps: {
      created_on,
      sent_on: created_on,
      last_changed_on: ended_on ?? created_on,
      finished_on: status.finished ? ended_on : null,
      cancelled_on: status.cancelled ? ended_on : null,
      declined_on: status.declined ? ended_on : null,
    },
    certificate: { generated: hasCertificate, generated_on: null, has_error: false },
    certificate_only_download_url: hasCertificate
      ? `${server.origin}/store/certificate/${id}`
      : null,
  });

  const cancel = (signingRequest: StoredRequest) => {
    if (signingRequest.ended_on !== null)
      return json(409, { error: "Signing request has already ended" });
    end(signingRequest, "cancelled");
    // Failures of the receiver are ignored.
    void notify("signing_request.cancelled", signingRequest).catch(() => undefined);
    return json(200, { message: "Cancelled", signing_request_id: signingRequest.id });
  };

  const download = ({ id, status }: StoredRequest) =>
    json(200, {
      status: status.finished ? "finished" : "in_progress",
      is_partial: !status.finished,
      download_url: `${server.origin}/store/signed/${id}`,
      expires_at: now(),
    });

  const end = (
    signingRequest: StoredRequest,
    how: "finished" | "cancelled" | "declined" | "expired",
  ) => {
    signingRequest.status = { ...signingRequest.status, [how]: true };
    signingRequest.ended_on = now();
  };

  /** Records an event and sends it to the configured webhook. */
  const notify = async (type: string, signingRequest: StoredRequest, recipient?: FirmaUser) => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      type,
      created_at: now(),
      company_id: randomUUID(),
      data: {
        signing_request: { id: signingRequest.id },
        ...(recipient === undefined ? {} : { recipient }),
      },
    });
    const signature = signFirma(webhookSecret, body, Math.floor(Date.now() / 1000));
    const headers = { "x-firma-signature": signature, "x-firma-event": type };
    callbacks.push({ headers, body });
    if (settings.callbackUrl === "") return;
    await fetch(settings.callbackUrl, { method: "POST", headers, body });
  };
  const emit = (...args: Parameters<typeof notify>) => Effect.promise(() => notify(...args));

  const requestById = (id: string) => requestsById.get(id)!;
  const userByEmail = (id: string, email: string) =>
    requestById(id).users.find((candidate) => candidate.email === email)!;

  /** Signs or approves; the last to do so completes the request. */
  const sign = Effect.fnUntraced(function* (id: string, email: string) {
    const signingRequest = requestById(id);
    userByEmail(id, email).finished_on = now();
    yield* emit("signing_request.recipient.signed", signingRequest, userByEmail(id, email));
    const signers = signingRequest.users.filter(({ designation }) => designation !== "CC");
    if (signers.some(({ finished_on }) => finished_on === null)) return;
    end(signingRequest, "finished");
    yield* emit("signing_request.completed", signingRequest);
  });

  const decline = Effect.fnUntraced(function* (id: string, email: string, reason: string) {
    Object.assign(userByEmail(id, email), { declined_on: now(), decline_reason: reason });
    end(requestById(id), "declined");
    yield* emit("signing_request.recipient.declined", requestById(id), userByEmail(id, email));
  });

  return {
    ...server,
    options: {
      url: server.origin,
      apiKey: Redacted.make(apiKey),
      allowPrivateNetwork: true,
      webhookSecrets: [Redacted.make(webhookSecret)],
    },
    apiKey,
    webhookSecret,
    settings,
    requestsById,
    callbacks,
    sign,
    decline,
    view: (id: string, email: string) =>
      emit("signing_request.viewed", requestById(id), userByEmail(id, email)),
    expire: (id: string) => {
      end(requestById(id), "expired");
      return emit("signing_request.expired", requestById(id));
    },
    certify: (id: string) => {
      requestById(id).hasCertificate = true;
      return emit("signing_request.certificate.generated", requestById(id));
    },
  };
});

const now = () => new Date().toISOString();

const signedPdf = ({ document }: StoredRequest) =>
  Buffer.concat([document, Buffer.from("\n% signed\n%%EOF\n")]);

function recipientsOf({ recipients }: Record<string, unknown>): ReadonlyArray<FirmaUser> {
  if (!Array.isArray(recipients)) return [];
  return recipients.map((recipient: Record<string, unknown>) => ({
    id: randomUUID(),
    email: String(recipient["email"]),
    designation: String(recipient["designation"]),
    order: Number(recipient["order"]),
    finished_on: null,
    declined_on: null,
    decline_reason: null,
  }));
}

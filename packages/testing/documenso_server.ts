import { randomUUID } from "node:crypto";

import { Effect, Redacted } from "effect";

import { json, type Reply, type ScriptedRequest, scriptedServer } from "./scripted_server.ts";

interface DocumensoRecipient {
  readonly id: number;
  readonly email: string;
  readonly role: string;
  readonly signingOrder: number;
  /** The credential of the signing link. */
  readonly token: string;
  readStatus: string;
  signingStatus: string;
  signedAt: string | null;
  rejectionReason: string | null;
}

/** An envelope as the service stores it. */
interface StoredEnvelope {
  readonly id: string;
  readonly title: string;
  readonly externalId: string;
  readonly createdAt: string;
  readonly document: Buffer;
  readonly order: Record<string, unknown>;
  readonly recipients: Array<DocumensoRecipient>;
  readonly fields: Array<{ readonly type: string }>;
  status: string;
  updatedAt: string;
  completedAt: string | null;
}

const CERTIFICATE = "%PDF-1.4\n% certificate\n%%EOF\n";

/** A service that behaves like Documenso 2, with scripted recipients. */
export const documensoServer = Effect.fnUntraced(function* () {
  const apiKey = "api_documenso-secret-key";
  const webhookSecret = "documenso-webhook-secret";
  const envelopes = new Map<string, StoredEnvelope>();
  const callbacks: Array<{ headers: Readonly<Record<string, string>>; body: string }> = [];
  const settings = { searchesReferences: true, hasCertificates: true, callbackUrl: "" };
  const server = yield* scriptedServer((request) => response(request));

  const response = (request: ScriptedRequest): Reply => {
    const [path = "", query = ""] = request.path.replace(/^\/api\/v2/, "").split("?");
    if (request.headers.authorization !== apiKey) return problem(401, "UNAUTHORIZED", "No key");
    if (path === "/envelope/create") return create(request);
    if (path === "/envelope") return list(new URLSearchParams(query));
    const [, item] = /^\/envelope\/item\/([\w-]+)\/download$/.exec(path) ?? [];
    if (item !== undefined) return file(envelopes.get(item.replace(/^item_/, "envelope_")));
    const [, id = bodyId(request), what] =
      /^\/envelope\/(envelope_[\w-]+)(\/.*)?$/.exec(path) ?? [];
    const storedEnvelope = envelopes.get(id);
    if (storedEnvelope === undefined) return problem(404, "NOT_FOUND", "Envelope not found");
    if (path === "/envelope/distribute") return distribute(storedEnvelope);
    if (path === "/envelope/cancel") return cancel(storedEnvelope);
    if (path === "/envelope/delete") return remove(storedEnvelope);
    if (what === "/certificate/download") return certificate(storedEnvelope);
    const { document: _, order: __, ...envelope } = storedEnvelope;
    return json(200, { ...envelope, envelopeItems: [{ id: id.replace("envelope_", "item_") }] });
  };

  const create = ({ body, headers }: ScriptedRequest) => {
    const order = payloadIn(body, headers["content-type"] ?? "");
    const document = body.subarray(body.indexOf("%PDF-"), body.lastIndexOf("\r\n--"));
    const id = `envelope_${randomUUID()}`;
    const recipients = listIn(order, "recipients");
    const envelope: StoredEnvelope = {
      id,
      title: String(order["title"]),
      externalId: String(order["externalId"]),
      createdAt: now(),
      updatedAt: now(),
      completedAt: null,
      status: "DRAFT",
      document,
      order,
      recipients: recipients.map(({ email, role, signingOrder }, index) =>
        recipient(index, String(email), String(role), Number(signingOrder)),
      ),
      fields: recipients.flatMap((one) =>
        listIn(one, "fields").map(({ type }) => ({ type: String(type) })),
      ),
    };
    // Texts in double braces become fields, of recipients that the request does not name.
    if (document.includes("{{signature")) {
      envelope.fields.push({ type: "SIGNATURE" });
      const phantom = recipient(recipients.length, "recipient.1@documenso.com", "SIGNER", 9);
      envelope.recipients.push(phantom);
    }
    envelopes.set(id, envelope);
    return json(200, { id });
  };

  const list = (query: URLSearchParams) => {
    const searchText = settings.searchesReferences ? (query.get("query") ?? "") : "";
    const size = Number(query.get("perPage") ?? 10);
    const first = (Number(query.get("page") ?? 1) - 1) * size;
    const titleText = settings.searchesReferences ? "" : (query.get("query") ?? "");
    const data = [...envelopes.values()]
      .filter(
        ({ title, externalId }) => title.includes(searchText) || externalId.includes(searchText),
      )
      .filter(({ title }) => title.includes(titleText))
      .toReversed()
      .slice(first, first + size)
      .map((storedEnvelope) => {
        const { document: _, order: __, fields: ___, ...envelope } = storedEnvelope;
        return envelope;
      });
    return json(200, { data, count: envelopes.size, currentPage: 1, perPage: size, totalPages: 1 });
  };

  const distribute = (envelope: StoredEnvelope) => {
    if (envelope.status !== "DRAFT") return problem(400, "INVALID_REQUEST", "Already sent");
    envelope.status = "PENDING";
    for (const ccRecipient of envelope.recipients.filter(({ role }) => role === "CC")) {
      Object.assign(ccRecipient, {
        readStatus: "OPENED",
        signingStatus: "SIGNED",
        signedAt: now(),
      });
    }
    return json(200, { success: true, id: envelope.id, recipients: envelope.recipients });
  };

  const cancel = (envelope: StoredEnvelope) => {
    if (envelope.status !== "PENDING") return problem(400, "INVALID_REQUEST", "Not pending");
    Object.assign(envelope, { status: "CANCELLED", updatedAt: now() });
    // Failures of the receiver are ignored.
    void notify("DOCUMENT_CANCELLED", envelope.id).catch(() => undefined);
    return json(200, { success: true });
  };

  const remove = ({ id }: StoredEnvelope) => {
    envelopes.delete(id);
    return json(200, { success: true });
  };

  const certificate = ({ status }: StoredEnvelope) =>
    settings.hasCertificates && status === "COMPLETED"
      ? { status: 200, body: CERTIFICATE }
      : problem(404, "NOT_FOUND", "No certificate");

  const envelopeById = (id: string) => envelopes.get(id)!;
  const recipientByEmail = (id: string, email: string) =>
    envelopeById(id).recipients.find((candidate) => candidate.email === email)!;

  /** Records an event and sends it to the configured webhook. */
  const notify = async (event: string, id: string) => {
    const { document: _, order: __, ...envelope } = envelopeById(id);
    const body = JSON.stringify({
      event,
      payload: { ...envelope, id: 42, envelopeId: id },
      createdAt: now(),
      webhookEndpoint: settings.callbackUrl,
    });
    const headers = { "x-documenso-secret": webhookSecret };
    callbacks.push({ headers, body });
    if (settings.callbackUrl === "") return;
    await fetch(settings.callbackUrl, { method: "POST", headers, body });
  };
  const emit = (...args: Parameters<typeof notify>) => Effect.promise(() => notify(...args));

  const view = (id: string, email: string) => {
    Object.assign(recipientByEmail(id, email), { readStatus: "OPENED" });
    return emit("DOCUMENT_OPENED", id);
  };

  /** Signs or approves; the last to do so completes the envelope. */
  const sign = Effect.fnUntraced(function* (id: string, email: string) {
    const changes = { readStatus: "OPENED", signingStatus: "SIGNED", signedAt: now() };
    Object.assign(recipientByEmail(id, email), changes);
    yield* emit("DOCUMENT_SIGNED", id);
    yield* emit("DOCUMENT_RECIPIENT_COMPLETED", id);
    if (envelopeById(id).recipients.some(({ signingStatus }) => signingStatus !== "SIGNED")) return;
    Object.assign(envelopeById(id), { status: "COMPLETED", updatedAt: now(), completedAt: now() });
    yield* emit("DOCUMENT_COMPLETED", id);
  });

  const decline = (id: string, email: string, reason: string) => {
    const changes = { signingStatus: "REJECTED", signedAt: now(), rejectionReason: reason };
    Object.assign(recipientByEmail(id, email), changes);
    Object.assign(envelopeById(id), { status: "REJECTED", updatedAt: now() });
    return emit("DOCUMENT_REJECTED", id);
  };

  return {
    ...server,
    options: {
      url: server.origin,
      apiKey: Redacted.make(apiKey),
      allowPrivateNetwork: true,
      webhookSecret: Redacted.make(webhookSecret),
    },
    apiKey,
    webhookSecret,
    settings,
    envelopes,
    callbacks,
    view,
    sign,
    decline,
  };
});

const now = () => new Date().toISOString();

const problem = (status: number, code: string, message: string) =>
  json(status, { message, code, data: { appError: { code } } });

const recipient = (
  index: number,
  email: string,
  role: string,
  signingOrder: number,
): DocumensoRecipient => ({
  id: index + 1,
  email,
  role,
  signingOrder,
  token: `token-${randomUUID()}`,
  readStatus: "NOT_OPENED",
  signingStatus: "NOT_SIGNED",
  signedAt: null,
  rejectionReason: null,
});

const file = (envelope: StoredEnvelope | undefined): Reply =>
  envelope === undefined
    ? problem(404, "NOT_FOUND", "No such item")
    : { status: 200, body: Buffer.concat([envelope.document, Buffer.from("\n% signed\n%%EOF\n")]) };

/** The JSON part of a form. */
function payloadIn(body: Buffer, contentType: string): Record<string, unknown> {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? "";
  const head = body.subarray(0, body.indexOf("%PDF-")).toString();
  const [, part = ""] = head.split(`--${boundary}`);
  return JSON.parse(part.slice(part.indexOf("\r\n\r\n")));
}

function bodyId({ method, body }: ScriptedRequest): string {
  if (method !== "POST") return "";
  const { envelopeId }: Record<string, unknown> = JSON.parse(body.toString());
  return String(envelopeId);
}

function listIn(
  value: Record<string, unknown>,
  key: string,
): ReadonlyArray<Record<string, unknown>> {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}

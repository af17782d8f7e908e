import { createHmac } from "node:crypto";

/** Everything that gives access on a server, with its place. */
export interface RequestCredentials {
  readonly key: string;
  readonly shareToken: string;
  /** The token of a document's public URL. */
  readonly fileToken: string;
  readonly inboundToken: string;
  readonly inboundSecret: string;
  readonly sessionToken: string;
  readonly sessionOrigin: string;
  readonly callbackSecret: string;
}

/** A valid request except for one text, and who may be admitted by it. */
export interface Forgeable {
  readonly name: string;
  readonly right: string;
  /** The bytes of the request with this text in place of the valid one. */
  readonly request: (text: string) => string;
  /** Whether a text is equivalent to the valid one; absent: any text may be admitted. */
  readonly isRight?: (text: string) => boolean;
}

const BODY = JSON.stringify({ customer: { name: "Ada" } });
const CALLBACK = JSON.stringify({ event: "DOCUMENT_SENT", payload: {} });

/** Every part of a request that an attacker can forge. */
export function forgeable(credentials: RequestCredentials): ReadonlyArray<Forgeable> {
  const { key, shareToken, fileToken, inboundToken, inboundSecret, callbackSecret } = credentials;
  const { sessionToken, sessionOrigin } = credentials;
  const keyHeaders = { authorization: `Bearer ${key}` };
  const signature = createHmac("sha256", inboundSecret).update(BODY).digest("hex");
  const file = `/files/${fileToken}.pdf`;
  const session = (token: string, origin: string) =>
    get("/v1/embed/session", { authorization: `Bearer ${token}`, origin });
  /** Headers that do not affect access. */
  const irrelevantHeader = (name: string, right: string, path: string): Forgeable => ({
    name,
    right,
    request: (text) => get(path, { ...keyHeaders, [name]: text }),
  });
  return [
    {
      name: "key",
      right: key,
      isRight: inHeader(key),
      request: (text) => get("/v1/templates", { authorization: `Bearer ${text}` }),
    },
    {
      name: "authorization",
      right: `Bearer ${key}`,
      request: (text) => get("/v1/templates", { authorization: text }),
      isRight: (text) => /^bearer +/i.test(text.trim()) && text.trim().split(/ +/)[1] === key,
    },
    {
      name: "share token",
      right: shareToken,
      isRight: inPath(shareToken),
      request: (text) => get(`/share/${text}`),
    },
    {
      name: "file token",
      right: fileToken,
      isRight: inPath(fileToken),
      request: (text) => get(`/files/${text}.pdf`),
    },
    {
      name: "hook token",
      right: inboundToken,
      isRight: inPath(inboundToken),
      request: (text) => post(`/v1/hooks/${text}`, BODY),
    },
    {
      name: "hook signature",
      right: signature,
      request: (text) => post(`/v1/hooks/${inboundToken}`, BODY, { "x-service-signature": text }),
      isRight: (text) => text.trim().toLowerCase() === signature,
    },
    {
      name: "session token",
      right: sessionToken,
      isRight: inHeader(sessionToken),
      request: (text) => session(text, sessionOrigin),
    },
    {
      name: "session origin",
      right: sessionOrigin,
      isRight: inHeader(sessionOrigin),
      request: (text) => session(sessionToken, text),
    },
    {
      name: "callback secret",
      right: callbackSecret,
      isRight: inHeader(callbackSecret),
      request: (text) =>
        post("/v1/hooks/signatures/documenso", CALLBACK, { "x-documenso-secret": text }),
    },
    {
      name: "callback body",
      right: CALLBACK,
      request: (text) =>
        post("/v1/hooks/signatures/documenso", text, { "x-documenso-secret": callbackSecret }),
    },
    {
      name: "cursor",
      right: "2026-01-01T00:00:00.000123Z",
      request: (text) => get(`/v1/renders?cursor=${text}`, keyHeaders),
    },
    {
      name: "after",
      right: "2026-01-01T00:00:00.000123Z",
      request: (text) => get(`/v1/events?after=${text}`, keyHeaders),
    },
    irrelevantHeader("range", "bytes=0-3", file),
    irrelevantHeader("if-none-match", '"a", W/"b"', file),
    irrelevantHeader("host", "paraph.test", "/v1/templates"),
    irrelevantHeader("x-forwarded-for", "192.0.2.1, 198.51.100.7", `/share/${shareToken}`),
    irrelevantHeader("x-forwarded-host", "paraph.test", `/share/${shareToken}`),
    irrelevantHeader("forwarded", "for=192.0.2.1;host=paraph.test", `/share/${shareToken}`),
    irrelevantHeader("user-agent", "Mozilla/5.0 (X11)", `/share/${shareToken}`),
    irrelevantHeader(
      "traceparent",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "/v1/templates",
    ),
    irrelevantHeader("accept-encoding", "gzip;q=0.5, br", "/openapi.json"),
    {
      name: "content-type",
      right: "application/json",
      request: (text) => post(`/v1/hooks/${inboundToken}`, BODY, { "content-type": text }),
    },
    {
      name: "idempotency-key",
      right: "order-1",
      request: (text) =>
        post("/v1/templates/unknown/render", `{"data":${BODY}}`, {
          ...keyHeaders,
          "idempotency-key": text,
        }),
    },
  ];
}

type Headers = Readonly<Record<string, string>>;

function get(path: string, headers: Headers = {}): string {
  return requestHead("GET", path, headers);
}

function post(path: string, body: string, headers: Headers = {}): string {
  // Requests are sent as Latin-1, and so is their length.
  return requestHead("POST", path, { "content-length": String(body.length), ...headers }) + body;
}

function requestHead(method: string, path: string, headers: Headers): string {
  const lines = Object.entries({ host: "paraph.test", connection: "close", ...headers });
  return [`${method} ${path} HTTP/1.1`, ...lines.map((line) => line.join(": ")), "", ""].join(
    "\r\n",
  );
}

/** Whether a header equals the valid value without surrounding white space, which HTTP ignores. */
function inHeader(right: string): (text: string) => boolean {
  return (text) => text.replaceAll(/^[ \t]+|[ \t]+$/g, "") === right;
}

/** Whether the last segment of a path is equivalent: letters may be escaped, and a query may follow. */
function inPath(right: string): (text: string) => boolean {
  return (text) => {
    const [segment = ""] = text.split(/[?#]/, 1);
    try {
      return decodeURIComponent(segment) === right;
    } catch {
      return false;
    }
  };
}

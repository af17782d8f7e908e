import * as http from "node:http";
import * as net from "node:net";

import { Effect, Predicate } from "effect";

/** A request down to what a well-behaved client would never send. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array>;
}

/** A response with its body read to the end. */
export interface RawResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** What the body says as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

/** The stable code of an error body of the contract's form, and of nothing else. */
export function codeOf({ json }: RawResponse): string | undefined {
  if (!Predicate.isObject(json) || Object.keys(json).join() !== "error") return undefined;
  const { error } = json as { readonly error: unknown };
  if (!Predicate.isObject(error)) return undefined;
  const { code, message, issues, ...rest } = error as Readonly<Record<string, unknown>>;
  const isOurs = Predicate.isString(code) && Predicate.isString(message) && message !== "";
  if (!isOurs || Object.keys(rest).length > 0) return undefined;
  return issues === undefined || fieldErrorsIn(issues) !== undefined ? code : undefined;
}

/** The problems of an error body by path; form errors under the empty one. */
export function problemsOf({ json }: RawResponse): Readonly<Record<string, ReadonlyArray<string>>> {
  const { error } = json as { readonly error: { readonly issues?: unknown } };
  return fieldErrorsIn(error.issues) ?? {};
}

function fieldErrorsIn(issues: unknown): Record<string, ReadonlyArray<string>> | undefined {
  if (!Predicate.isObject(issues)) return undefined;
  const { formErrors, fieldErrors, ...rest } = issues as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length > 0 || !Array.isArray(formErrors)) return undefined;
  if (!Predicate.isObject(fieldErrors)) return undefined;
  const form = formErrors.length > 0 ? { "": formErrors } : {};
  return { ...form, ...(fieldErrors as Record<string, ReadonlyArray<string>>) };
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/**
 * Sends one request as it is: no content type added, no path tidied up. A body in pieces travels
 * chunked.
 */
export function send(port: number, request: RawRequest): Effect.Effect<RawResponse> {
  return Effect.promise(() => exchange(port, request));
}

function exchange(port: number, request: RawRequest): Promise<RawResponse> {
  const { method = "GET", path, headers = {}, body } = request;
  return new Promise((resolve, reject) => {
    let answered = false;
    // Node frames no body of a GET or DELETE by itself: the server would take it for a request.
    const framed = { ...framing(body), ...headers };
    const sent = http.request({ host: "127.0.0.1", port, method, path, headers: framed, agent });
    const t0 = performance.now(); const ev: any[] = [];
    sent.on("socket", (k: any) => { ev.push(["socket", performance.now()-t0, k.localPort, (k as any)._prev]); (globalThis as any).__last ??= {}; });
    sent.on("finish", () => ev.push(["finish", performance.now()-t0]));
    sent.on("continue", () => ev.push(["continue", performance.now()-t0]));
    sent.on("response", () => ev.push(["response", performance.now()-t0]));
    sent.on("close", () => { ev.push(["close", performance.now()-t0]); const k: any = sent.socket; if (performance.now()-t0 > 1000) console.log("SLOW", method, path.slice(0,60), JSON.stringify(framed).slice(0,300), JSON.stringify(ev), sent.reusedSocket, "PREV", JSON.stringify(k?.__prev)); if (k) k.__prev = { method, path: path.slice(0,60), framed: JSON.stringify(framed).slice(0,200), ev }; });
    sent.on("error", (error) => { ev.push(["error", performance.now()-t0, String(error)]);
      if (answered) return;
      // A kept connection that the server was about to close: the request never got there.
      if (sent.reusedSocket) resolve(exchange(port, request));
      else reject(error);
    });
    sent.on("response", (response) => {
      answered = true;
      const chunks: Array<Buffer> = [];
      const finish = () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString("utf8");
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes, text, json: parsed(text) });
      };
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", finish);
      response.on("error", finish);
    });
    if (body === undefined) sent.end();
    else if (typeof body === "string" || body instanceof Uint8Array) sent.end(body);
    else {
      for (const piece of body) sent.write(piece);
      sent.end();
    }
  });
}

function framing(body: RawRequest["body"]): http.OutgoingHttpHeaders {
  if (body === undefined) return {};
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  return isWhole
    ? { "content-length": Buffer.byteLength(body) }
    : { "transfer-encoding": "chunked" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes bytes to a socket and gives back all that comes until the server closes it. */
export function sendBytes(port: number, bytes: string | Uint8Array): Effect.Effect<string> {
  return Effect.promise(() => talk(port, bytes));
}

function talk(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Array<Buffer> = [];
    const socket = net.connect({ host: "127.0.0.1", port }, () => socket.write(bytes));
    const finish = () => resolve(Buffer.concat(chunks).toString("latin1"));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", finish);
    socket.on("close", finish);
  });
}

import * as http from "node:http";
import * as net from "node:net";

import { Effect } from "effect";

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
    sent.on("error", (error) => {
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

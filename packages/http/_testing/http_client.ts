import * as http from "node:http";
import * as net from "node:net";

import { Effect } from "effect";

/** A request that may break the rules of HTTP clients. */
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
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/**
 * Sends a request unchanged, without adding a content type or normalising the path. A body in
 * chunks is sent with chunked encoding.
 */
export function send(port: number, request: RawRequest): Effect.Effect<RawResponse> {
  return Effect.promise(() => exchange(port, request));
}

function exchange(port: number, request: RawRequest): Promise<RawResponse> {
  const { method = "GET", path, headers = {}, body } = request;
  return new Promise((resolve, reject) => {
    let hasResponse = false;
    // Node does not frame bodies of GET and DELETE: the server would read them as the next request.
    const requestHeaders = { ...framing(body), ...headers };
    const clientRequest = http.request({
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: requestHeaders,
      agent,
    });
    clientRequest.on("error", (error) => {
      if (hasResponse) return;
      // The server closed a reused connection before the request arrived.
      if (clientRequest.reusedSocket) resolve(exchange(port, request));
      else reject(error);
    });
    clientRequest.on("response", (response) => {
      hasResponse = true;
      const chunks: Array<Buffer> = [];
      const finish = () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString("utf8");
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes, text, json: parseJson(text) });
      };
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", finish);
      response.on("error", finish);
    });
    if (body === undefined) clientRequest.end();
    else if (typeof body === "string" || body instanceof Uint8Array) clientRequest.end(body);
    else {
      for (const chunk of body) clientRequest.write(chunk);
      clientRequest.end();
    }
  });
}

function framing(body: RawRequest["body"]): http.OutgoingHttpHeaders {
  if (body === undefined) return {};
  const isSingle = typeof body === "string" || body instanceof Uint8Array;
  return isSingle
    ? { "content-length": Buffer.byteLength(body) }
    : { "transfer-encoding": "chunked" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes bytes to a socket and returns everything received until the server closes it. */
export function sendBytes(port: number, bytes: string | Uint8Array): Effect.Effect<string> {
  return Effect.promise(() => exchangeBytes(port, bytes));
}

function exchangeBytes(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Array<Buffer> = [];
    const socket = net.connect({ host: "127.0.0.1", port }, () => socket.write(bytes));
    const finish = () => resolve(Buffer.concat(chunks).toString("latin1"));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", finish);
    socket.on("close", finish);
  });
}

import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";

import { Effect } from "effect";

import { localServer } from "./local_server.ts";

/** A received request. */
export interface ScriptedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A failure of the next requests of a kind. */
interface ScriptedFailure {
  /** The requests it affects: `POST /signing-requests/create-and-send`. */
  readonly on: RegExp;
  /** The number of requests; 1 by default. */
  readonly times?: number;
  /** The response of the failure; absent: the usual one. */
  readonly reply?: Reply;
  /** Whether the request is carried out anyway. */
  readonly acts?: boolean;
  /** How the response fails: it is never sent, broken off at once, or broken off in the middle. */
  readonly ending?: "hang" | "break" | "half";
}

/** A server that records requests, and fails as scripted. */
interface ScriptedServer {
  readonly origin: string;
  /** Every request so far. */
  readonly requests: ReadonlyArray<ScriptedRequest>;
  /** The requests so far that match: `POST /documents`. */
  readonly requestsOf: (on: RegExp) => ReadonlyArray<ScriptedRequest>;
  readonly fail: (failure: ScriptedFailure) => void;
  /** Removes all failures. */
  readonly clearFailures: () => void;
}

/** JSON with a status. */
export const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Responds like a service until a failure is scripted. */
export const scriptedServer = Effect.fnUntraced(function* (
  respond: (request: ScriptedRequest) => Reply,
) {
  const requests: Array<ScriptedRequest> = [];
  const failures: Array<ScriptedFailure & { left: number }> = [];
  const listener: RequestListener = (incoming, response) => {
    void receive(incoming).then((request) => {
      if (request === undefined) return undefined;
      requests.push(request);
      const failure = failures.find(({ on, left }) => left > 0 && on.test(nameOf(request)));
      if (failure === undefined) return reply(response, respond(request));
      failure.left--;
      const regularReply =
        failure.reply === undefined || failure.acts === true ? respond(request) : undefined;
      const failureReply = failure.reply ?? regularReply ?? { status: 500 };
      if (failure.ending === "hang") return undefined;
      if (failure.ending === "break") return void response.destroy();
      return failure.ending === "half"
        ? sendHalf(response, failureReply)
        : reply(response, failureReply);
    });
  };
  const { port } = yield* localServer(listener);
  const server: ScriptedServer = {
    origin: `http://127.0.0.1:${port}`,
    requests,
    requestsOf: (on) => requests.filter((request) => on.test(nameOf(request))),
    fail: (failure) => failures.push({ ...failure, left: failure.times ?? 1 }),
    clearFailures: () => failures.splice(0),
  };
  return server;
});

const nameOf = ({ method, path }: ScriptedRequest) => `${method} ${path}`;

/** The whole request, unless the client cuts it off. */
async function receive(incoming: IncomingMessage): Promise<ScriptedRequest | undefined> {
  const chunks: Array<Buffer> = [];
  try {
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  } catch {
    return undefined;
  }
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body: Buffer.concat(chunks) };
}

function reply(response: ServerResponse, { status, headers = {}, body = "" }: Reply): void {
  response.writeHead(status, headers).end(body);
}

/** Announces a whole body and breaks off in the middle. */
function sendHalf(response: ServerResponse, { status, headers = {}, body = "" }: Reply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

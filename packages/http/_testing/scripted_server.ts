import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from "node:http";

import { Context, Effect, Layer } from "effect";

/** A received request. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Responds to one request. */
export type Reply = (response: ServerResponse) => void;

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));

/** Responds with an error of the API. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: "Scripted error" } }, headers);

/** Responds with a page, as proxies do. */
export const page =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Oops</h1>");

/** Ends the connection without a response. */
export const hangUp: Reply = (response) => response.socket?.destroy();

/** Closes the connection in the middle of the response. */
export const breakOff: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"templates":', () => response.socket?.destroy());
};

/** Never responds. */
export const silence: Reply = () => undefined;

/** A server with scripted responses, followed by 500. */
export class ScriptedServer extends Context.Service<
  ScriptedServer,
  {
    readonly url: string;
    /** Sets the next responses; returns the list of requests. */
    readonly script: (...replies: Array<Reply>) => ReadonlyArray<ReceivedRequest>;
  }
>()("@paraph/http/_testing/ScriptedServer") {
  static readonly layer = Layer.effect(
    ScriptedServer,
    Effect.gen(function* () {
      const script: { replies: Array<Reply>; received: Array<ReceivedRequest> } = {
        replies: [],
        received: [],
      };
      const listener: RequestListener = (request, response) => {
        const chunks: Array<Buffer> = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          const { method, url, headers } = request;
          script.received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
          const [reply = refusal(500, "internal_error")] = script.replies.splice(0, 1);
          reply(response);
        });
      };
      const server = createServer(listener);
      yield* Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void));
      });
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.closeAllConnections();
          server.close();
        }),
      );
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      return {
        url: `http://127.0.0.1:${port}`,
        script: (...replies) => {
          const received: Array<ReceivedRequest> = [];
          Object.assign(script, { replies, received });
          return received;
        },
      };
    }),
  );
}

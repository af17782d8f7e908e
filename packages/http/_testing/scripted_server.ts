import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from "node:http";

import { Context, Effect, Layer } from "effect";

/** A request as it arrived. */
export interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What is done about one request. */
export type Reply = (response: ServerResponse) => void;

/** Responds with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));

/** Responds with an error of the contract. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: "So it is" } }, headers);

/** Responds with a page, as proxies do. */
export const page =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Oops</h1>");

/** Ends the connection without a response. */
export const hangUp: Reply = (response) => response.socket?.destroy();

/** Ends the connection in the middle of the response. */
export const breakOff: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"templates":', () => response.socket?.destroy());
};

/** Never responds. */
export const silence: Reply = () => undefined;

/** A server with the responses that a test sets, and 500 after them. */
export class ScriptedServer extends Context.Service<
  ScriptedServer,
  {
    readonly url: string;
    /** Sets the responses from now on; returns the list of requests. */
    readonly plays: (...replies: Array<Reply>) => ReadonlyArray<Heard>;
  }
>()("@paraph/http/_testing/ScriptedServer") {
  static readonly layer = Layer.effect(
    ScriptedServer,
    Effect.gen(function* () {
      const script: { replies: Array<Reply>; heard: Array<Heard> } = { replies: [], heard: [] };
      const listener: RequestListener = (request, response) => {
        const pieces: Array<Buffer> = [];
        request.on("data", (piece: Buffer) => pieces.push(piece));
        request.on("end", () => {
          const { method, url, headers } = request;
          script.heard.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
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
        plays: (...replies) => {
          const heard: Array<Heard> = [];
          Object.assign(script, { replies, heard });
          return heard;
        },
      };
    }),
  );
}

import type { IncomingHttpHeaders, RequestListener } from "node:http";

import { Effect } from "effect";
import { Webhook as Verifier } from "standardwebhooks";

import { localServer } from "./local_server.ts";

/** A received delivery. */
interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Returns the body if its signature is valid by the public verifier. */
export function verify(secret: string, { headers, body }: ReceivedRequest): unknown {
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(flat));
}

/** A receiver that records deliveries and responds as scripted. */
export const receiver = Effect.fnUntraced(function* (respond: RequestListener) {
  const requests: Array<ReceivedRequest> = [];
  const { port } = yield* localServer((request, response) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      respond(request, response);
    });
  });
  return { url: `http://127.0.0.1:${port}`, received: requests };
});

/** Accepts every delivery. */
export const ok: RequestListener = (_, response) => response.end("thanks");

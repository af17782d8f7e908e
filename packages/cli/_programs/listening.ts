import { createServer, type RequestListener, type Server } from "node:http";

import { NodeHttpServer } from "@effect/platform-node";
import { Data, Effect, Layer, Predicate, Runtime } from "effect";
import { type HttpServerError } from "effect/http";

import type { Settings } from "../settings.ts";

type Address = Pick<Settings, "host" | "port">;

/** The address of the settings cannot be listened on; the message names the variable to change. */
class CannotListen extends Data.TaggedError("cannot_listen")<{
  readonly message: string;
}> {
  override readonly [Runtime.errorExitCode] = 2;
}

/** Listens where the settings say, and finishes what is in flight before it stops. */
export function listening({ host, port }: Address) {
  const options = { host, port, gracefulShutdownTimeout: "30 seconds" } as const;
  return Layer.effectContext(
    Layer.build(NodeHttpServer.layer(httpServer, options)).pipe(
      Effect.mapError((error) => new CannotListen({ message: explain({ host, port }, error) })),
    ),
  );
}

/** The token of an embed session names every origin that may use it: twice what Node takes by itself. */
const MAX_HEADERS = 32 * 1024;

/** Node's server, made to hand over what it would otherwise answer or keep open by itself. */
function httpServer(): Server {
  // Nothing here speaks another protocol: an upgrade is a request like any other.
  const plain = createServer({ maxHeaderSize: MAX_HEADERS, shouldUpgradeCallback: () => false });
  plain.on("checkExpectation", (request, response) => plain.emit("request", request, response));
  holdEarlyRequests(plain);
  return plain;
}

/** The address is known, and can be connected to, before services are ready: who comes that early waits. */
function holdEarlyRequests(server: Server): void {
  const early: Array<Parameters<RequestListener>> = [];
  const hold: RequestListener = (...request) => early.push(request);
  const handOver = (event: string | symbol) => {
    if (event !== "request") return;
    server.off("newListener", handOver).off("request", hold);
    // The listener is added once this function has returned.
    setImmediate(() => early.forEach((request) => server.emit("request", ...request)));
  };
  server.on("request", hold).on("newListener", handOver);
}

function explain({ host, port }: Address, { cause }: HttpServerError.ServeError): string {
  switch (Predicate.hasProperty(cause, "code") ? cause.code : undefined) {
    case "EADDRINUSE":
      return `PORT ${port} is in use on ${host}; allowed: a free port, or 0 for any that is free`;
    case "EACCES":
      return `PORT ${port} is not for this user to listen on; allowed: a port from 1024 on, or 0`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} is no address of this machine; allowed: one that is, or 0.0.0.0 for all`;
    default:
      return `HOST ${host} and PORT ${port} cannot be listened on: ${String(cause)}`;
  }
}

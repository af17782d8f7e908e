import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer";
import type { Settings } from "@paraph/app/settings";
import { Data, Effect, Layer, Predicate, Runtime } from "effect";
import { type HttpServerError } from "effect/http";

import { nodeServer } from "./node_server.ts";

/** Where a server listens, and the command that starts it. */
interface Address extends Pick<Settings, "host" | "port"> {
  readonly startCommand: string;
}

/** The server cannot listen on the configured address; the message names the variable to change. */
class CannotListen extends Data.TaggedError("cannot_listen")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 2;
}

/** Listens on the configured address. At shutdown it finishes requests in progress. */
export function listening(address: Address) {
  const { host, port } = address;
  const options = { host, port, gracefulShutdownTimeout: "30 seconds" } as const;
  return Layer.effectContext(
    Layer.build(NodeHttpServer.layer(() => nodeServer(), options)).pipe(
      Effect.mapError((error) => new CannotListen({ message: explain(address, error) })),
    ),
  );
}

function explain(
  { host, port, startCommand }: Address,
  { cause }: HttpServerError.ServeError,
): string {
  switch (Predicate.hasProperty(cause, "code") ? cause.code : undefined) {
    case "EADDRINUSE":
      return `PORT ${port} is in use on ${host}; allowed: a free port, or 0 to choose one, such as \`PORT=${port === 3001 ? 3002 : 3001} ${startCommand}\``;
    case "EACCES":
      return `PORT ${port} is reserved for privileged users; allowed: a port from 1024, or 0`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} is not an address of this machine; allowed: one of its addresses, or 0.0.0.0 for all`;
    default:
      return `HOST ${host} and PORT ${port} cannot be used: ${String(cause)}`;
  }
}

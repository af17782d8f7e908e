import { createServer } from "node:http";

import { NodeHttpServer } from "@effect/platform-node";
import { Data, Layer, Predicate } from "effect";
import type { HttpServerError } from "effect/http";

import type { Settings } from "../settings.ts";

/** The address of the settings cannot be listened on; the message names the variable to change. */
export class CannotListen extends Data.TaggedError("cannot_listen")<{
  readonly message: string;
}> {}

/** Listens where the settings say, and finishes what is in flight before it stops. */
export function listening(settings: Pick<Settings, "host" | "port">) {
  const { host, port } = settings;
  return NodeHttpServer.layer(createServer, {
    ...{ host, port },
    gracefulShutdownTimeout: "30 seconds",
  }).pipe(Layer.mapError((error) => cannotListen(settings, error)));
}

function cannotListen(
  { host, port }: Pick<Settings, "host" | "port">,
  { cause }: HttpServerError.ServeError,
): CannotListen {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return new CannotListen({
        message: `PORT ${port} is in use on ${host}; allowed: a free port, or 0 for any that is free`,
      });
    case "EACCES":
      return new CannotListen({
        message: `PORT ${port} is not this user's to listen on; allowed: a port from 1024 on, or 0 for any that is free`,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new CannotListen({
        message: `HOST ${host} is no address of this machine; allowed: one that is, or 0.0.0.0 for all`,
      });
    default:
      return new CannotListen({
        message: `HOST ${host} and PORT ${port} cannot be listened on: ${String(cause)}`,
      });
  }
}

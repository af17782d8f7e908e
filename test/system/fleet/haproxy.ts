import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

import { freePort } from "./own_postgres.ts";
import { findProgram, isListening, serviceFolder, serviceProcess } from "./service_process.ts";

/** The program; absent if it is not installed. */
export const HAPROXY = findProgram("haproxy");

const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");

/** The message that starts a session, and the part of the response that only a primary sends. */
const PARAMETERS = "user\0postgres\0database\0postgres\0\0";
const STARTUP = `${(PARAMETERS.length + 8).toString(16).padStart(8, "0")}00030000${hex(PARAMETERS)}`;
const IS_PRIMARY = hex("in_hot_standby\0off\0");

/** Starts a HAProxy that forwards connections to the primary of several servers; returns its URL. */
export const haproxy = Effect.fnUntraced(function* (
  servers: ReadonlyArray<{ readonly port: number }>,
): Effect.fn.Return<string, never, Scope.Scope> {
  const folder = yield* serviceFolder;
  const port = yield* Effect.promise(freePort);
  const config = path.join(folder, "haproxy.cfg");
  const lines = servers.map(({ port: each }) => `server pg${each} 127.0.0.1:${each} check`);
  fs.writeFileSync(
    config,
    `defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${STARTUP}
  tcp-check expect binary ${IS_PRIMARY}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  ${lines.join("\n  ")}
`,
  );
  const proxy = yield* serviceProcess({
    file: HAPROXY ?? "haproxy",
    args: ["-db", "-f", config],
    folder,
    isReady: () => isListening(port),
  });
  yield* proxy.start;
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
});

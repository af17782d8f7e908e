import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";
import { pipeline } from "node:stream";

import { Effect, type Scope } from "effect";

import { PostgresUnavailable } from "../client.ts";
import { isOwnUser } from "./data_folder.ts";
import type { SupervisedHub } from "./supervised_hub.ts";

/**
 * Lets other processes of the same user connect to a hub, for the life of the scope.
 *
 * The socket is in a new private folder below the temporary one, since its path must fit into 107 bytes and
 * no other user can have made that folder. The address file next to the data contains its path. `psql -h
 * <folder> -U postgres` connects too.
 */
export function serveHub(
  hub: SupervisedHub,
  addressFile: string,
): Effect.Effect<void, PostgresUnavailable, Scope.Scope> {
  return Effect.gen(function* () {
    removeStaleFolder(addressFile);
    const folder = yield* Effect.acquireRelease(makeFolder, (directory) =>
      Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true })),
    );
    const socket = path.join(folder, ".s.PGSQL.5432");
    yield* Effect.acquireRelease(listen(hub, socket), stop);
    yield* Effect.acquireRelease(
      Effect.sync(() => writeAddress(addressFile, socket)),
      () => Effect.sync(() => fs.rmSync(addressFile, { force: true })),
    );
  });
}

/**
 * Connects to the process that serves the hub. Throws if there is no address file, or if the socket belongs
 * to another user, who could have created it as a replacement.
 */
export function connectToHub(addressFile: string): net.Socket {
  const socket = fs.readFileSync(addressFile, "utf8");
  assertPrivateSocket(socket);
  return net.connect({ path: socket });
}

/** Also checks the directory of the socket: only its owner can replace a file in a private one. */
function assertPrivateSocket(socket: string): void {
  const folder = fs.lstatSync(path.dirname(socket));
  const isPrivate = folder.isDirectory() && (folder.mode & 0o077) === 0 && isOwnUser(folder.uid);
  const file = fs.lstatSync(socket);
  if (isPrivate && file.isSocket() && isOwnUser(file.uid)) return;
  throw new Error(`the socket ${socket} is accessible to other users`);
}

interface HubServer {
  readonly server: net.Server;
  readonly sockets: Set<net.Socket>;
}

const makeFolder = Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-")));

/** Called with the lock held, so the process that wrote the address file is dead. */
function removeStaleFolder(addressFile: string): void {
  if (!fs.existsSync(addressFile)) return;
  const socket = fs.readFileSync(addressFile, "utf8");
  // Ignores a missing socket and any other file.
  try {
    assertPrivateSocket(socket);
  } catch {
    return;
  }
  fs.rmSync(socket, { force: true });
  // Only an empty folder is removed.
  try {
    fs.rmdirSync(path.dirname(socket));
  } catch {}
}

/** Writes and renames, so that readers see a complete address or none. */
function writeAddress(addressFile: string, socket: string): void {
  const temporaryFile = `${addressFile}.unfinished`;
  fs.writeFileSync(temporaryFile, socket, { mode: 0o600 });
  fs.renameSync(temporaryFile, addressFile);
}

function listen(hub: SupervisedHub, socket: string): Effect.Effect<HubServer, PostgresUnavailable> {
  return Effect.callback((resume) => {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((client) => {
      sockets.add(client);
      // Ends one side when the other ends or fails. A broken connection affects only itself.
      pipeline(client, hub.connect(), client, () => sockets.delete(client));
    });
    server.once("error", (cause) =>
      resume(new PostgresUnavailable({ message: `Cannot listen on ${socket}`, cause })),
    );
    server.listen(socket, () => {
      fs.chmodSync(socket, 0o600);
      resume(Effect.succeed({ server, sockets }));
    });
  });
}

function stop({ server, sockets }: HubServer): Effect.Effect<void> {
  return Effect.callback((resume) => {
    server.close(() => resume(Effect.void));
    for (const socket of sockets) socket.destroy();
  });
}

import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";
import { pipeline } from "node:stream";

import { Effect, type Scope } from "effect";

import { PostgresUnavailable } from "./client.ts";
import { isOwnUser } from "./data_folder.ts";
import type { SupervisedHub } from "./supervised_hub.ts";

/**
 * Lets other processes of the same user connect to a hub, for the life of the scope.
 *
 * The socket lies in a fresh private folder below the temporary one, since its path must fit
 * into 107 bytes; nobody else can have made that folder. Where it is stands in the address file,
 * beside the data. `psql -h <folder> -U postgres` connects too.
 */
export function serveHub(
  hub: SupervisedHub,
  addressFile: string,
): Effect.Effect<void, PostgresUnavailable, Scope.Scope> {
  return Effect.gen(function* () {
    removeStaleFolder(addressFile);
    const folder = yield* Effect.acquireRelease(makeFolder, (made) =>
      Effect.sync(() => fs.rmSync(made, { recursive: true, force: true })),
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
 * Connects to whichever process serves the hub now. Throws when none has left its address, and when
 * the socket is not this user's own: another user could have made one in its place.
 */
export function connectToHub(addressFile: string): net.Socket {
  const socket = fs.readFileSync(addressFile, "utf8");
  refuseForeignSocket(socket);
  return net.connect({ path: socket });
}

/** The directory of the socket is checked too: only its owner can replace a file in a private one. */
function refuseForeignSocket(socket: string): void {
  const folder = fs.lstatSync(path.dirname(socket));
  const isPrivate = folder.isDirectory() && (folder.mode & 0o077) === 0 && isOwnUser(folder.uid);
  const file = fs.lstatSync(socket);
  if (isPrivate && file.isSocket() && isOwnUser(file.uid)) return;
  throw new Error(`the socket ${socket} does not belong to this user alone`);
}

interface HubServer {
  readonly server: net.Server;
  readonly sockets: Set<net.Socket>;
}

const makeFolder = Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-")));

/** Called with the lock held: whoever left the address file is dead. */
function removeStaleFolder(addressFile: string): void {
  if (!fs.existsSync(addressFile)) return;
  const socket = fs.readFileSync(addressFile, "utf8");
  // What is no socket of ours is left alone, and so is one that is gone already.
  try {
    refuseForeignSocket(socket);
  } catch {
    return;
  }
  fs.rmSync(socket, { force: true });
  // Only if nothing else is in it.
  try {
    fs.rmdirSync(path.dirname(socket));
  } catch {}
}

/** Renamed into place: readers see a whole address or none. */
function writeAddress(addressFile: string, socket: string): void {
  const unfinished = `${addressFile}.unfinished`;
  fs.writeFileSync(unfinished, socket, { mode: 0o600 });
  fs.renameSync(unfinished, addressFile);
}

function listen(hub: SupervisedHub, socket: string): Effect.Effect<HubServer, PostgresUnavailable> {
  return Effect.callback((resume) => {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((client) => {
      sockets.add(client);
      // Ends the one when the other ends or fails; a broken connection concerns only itself.
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

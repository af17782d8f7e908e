import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";

import { Effect, type Scope } from "effect";

/** A program of the system that a deployment uses, as a process only for one test. */
export interface ServiceProcess {
  /** Starts it and waits until it is ready. */
  readonly start: Effect.Effect<void>;
  /** Sends a signal and waits for the end. */
  readonly stop: (signal: NodeJS.Signals) => Effect.Effect<void>;
}

/** A program and its arguments, and whether it is ready. */
export interface ServiceProgram {
  readonly file: string;
  readonly args: ReadonlyArray<string>;
  readonly folder: string;
  readonly isReady: () => Promise<boolean>;
}

/** A process that is not started yet, and that ends with the scope. */
export function serviceProcess({
  file,
  args,
  folder,
  isReady,
}: ServiceProgram): Effect.Effect<ServiceProcess, never, Scope.Scope> {
  let child: ChildProcess | undefined;
  const start = Effect.promise(async () => {
    child = spawn(file, args, { ...unprivilegedUser(), cwd: folder, stdio: "ignore" });
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`${file} ended with code ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const stop = (signal: NodeJS.Signals) =>
    Effect.promise(async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    });
  return Effect.as(
    Effect.addFinalizer(() => stop("SIGKILL")),
    { start, stop },
  );
}

/** A folder of the user that services run as, which is removed with the scope. */
export const serviceFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-service-"));
    const { uid, gid } = unprivilegedUser();
    if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
    return folder;
  }),
  (folder) =>
    Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 })),
);

/** Whether a process accepts connections on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivilegedUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "postgres"]).toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/**
 * The path of a program of the system; undefined if it is not installed. With `REQUIRE_OUTSIDE_TOOLS` it is
 * required.
 */
export function findProgram(name: string): string | undefined {
  const folders = ["/usr/sbin", "/usr/local/sbin", ...(process.env["PATH"] ?? "").split(":")];
  const file = folders
    .map((folder) => path.join(folder, name))
    .find((candidate) => fs.existsSync(candidate));
  if (file === undefined && process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined) {
    throw new Error(`${name} is required and not installed`);
  }
  return file;
}

import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { Predicate } from "effect";

/** Runs a program and returns its standard output. Rejects with all of its output when it fails. */
export async function run(
  file: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(file, [...args], {
      ...options,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  } catch (cause) {
    const { stdout, stderr } = Predicate.isObject(cause) ? cause : {};
    throw new Error([`${file} ${args.join(" ")}`, stdout, stderr].join("\n"), { cause });
  }
}

/** A running program. */
export interface Running {
  /** Waits for output that matches; returns the first group. */
  readonly waitForOutput: (form: RegExp) => Promise<string>;
  /** Sends SIGTERM; returns the exit code, null when a signal ended it. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a program. */
export function start(file: string, args: ReadonlyArray<string>, options: SpawnOptions): Running {
  const child = spawn(file, [...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const waitForOutput = (form: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const match = form.exec(output);
        if (match !== null) resolve(match[1] ?? match[0]);
        else if (hasEnded(child)) reject(new Error(`It ended before it wrote ${form}: ${output}`));
      };
      child.on("paraph-output", look);
      child.on("close", look);
      look();
    });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      child.emit("paraph-output");
    });
  }
  const stop = async () => {
    if (!hasEnded(child)) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    return child.exitCode;
  };
  return { waitForOutput, stop };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

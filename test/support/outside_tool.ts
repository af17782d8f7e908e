import { spawnSync } from "node:child_process";

/** What a tool left behind. */
interface Read {
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs a reader of PDFs that is none of ours over a document and gives what it prints; nothing where
 * the tool is not installed. With `REQUIRE_OUTSIDE_TOOLS` set it has to be there.
 */
export function readWith(tool: string, args: ReadonlyArray<string>): Read | undefined {
  return readIfThere(tool, args, process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined);
}

/** The same for a tool that need not be installed anywhere, unless it is required after all. */
export function readIfThere(
  tool: string,
  args: ReadonlyArray<string>,
  isRequired = false,
): Read | undefined {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (error === undefined) return { status, output: stdout + stderr };
  if (!isRequired) return undefined;
  throw new Error(`${tool} is required and cannot be run`, { cause: error });
}

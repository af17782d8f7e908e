import { spawnSync } from "node:child_process";

/** The output of a tool. */
interface ToolOutput {
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs another program's PDF reader on a document and returns its output; `undefined` if the tool is not
 * installed. With `REQUIRE_OUTSIDE_TOOLS` it is required.
 */
export function readWith(tool: string, args: ReadonlyArray<string>): ToolOutput | undefined {
  return readIfInstalled(tool, args, process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined);
}

/** The same for an optional tool, which `REQUIRE_OUTSIDE_TOOLS` does not require. */
export function readIfInstalled(
  tool: string,
  args: ReadonlyArray<string>,
  isRequired = false,
): ToolOutput | undefined {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (error === undefined) return { status, output: stdout + stderr };
  if (!isRequired) return undefined;
  throw new Error(`${tool} is required and cannot be run`, { cause: error });
}

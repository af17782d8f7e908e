import { spawnSync } from "node:child_process";

/**
 * Runs a reader of PDFs that is none of ours over a document and gives what it prints; nothing where
 * the tool is not installed. With `REQUIRE_OUTSIDE_TOOLS` set it has to be there.
 */
export function readWith(
  tool: string,
  args: ReadonlyArray<string>,
): { readonly status: number | null; readonly output: string } | undefined {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (error === undefined) return { status, output: stdout + stderr };
  if (process.env["REQUIRE_OUTSIDE_TOOLS"] === undefined) return undefined;
  throw new Error(`${tool} is required and cannot be run`, { cause: error });
}

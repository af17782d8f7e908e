import { execFile } from "node:child_process";

import { Effect } from "effect";

/** The veraPDF command that checks the standards of documents, such as `verapdf` or a path; unset by default. */
export const VERAPDF = process.env["VERAPDF"];

/** The profiles of veraPDF, by the standards of layouts. */
const FLAVOURS = { "pdf/a-3u": "3u", "pdf/ua-1": "ua1" } as const;

/**
 * Validates a file with veraPDF. Returns its report if the file does not conform; `undefined` if it does, or
 * if `VERAPDF` is not set. Other work continues meanwhile.
 */
export function verapdfFailures(
  file: string,
  standard: keyof typeof FLAVOURS,
): Effect.Effect<string | undefined> {
  if (VERAPDF === undefined) return Effect.undefined;
  const command = VERAPDF;
  const args = ["--flavour", FLAVOURS[standard], "--format", "text", "-v", file];
  return Effect.promise(
    () =>
      new Promise((resolve) => {
        execFile(command, args, (error, stdout, stderr) => {
          const conforms = error === null && /^PASS /m.test(stdout);
          resolve(conforms ? undefined : `${error?.message ?? "No report"}\n${stdout}${stderr}`);
        });
      }),
  );
}

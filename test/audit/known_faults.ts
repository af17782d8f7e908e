import { execFile } from "node:child_process";

import { Option, Schema } from "effect";

const Report = Schema.fromJsonString(
  Schema.Struct({
    metadata: Schema.Struct({ vulnerabilities: Schema.Record(Schema.String, Schema.Int) }),
  }),
);

/** How long a registry may take to respond, in milliseconds. */
const PATIENCE = 60_000;

/** The number of known vulnerabilities in our dependencies, by severity; nothing without a response. */
export async function knownFaults(): Promise<Option.Option<Readonly<Record<string, number>>>> {
  const output = await npm("audit", "--omit=dev", "--json");
  return Option.map(
    Schema.decodeUnknownOption(Report)(output),
    ({ metadata }) => metadata.vulnerabilities,
  );
}

/** Ends with 1 when there is something to tell, too: what counts is what it says. */
function npm(...args: ReadonlyArray<string>): Promise<string> {
  return new Promise((resolve) => {
    execFile("npm", args, { timeout: PATIENCE, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

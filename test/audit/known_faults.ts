import { execFile } from "node:child_process";

import { Option, Schema } from "effect";

const Report = Schema.fromJsonString(
  Schema.Struct({
    metadata: Schema.Struct({ vulnerabilities: Schema.Record(Schema.String, Schema.Int) }),
  }),
);

/** How long a registry may take to respond, in milliseconds. */
const REGISTRY_TIMEOUT = 60_000;

/** The number of known vulnerabilities in the dependencies, by severity; none without a response. */
export async function knownVulnerabilities(): Promise<
  Option.Option<Readonly<Record<string, number>>>
> {
  const output = await npm("audit", "--omit=dev", "--json");
  return Option.map(
    Schema.decodeUnknownOption(Report)(output),
    ({ metadata }) => metadata.vulnerabilities,
  );
}

/** `npm audit` exits with 1 when it finds vulnerabilities, so only its output counts. */
function npm(...args: ReadonlyArray<string>): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      "npm",
      args,
      { timeout: REGISTRY_TIMEOUT, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => resolve(stdout),
    );
  });
}

/** `npm run audit`: checks the lockfile, and asks the registry for known vulnerabilities. */
import { readFileSync } from "node:fs";

import { Console, Effect, Option, Schema } from "effect";

import { knownVulnerabilities } from "./known_faults.ts";
import { Lock, lockProblems } from "./lock_problems.ts";

const LOCK = new URL("../../package-lock.json", import.meta.url);

/** Severities that block a release. */
const SEVERE = ["high", "critical"];

const main = Effect.gen(function* () {
  const lock = Schema.decodeUnknownSync(Schema.fromJsonString(Lock))(readFileSync(LOCK, "utf8"));
  const problems = lockProblems(lock);
  yield* Console.log(
    problems.length === 0
      ? `package-lock.json: ${Object.keys(lock.packages).length} packages, all from the registry, with SHA-512`
      : `package-lock.json:\n  ${problems.join("\n  ")}`,
  );
  const vulnerabilities = yield* Effect.promise(knownVulnerabilities);
  if (Option.isNone(vulnerabilities)) {
    yield* Console.log("Known vulnerabilities: not checked, because the registry did not respond");
  } else {
    const counts = Object.entries(vulnerabilities.value).map(
      ([severity, count]) => `${count} ${severity}`,
    );
    yield* Console.log(`Known vulnerabilities of dependencies: ${counts.join(", ")}`);
  }
  const severe = SEVERE.reduce(
    (total, severity) =>
      total + Option.match(vulnerabilities, { onNone: () => 0, onSome: (of) => of[severity] ?? 0 }),
    0,
  );
  process.exitCode = problems.length + severe === 0 ? 0 : 1;
});

await Effect.runPromise(main);

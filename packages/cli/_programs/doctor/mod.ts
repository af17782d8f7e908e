import { readSettings, type Settings } from "@paraph/app/settings";
import { Console, Data, Effect, Logger, Layer } from "effect";

import { CommandEnvironment } from "../../environment/environment.ts";
import { plainText } from "../../terminal/plain_text.ts";
import { printJson } from "../../terminal/print.ts";
import { databaseChecks } from "./database.ts";
import {
  embedCheck,
  mailCheck,
  publicUrlCheck,
  rateLimitCheck,
  signingCheck,
  timeStampCheck,
} from "./dependencies.ts";
import { type Check, failed, type Finding, ok } from "./finding.ts";
import { dataDirCheck, storageCheck } from "./storage.ts";

/** A check failed; its finding has been printed. */
class ChecksFailed extends Data.TaggedError("not_well")<{ readonly message: string }> {}

type NamedFinding = Finding & { readonly check: string };

/** Checks all dependencies of a deployment, prints the findings, and fails if a check failed. */
export const doctor = Effect.fnUntraced(function* (asJson: boolean) {
  const findings = yield* Effect.provide(examine, Layer.succeed(Logger.CurrentLoggers, new Set()));
  yield* asJson ? printJson(findings) : Console.log(plainText(findings.map(lineOf).join("\n")));
  const failures = findings.filter(({ level }) => level === "failed");
  if (failures.length === 0) return undefined;
  return yield* new ChecksFailed({
    message: `failed: ${failures.map(({ check }) => check).join(", ")}`,
  });
});

/**
 * Checks the data directory, then everything else at once; returns the findings in order. Invalid settings
 * end the checks.
 */
const examine = Effect.gen(function* () {
  const node: NamedFinding = { check: "node", ...ok(`${process.version} (supported)`) };
  const settings = yield* Effect.result(readSettings);
  if (settings._tag === "Failure") {
    const summary = settings.failure.message.replaceAll("\n", "; ");
    return [
      { check: "settings", ...failed(summary, "correct them and run the checks again") },
      node,
    ];
  }
  // Opening the database restricts the directory to its owner, so its permissions are checked before.
  const data = yield* runCheck(dataDirCheck(settings.success));
  const others = yield* checksOf(settings.success);
  const findings = yield* Effect.forEach(others, runCheck, { concurrency: "unbounded" });
  const { file } = yield* CommandEnvironment;
  const valid = `all variables are valid${file === undefined ? "" : `; ${file} was read`}`;
  return [{ check: "settings", ...ok(valid) }, node, data, ...findings];
});

const checksOf = Effect.fnUntraced(function* (settings: Settings) {
  const checks: ReadonlyArray<Check> = [
    ...(yield* databaseChecks(settings)),
    storageCheck(settings),
    mailCheck(settings),
    rateLimitCheck(settings),
    signingCheck(settings),
    timeStampCheck(settings),
    embedCheck(settings),
    publicUrlCheck(settings),
  ];
  return checks;
});

function runCheck({ name, run }: Check): Effect.Effect<NamedFinding> {
  return Effect.map(run, (finding) => ({ check: name, ...finding }));
}

function lineOf({ check, level, found, advice }: NamedFinding): string {
  const line = `${level.padEnd(6)}  ${check.padEnd(11)}  ${found}`;
  return advice === undefined ? line : `${line} → ${advice}`;
}

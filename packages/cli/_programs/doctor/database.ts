import * as fs from "node:fs";
import path from "node:path";

import type { Settings } from "@paraph/app/settings";
import { type DatabaseState, databaseState, type Waiting } from "@paraph/database";
import { DatabaseHost, postgres, UNFINISHED_RESTORE } from "@paraph/database/postgres";
import { Clock, Effect } from "effect";

import { type Check, check, failed, type Finding, ok, CHECK_TIMEOUT, warning } from "./finding.ts";

/** The state of a database, and how far its clock is from ours. */
interface ObservedState extends DatabaseState {
  readonly host: DatabaseHost["Service"];
  /** How far its clock is ahead of ours, in milliseconds. */
  readonly ahead: number;
}

/** This process opens the embedded database when no server has it open, which takes a while. */
const OPEN_TIMEOUT = 20_000;

/** The checks of a database: connection, clock and waiting work. */
export const databaseChecks = Effect.fnUntraced(function* (settings: Settings) {
  const cachedState = yield* Effect.cached(readState(settings));
  const isServer = settings.databaseUrl !== undefined;
  const timeout = isServer ? CHECK_TIMEOUT : OPEN_TIMEOUT;
  const advice = isServer
    ? "check DATABASE_URL and that PostgreSQL runs"
    : "check the permissions of DATA_DIR; only one server may use it at a time";
  const databaseCheck = (name: string, report: (state: ObservedState) => Finding): Check =>
    check(
      name,
      Effect.map(cachedState, (state) => (state === undefined ? ABSENT : report(state))),
      advice,
      timeout,
    );
  const isStateKnown = Effect.matchCause(cachedState, {
    onSuccess: () => true,
    onFailure: () => false,
  });
  /** A database failure is reported once; the checks that need the database are unknown. */
  const dependentCheck = (name: string, report: (state: ObservedState) => Finding): Check => {
    const { run } = databaseCheck(name, report);
    const isKnown = isStateKnown.pipe(
      Effect.timeoutOrElse({ duration: timeout, orElse: () => NOT_KNOWN }),
    );
    return { name, run: Effect.flatMap(isKnown, (is) => (is ? run : Effect.succeed(UNKNOWN))) };
  };
  return [
    databaseCheck("database", databaseFinding),
    dependentCheck("queue", queueFinding),
    dependentCheck("clock", clockFinding),
  ];
});

const NOT_KNOWN = Effect.succeed(false);
const UNKNOWN = warning(
  "unknown while the database does not respond",
  "see the finding of database",
);

const ABSENT = ok("the embedded database does not exist yet; the first start creates it");

/** Reads the state of the database; `undefined` for an embedded one that was never opened or restored. */
function readState({ databaseUrl: url, databasePoolMode: poolMode, dataDir }: Settings) {
  const signs = ["db", UNFINISHED_RESTORE].map((name) => path.join(dataDir, name));
  const exists = url !== undefined || signs.some((sign) => fs.existsSync(sign));
  if (!exists) return Effect.undefined;
  const database = postgres({ url, poolMode, dataDir, timeout: "2 seconds" });
  const observation = Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis;
    const state = yield* databaseState;
    const after = yield* Clock.currentTimeMillis;
    const ahead = state.clockMillis - (before + after) / 2;
    const cachedState: ObservedState = { ...state, host: yield* DatabaseHost, ahead };
    return cachedState;
  });
  return Effect.provide(observation, database);
}

const OLDEST = 15;

const HOSTS: Readonly<Record<ObservedState["host"], string>> = {
  server: "responds",
  this_process: "(embedded) opens; no server uses it now",
  another_process: "(embedded) responds; a server uses it",
};

function databaseFinding({
  version,
  host,
  migrations: { applied, known },
}: ObservedState): Finding {
  const summary = `PostgreSQL ${version} ${HOSTS[host]}`;
  if (Number.parseInt(version, 10) < OLDEST)
    return failed(summary, `use PostgreSQL ${OLDEST} or later`);
  if (applied > known)
    return warning(
      `${summary}; its schema (${applied}) is newer than this Paraph (${known})`,
      "finish the roll-out; the previous release works on it, older ones may not",
    );
  return applied === known
    ? ok(`${summary}; its schema is current (${applied})`)
    : warning(
        `${summary}; its schema is at ${applied} of ${known}`,
        "run paraph migrate, or start a server, which migrates it",
      );
}

/** The age of waiting work, in seconds, from which a worker is probably missing. */
const LONG = 300;

function queueFinding({ waiting }: ObservedState): Finding {
  if (waiting === undefined) return ok("the tables do not exist yet");
  const summary = waiting.map(depth).join(", ");
  return waiting.some(({ oldestSeconds }) => oldestSeconds > LONG)
    ? warning(summary, "check that workers run, and read their log")
    : ok(summary);
}

function depth({ kind, count, oldestSeconds }: Waiting): string {
  const age = count === 0 ? "" : ` (oldest ${Math.max(0, Math.round(oldestSeconds))} s)`;
  return `${kind} waiting: ${count}${age}`;
}

/** The tolerated difference of clocks, in milliseconds. Signatures of webhooks and links depend on it. */
const SKEW = { warning: 2000, failed: 60_000 };

function clockFinding({ ahead }: ObservedState): Finding {
  const skew = Math.abs(ahead);
  const summary =
    skew < 1000
      ? "agrees with the clock of the database"
      : `is ${(skew / 1000).toFixed(1)} s ${ahead > 0 ? "behind" : "ahead of"} the clock of the database`;
  if (skew < SKEW.warning) return ok(summary);
  const severity = skew < SKEW.failed ? warning : failed;
  return severity(summary, "use the same time server (NTP) on both machines");
}

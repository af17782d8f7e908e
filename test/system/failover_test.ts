import { assert, describe, it } from "@effect/vitest";
import { serverPostgres } from "@paraph/database/postgres";
import { Context, Duration, Effect, Layer, Redacted } from "effect";
import { SqlClient } from "effect/sql";

import { startFleet } from "./fleet/fleet.ts";
import { haproxy, HAPROXY } from "./fleet/haproxy.ts";
import { ownPostgres, POSTGRES_BIN } from "./fleet/own_postgres.ts";
import { replicatedPostgres, type ReplicatedPostgres } from "./fleet/replicated_postgres.ts";

/** The standby comes first, so that the first host is never the right one. */
const severalHosts = ({ primary, standby }: ReplicatedPostgres) =>
  `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;

const WAYS = [
  {
    way: "a URL with both hosts",
    make: (pair: ReplicatedPostgres) => Effect.succeed(severalHosts(pair)),
  },
  ...(HAPROXY === undefined
    ? []
    : [
        {
          way: "HAProxy",
          make: ({ primary, standby }: ReplicatedPostgres) => haproxy([primary, standby]),
        },
      ]),
];

const connect = (url: string) =>
  Effect.map(Layer.build(serverPostgres({ url: Redacted.make(url) })), (context) =>
    Context.get(context, SqlClient.SqlClient),
  );

const isSkipped = POSTGRES_BIN === undefined;

describe.skipIf(isSkipped).each(WAYS)("failover to a standby, through $way", ({ make }) => {
  it.live("loses and repeats nothing that was accepted, and continues within 15 s", () =>
    Effect.gen(function* () {
      const pair = yield* replicatedPostgres;
      const url = yield* make(pair);
      const { accept, underLoad, assertWhole } = yield* startFleet({
        url,
        directUrl: pair.primary.url,
      });
      const failover = Effect.gen(function* () {
        yield* accept(60);
        yield* pair.primary.stop("SIGKILL");
        yield* pair.promote;
        const [pause] = yield* Effect.timed(Effect.timeout(accept(1), "15 seconds"));
        yield* Effect.logInfo("Writes continue", {
          millisAfterPromotion: Duration.toMillis(pause),
        });
        yield* accept(60);
      });
      yield* underLoad(failover);
      yield* assertWhole(pair.standby.url);
    }).pipe(Effect.scoped),
  );
});

describe.skipIf(isSkipped)("a connection to a server that became read-only", () => {
  it.live("is replaced after the first failed write", () =>
    Effect.gen(function* () {
      const sql = yield* connect((yield* ownPostgres).url);
      yield* sql`CREATE TABLE note (text text)`;
      const write = sql`INSERT INTO note VALUES ('x')`;
      const process = Effect.map(
        sql<{ id: number }>`SELECT pg_backend_pid() AS id`,
        (rows) => rows[0]?.id,
      );
      for (const attempt of [write, sql.withTransaction(write)]) {
        // The pool has one connection so far, which behaves like one to a demoted primary.
        const before = yield* process;
        yield* sql`SET default_transaction_read_only = on`;
        const { reason } = yield* Effect.flip(attempt);
        assert.propertyVal(reason.cause, "code", "25006");
        assert.notStrictEqual(yield* process, before);
        yield* attempt;
      }
    }).pipe(Effect.scoped),
  );
});

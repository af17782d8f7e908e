import { Context, type Effect, Schema } from "effect";

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The work of a kind. */
const SystemQueue = Schema.Struct({
  queue: Schema.Literals(["renders", "mails", "deliveries", "signatures"]).annotateKey({
    description: "The kind of work.",
  }),
  waiting: Count.annotateKey({ description: "Jobs that are due and not claimed by a worker." }),
  oldestSeconds: Schema.Finite.annotateKey({
    description: "How long the oldest of them has waited, in seconds. 0 if none waits.",
  }),
}).annotate({ identifier: "SystemQueue", description: "The waiting work of a kind." });

/** What the database knows about a deployment. */
const SystemState = Schema.Struct({
  databaseVersion: Schema.String.annotateKey({ description: "The version of PostgreSQL." }),
  appliedMigrations: Count.annotateKey({ description: "The migrations that were applied." }),
  knownMigrations: Count.annotateKey({
    description:
      "The migrations of this release. More than were applied: the schema is older than the release.",
  }),
  queues: Schema.Array(SystemQueue).annotateKey({ description: "The waiting work of each kind." }),
  jobsInProgress: Count.annotateKey({
    description: "Renders and emails that workers are processing.",
  }),
  connections: Count.annotateKey({
    description: "Connections of all servers and workers to the database.",
  }),
  accounts: Count.annotateKey({ description: "The accounts." }),
  projects: Count.annotateKey({ description: "The projects that are not deleted." }),
}).annotate({ identifier: "SystemState", description: "The state of a deployment." });
export type SystemState = typeof SystemState.Type;

/** The state of a deployment for its operators. */
export const SystemReport = Schema.Struct({
  version: Schema.String.annotateKey({ description: "The release of the server that responds." }),
  failing: Schema.Array(Schema.String).annotateKey({
    description:
      "The parts that do not respond, as in `GET /readyz`: empty if the server is ready.",
  }),
  state: Schema.NullOr(SystemState).annotateKey({
    description: "The state of the deployment. `null` while the database does not respond.",
  }),
}).annotate({
  identifier: "SystemReport",
  description: "The health and the load of a deployment.",
});

/** Reads the state of a deployment. */
export class SystemStore extends Context.Service<
  SystemStore,
  { readonly read: Effect.Effect<SystemState> }
>()("@paraph/core/admin/SystemStore") {}

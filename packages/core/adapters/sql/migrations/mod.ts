import { Effect } from "effect";
import { Migrator, type SqlClient, type SqlError } from "effect/sql";

import { accountsAndProjects } from "./0001_accounts_and_projects.ts";
import { keys } from "./0002_keys.ts";
import { templates } from "./0003_templates.ts";
import { renders } from "./0004_renders.ts";
import { idempotencyKeys } from "./0005_idempotency_keys.ts";
import { partners } from "./0006_partners.ts";
import { events } from "./0007_events.ts";
import { sharesAndEngagement } from "./0008_shares_and_engagement.ts";
import { mails } from "./0009_mails.ts";
import { webhooks } from "./0010_webhooks.ts";
import { inboundHooks } from "./0011_inbound_hooks.ts";
import { compiledLayouts } from "./0012_compiled_layouts.ts";
import { signatures } from "./0013_signatures.ts";
import { signing } from "./0014_signing.ts";
import { embed } from "./0015_embed.ts";
import { traceParents } from "./0017_trace_parents.ts";

/** Every change to the schema, in order. Add to the end; never touch what has been released. */
const MIGRATIONS = {
  "0001_accounts_and_projects": accountsAndProjects,
  "0002_keys": keys,
  "0003_templates": templates,
  "0004_renders": renders,
  "0005_idempotency_keys": idempotencyKeys,
  "0006_partners": partners,
  "0007_events": events,
  "0008_shares_and_engagement": sharesAndEngagement,
  "0009_mails": mails,
  "0010_webhooks": webhooks,
  "0011_inbound_hooks": inboundHooks,
  "0012_compiled_layouts": compiledLayouts,
  "0013_signatures": signatures,
  "0014_signing": signing,
  "0015_embed": embed,
  "0017_trace_parents": traceParents,
};

/** The number of the last change: that of a database with the current schema. */
export const LATEST_MIGRATION = Number.parseInt(Object.keys(MIGRATIONS).at(-1) ?? "0", 10);

/**
 * Brings a database to the current schema; does nothing when it is there already.
 *
 * Any number of servers may start at once: a lock lets one migrate and the others wait.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  Migrator.MigrationError | SqlError.SqlError,
  SqlClient.SqlClient
> = Migrator.make({})({
  loader: Migrator.fromRecord(MIGRATIONS),
  table: "paraph_migrations",
}).pipe(Effect.map((done) => done.map(([, name]) => name)));

import { AuditActionName, type AuditEntry, type AuditQuery } from "@paraph/core/audit";
import { ProjectId } from "@paraph/core/values";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { paging, sayMore } from "../paging.ts";
import { json, printTable } from "../print.ts";
import { readSettings } from "../settings.ts";

const list = Command.make(
  "list",
  {
    project: Flag.String("project").pipe(
      Flag.withDescription("Only what was done to the project with this id"),
      Flag.withSchema(ProjectId),
      Flag.optional,
    ),
    action: Flag.String("action").pipe(
      Flag.withDescription("Only this action, such as render.deleted"),
      Flag.withSchema(AuditActionName),
      Flag.optional,
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Every account's, from the database itself (reads the settings)"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    ...paging,
    json,
  },
  Effect.fnUntraced(function* ({ all, json, ...options }) {
    const query = given(options);
    const page = all ? yield* everyAccounts(query) : yield* ownAccounts(query);
    yield* printTable(page.entries, COLUMNS, json);
    yield* sayMore(page);
  }),
).pipe(described("List what was done, newest first", "account"));

const ownAccounts = Effect.fnUntraced(function* (query: AuditQuery) {
  const { callApi } = yield* Effect.promise(() => import("../_programs/client.ts"));
  return yield* callApi(({ audit }) => audit.list({ query }));
});

const everyAccounts = Effect.fnUntraced(function* (query: AuditQuery) {
  const { listAudit } = yield* Effect.promise(() => import("../_programs/accounts.ts"));
  return yield* listAudit(yield* readSettings, query);
});

const COLUMNS: Parameters<typeof printTable<AuditEntry>>[1] = [
  "at",
  "action",
  ["target", ({ targetKind, targetId }) => `${targetKind} ${targetId ?? ""}`.trim()],
  ["by", ({ actorKind, actorId }) => `${actorKind} ${actorId ?? ""}`.trim()],
  ["address", ({ sourceIp }) => sourceIp],
  "requestId",
];

/** `paraph audit`: the audit log of an account, or of the deployment. */
export const audit = Command.make("audit").pipe(
  described("Show who did what", "account"),
  Command.withSubcommands([list]),
);

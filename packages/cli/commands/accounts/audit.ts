import { readSettings } from "@paraph/app/settings";
import { AuditActionName, type AuditEntry, type AuditQuery } from "@paraph/core/audit";
import { ProjectId } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { Command, Flag } from "effect/cli";

import type { Resources } from "../../_programs/client.ts";
import { describe } from "../../describe.ts";
import { json, optIn, paging, presentFlags, textFlag } from "../../flags.ts";
import { inputNames, renamedIssues } from "../../input_names.ts";
import { CallFailed } from "../../terminal/failure.ts";
import { type Column, printNextPageHint, printTable } from "../../terminal/print.ts";
import { callServer } from "../server_command.ts";

const list = Command.make(
  "list",
  {
    project: textFlag("project", "Only changes to the project with this id").pipe(
      Flag.withSchema(ProjectId),
      Flag.optional,
    ),
    action: textFlag("action", "Only this action, such as render.deleted").pipe(
      Flag.withSchema(AuditActionName),
      Flag.optional,
    ),
    all: optIn("all", "Of all accounts, directly from the database (reads the settings)"),
    ...paging,
    json,
  },
  Effect.fnUntraced(function* ({ all, json, ...options }) {
    const query = presentFlags(options);
    const page = all
      ? yield* listDeployment(query).pipe(Effect.mapError(withFlagNames))
      : yield* callServer("account", ({ audit }) => audit.list(query), FIELDS);
    yield* printTable<Entry>(page.entries, COLUMNS, json);
    yield* printNextPageHint(page);
  }),
).pipe(describe("List what was done, newest first", "account"));

const FIELDS = { project: "--project", action: "--action", limit: "--limit", cursor: "--cursor" };

/** A failure of the service with its issues under the flags. */
const withFlagNames = <E>(failure: E) =>
  Predicate.isTagged(failure, "invalid_request") && Predicate.hasProperty(failure, "issues")
    ? CallFailed.of("invalid_request", "The command line is not valid", {
        issues: renamedIssues(failure.issues, inputNames(FIELDS)),
      })
    : failure;

const listDeployment = Effect.fnUntraced(function* (query: AuditQuery) {
  const { listAudit } = yield* Effect.promise(() => import("../../_programs/accounts.ts"));
  return yield* listAudit(yield* readSettings, query);
});

/** An entry from the server, or from the database. */
type Entry = AuditEntry | Effect.Success<ReturnType<Resources["audit"]["list"]>>["entries"][number];

const COLUMNS: ReadonlyArray<Column<Entry>> = [
  "at",
  "action",
  ["target", ({ targetKind, targetId }) => `${targetKind} ${targetId ?? ""}`.trim()],
  ["by", ({ actorKind, actorId }) => `${actorKind} ${actorId ?? ""}`.trim()],
  ["address", ({ sourceIp }) => sourceIp],
  "requestId",
];

/** `paraph audit`: the audit log of an account, or of the deployment. */
export const audit = Command.make("audit").pipe(
  describe("Show who did what", "account"),
  Command.withSubcommands([list]),
);

import { assert, layer } from "@effect/vitest";
import { RenderStore } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import { Effect, Predicate } from "effect";
import { SqlClient } from "effect/sql";

import {
  createAccount,
  createProject,
  createVersion,
  migratedStores,
  newRender,
} from "../../testing/mod.ts";
import {
  timestamp,
  type Case,
  consoleCases,
  embedCases,
  HASH,
  UNKNOWN_ID,
} from "./constraints_fixture.ts";

/** Rows that others refer to. */
const RENDER = "01900000-0000-7000-8000-00000000000a";
const SHARE = "01900000-0000-7000-8000-00000000000b";
const ids = (function* () {
  for (let n = 1; ; n++) yield `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
})();
const nextId = () => ids.next().value;

const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const accountId = yield* createAccount;
  const projectId = yield* createProject;
  const otherProject = yield* createProject;
  const keyId = nextId();
  const key = { id: keyId, projectId, name: "n", prefix: "p", createdAt: timestamp };
  yield* sql`INSERT INTO keys ${sql.insert({ ...key, hash: HASH.with(0, 9) })}`;
  const version = yield* createVersion(projectId, Slug.make("kept"));
  const other = yield* createVersion(otherProject, Slug.make("kept"));
  const { templateId, templateVersionId } = version;
  const timestamps = { createdAt: timestamp, updatedAt: timestamp };
  const manifest = "{}";
  const unique = { downloadToken: "another" };
  const success = {
    status: "succeeded",
    completedAt: timestamp,
    pageCount: 1,
    byteSize: 1,
    sha256: "0".repeat(64),
  };
  const failure = {
    status: "failed",
    completedAt: timestamp,
    errorCode: "render_failed",
    errorMessage: "No",
  };
  const share = { channel: "link", token: `shr_${"a".repeat(43)}`, createdAt: timestamp };
  const event = { eventType: "viewed", actorKind: "partner", createdAt: timestamp };
  const email = {
    recipientEmail: "a@b",
    letter: "{}",
    messageId: "<m@b>",
    pixelUrl: "p",
    status: "queued",
    createdAt: timestamp,
  };
  const signature = {
    name: "n".repeat(255),
    provider: "firma",
    status: "sent",
    recipients: "[]",
    expirationHours: 8760,
    expiresAt: timestamp,
    createdAt: timestamp,
  };
  const storedRows = { projectId, templateId, otherTemplate: other.templateId, render: RENDER };
  const otherRender = yield* newRender(projectId, version);
  yield* (yield* RenderStore).add([otherRender]);
  const cases: ReadonlyArray<Case> = [
    {
      table: "projects",
      row: { accountId, slug: "s".repeat(60), name: "n".repeat(200), ...timestamps },
      wrong: [
        { slug: "" },
        { slug: "s".repeat(61) },
        { name: "" },
        { name: "n".repeat(201) },
        { accountId: UNKNOWN_ID },
        {},
      ],
    },
    {
      table: "keys",
      row: { projectId, name: "n".repeat(200), prefix: "p", hash: HASH, createdAt: timestamp },
      wrong: [
        { name: "" },
        { name: "n".repeat(201) },
        { hash: HASH.slice(1) },
        { accountId },
        { projectId: null },
        { projectId: UNKNOWN_ID, hash: HASH.with(0, 1) },
        { projectId: null, accountId: UNKNOWN_ID, hash: HASH.with(0, 1) },
        {},
      ],
    },
    ...consoleCases(keyId, accountId),
    {
      table: "templates",
      row: {
        projectId,
        slug: "a-1",
        name: "n".repeat(120),
        description: "d".repeat(280),
        templateType: "pdf-overlay",
        ...timestamps,
      },
      wrong: [
        { slug: "A" },
        { slug: "a--b" },
        { slug: "-a" },
        { slug: "a".repeat(121) },
        { name: "" },
        { name: "n".repeat(121) },
        { description: "d".repeat(281) },
        { templateType: "html" },
        { projectId: UNKNOWN_ID },
        { slug: "other", currentVersionId: templateVersionId },
        {},
      ],
    },
    {
      table: "template_versions",
      row: {
        templateId,
        versionNumber: 2,
        title: "Kept",
        manifest,
        layout: manifest,
        pageConfig: manifest,
        createdAt: timestamp,
      },
      wrong: [
        { versionNumber: 0 },
        { versionNumber: -1 },
        { templateId: UNKNOWN_ID },
        { versionNumber: 3, copiedFrom: UNKNOWN_ID },
        { versionNumber: 3, title: "" },
        { versionNumber: 3, title: "x".repeat(121) },
        { versionNumber: 3, compiledBy: "an engine without its output" },
        { versionNumber: 3, drawMicros: -1 },
        {},
      ],
    },
    {
      table: "renders",
      row: {
        id: RENDER,
        projectId,
        templateId,
        templateVersionId,
        status: "queued",
        source: "api",
        data: "{}",
        filename: "f".repeat(255),
        downloadToken: "t",
        createdAt: timestamp,
      },
      wrong: [
        { status: "lost" },
        { status: "rendering" },
        { source: "mail" },
        { source: "upload" },
        { filename: "f".repeat(256) },
        { ...success, pageCount: 0 },
        { ...success, byteSize: 0 },
        { ...success, sha256: "0".repeat(63) },
        { ...success, sha256: "G".repeat(64) },
        { ...success, completedAt: null },
        { ...success, pageCount: null },
        { ...success, errorCode: "render_failed", errorMessage: "No" },
        { ...failure, errorMessage: null },
        { ...failure, sha256: "0".repeat(64) },
        { completedAt: timestamp },
        { projectId: otherProject, ...unique },
        { templateVersionId: other.templateVersionId, ...unique },
        {},
      ],
    },
    {
      table: "shares",
      row: { id: SHARE, renderId: RENDER, ...share },
      wrong: [
        { renderId: UNKNOWN_ID, token: `shr_${"b".repeat(43)}` },
        { channel: "pigeon" },
        { channel: "email" },
        { recipientEmail: "e".repeat(255) },
        { message: "m".repeat(2001) },
        { token: "t".repeat(47) },
        { revokedAt: timestamp },
        {},
      ],
    },
    {
      table: "engagement_events",
      row: { renderId: RENDER, shareId: SHARE, ...event },
      wrong: [
        { renderId: UNKNOWN_ID, shareId: null },
        { shareId: UNKNOWN_ID },
        { eventType: "liked" },
        { actorKind: "bot" },
      ],
    },
    {
      table: "mails",
      row: { projectId, renderId: RENDER, shareId: SHARE, cause: "c", ...email },
      wrong: [
        { projectId: UNKNOWN_ID, cause: "d" },
        { renderId: UNKNOWN_ID, shareId: null, cause: "e" },
        { shareId: UNKNOWN_ID, cause: "f" },
        { status: "lost", cause: "g" },
        { sentAt: timestamp, cause: "h" },
        { memberId: UNKNOWN_ID, cause: "i" },
        { memberId: UNKNOWN_ID, projectId: null, renderId: null, shareId: null, cause: "j" },
        {},
      ],
    },
    {
      table: "signature_requests",
      row: { projectId, renderId: RENDER, providerId: "p", ...signature },
      wrong: [
        { projectId: UNKNOWN_ID, providerId: "q" },
        { renderId: UNKNOWN_ID, providerId: "q" },
        { name: "", providerId: "q" },
        { provider: "pigeon" },
        { status: "lost", providerId: "q" },
        { status: "unsent" },
        { expirationHours: 8761, providerId: "q" },
        { completedAt: timestamp, providerId: "q" },
        { status: "completed", completedAt: timestamp, providerId: "q" },
        { certificateFile: "{}", providerId: "q" },
        { certificateFile: "{}", status: "failed", providerId: "q" },
        {},
      ],
    },
    ...embedCases({ ...storedRows, otherRender: otherRender.id }),
  ];
  return cases;
});

/** The constraint that a failed statement violated. */
function constraintOf(cause: unknown): unknown {
  return Predicate.hasProperty(cause, "constraint") ? cause.constraint : cause;
}

layer(migratedStores, { excludeTestServices: true })("the constraints", (it) => {
  it.effect("each refuse the row that they exist for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const violations = new Set<unknown>();
      for (const { table, row, wrong, hasNoId } of yield* prepare) {
        const idColumn = () => (hasNoId === true ? {} : { id: nextId() });
        yield* sql`INSERT INTO ${sql(table)} ${sql.insert({ ...idColumn(), ...row })}`;
        for (const change of wrong) {
          const invalidRow = { ...row, ...idColumn(), ...change };
          const insert = sql`INSERT INTO ${sql(table)} ${sql.insert(invalidRow)}`;
          const { reason } = yield* Effect.flip(insert).pipe(
            Effect.catch(() => Effect.die(`${table} took ${JSON.stringify(change)}`)),
          );
          violations.add(constraintOf(reason.cause));
        }
      }
      const constraints = yield* sql<{ readonly name: string }>`
        SELECT conname AS name
        FROM pg_constraint
        JOIN pg_class ON pg_class.oid = conrelid
        WHERE pg_constraint.contype IN ('c', 'f', 'u')
          AND relname IN (
            'accounts', 'projects', 'keys', 'templates', 'template_versions', 'renders', 'shares',
            'engagement_events', 'mails', 'signature_requests', 'embed_catalogs', 'embed_sessions',
            'embed_renew_tokens', 'embed_drafts', 'embed_submissions', 'console_links',
            'console_sessions', 'members'
          )
          -- Superkeys that exist for references: the primary key refuses first.
          AND conname NOT IN (
            'templates_id_project_id_key', 'template_versions_id_template_id_key',
            'shares_id_render_id_key'
          )
        UNION
        SELECT 'templates_live_slug'
        UNION
        SELECT 'embed_renew_tokens_unspent'`;
      const names = constraints.map(({ name }) => name);
      assert.deepEqual([...violations].map(String).toSorted(), names.toSorted());
    }),
  );
});

type Row = Readonly<Record<string, unknown>>;

/** A table, a valid row, and changes that constraints must reject. */
export interface Case {
  readonly table: string;
  readonly row: Row;
  readonly wrong: ReadonlyArray<Row>;
  /** Rows have no id column. */
  readonly hasNoId?: boolean;
}

/** An id that no row has. */
export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
export const HASH = new Uint8Array(32).fill(7);
export const timestamp = new Date("2026-05-04T03:02:01Z");
const laterTimestamp = new Date("2026-05-04T07:02:01Z");
const SESSION = "01900000-0000-7000-8000-00000000000c";

/** Rows that the rows of embedding refer to. */
interface StoredRows {
  readonly projectId: string;
  readonly templateId: string;
  readonly otherTemplate: string;
  readonly render: string;
  readonly otherRender: string;
}

/** The cases of the embedding tables. */
export function embedCases(rows: StoredRows): ReadonlyArray<Case> {
  const { projectId, templateId, otherTemplate, render, otherRender } = rows;
  const publication = { publishedRevision: 3, publishedVersion: 1, sessionId: SESSION };
  const submitter = { tenantExternalId: "t", tenant: "{}", actor: "{}" };
  return [
    {
      table: "embed_catalogs",
      row: { projectId, name: "n".repeat(120), version: 1, catalog: "{}", createdAt: timestamp },
      wrong: [
        { projectId: UNKNOWN_ID },
        { name: "" },
        { name: "n".repeat(121) },
        { name: "other", version: 0 },
        {},
      ],
    },
    {
      table: "embed_sessions",
      row: { id: SESSION, projectId, terms: "{}", createdAt: timestamp, expiresAt: laterTimestamp },
      wrong: [{ projectId: UNKNOWN_ID }, { expiresAt: timestamp }],
    },
    {
      table: "embed_renew_tokens",
      hasNoId: true,
      row: { sessionId: SESSION, sha256: HASH },
      wrong: [
        { sha256: HASH.with(0, 1) },
        { sha256: HASH.slice(1), spentAt: timestamp },
        { sha256: HASH.with(0, 2), sessionId: UNKNOWN_ID },
      ],
    },
    {
      table: "embed_drafts",
      hasNoId: true,
      row: { templateId, document: "{}", revision: 3, updatedAt: timestamp, ...publication },
      wrong: [
        { revision: 0, publishedRevision: null, publishedVersion: null },
        { revision: 2 },
        { publishedVersion: null },
        { templateId: UNKNOWN_ID },
        { sessionId: UNKNOWN_ID },
      ].map((change) => ({ templateId: otherTemplate, ...change })),
    },
    {
      table: "embed_submissions",
      hasNoId: true,
      row: { renderId: render, projectId, sessionId: SESSION, ...submitter },
      wrong: [{ renderId: UNKNOWN_ID }, { renderId: otherRender, projectId: UNKNOWN_ID }],
    },
  ];
}

/** The cases of the console's tables. */
export function consoleCases(
  keyId: string | undefined,
  accountId: string | undefined,
): ReadonlyArray<Case> {
  const times = { createdAt: timestamp, expiresAt: laterTimestamp };
  const email = "ada@example.com";
  return [
    {
      table: "members",
      row: { accountId, email, role: "owner", language: "en", createdAt: timestamp },
      wrong: [
        {},
        { email: "bob@example.com", accountId: UNKNOWN_ID },
        { email: "Bob@example.com" },
        { email: "bob@example.com", role: "admin" },
        { email: "bob@example.com", name: "" },
      ],
    },
    {
      table: "console_links",
      hasNoId: true,
      row: { hash: HASH, keyId, ...times },
      wrong: [
        { hash: HASH.slice(1) },
        { hash: HASH.with(0, 1), keyId: UNKNOWN_ID },
        { hash: HASH.with(0, 1), keyId: null },
        { hash: HASH.with(0, 1), keyId: null, memberId: UNKNOWN_ID },
        { hash: HASH.with(0, 1), expiresAt: timestamp },
      ],
    },
    {
      table: "console_sessions",
      row: { hash: HASH, keyId, lastUsedAt: timestamp, ...times },
      wrong: [
        { hash: HASH.slice(1) },
        { hash: HASH.with(0, 1), keyId: UNKNOWN_ID },
        { hash: HASH.with(0, 1), expiresAt: timestamp },
        { hash: HASH.with(0, 1), keyId: null },
        { hash: HASH.with(0, 1), keyId: null, memberId: UNKNOWN_ID },
        { hash: HASH.with(0, 1), lastUsedAt: new Date(0) },
        {},
      ],
    },
  ];
}

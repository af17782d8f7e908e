import { createHash } from "node:crypto";

import { Predicate } from "effect";

import { BASE_URL, EMBED_URL } from "../../../packages/http/_testing/api_server.ts";

/** The URL of the server in examples. */
const EXAMPLE_URL = "https://paraph.example.com";

/** Values that depend on the time or on the machine, by the name of their field. */
const BY_FIELD: Readonly<Record<string, unknown>> = {
  startedAt: "2026-03-02T09:30:00.120Z",
  completedAt: "2026-03-02T09:30:00.532Z",
  updatedAt: "2026-03-02T09:45:00.000Z",
  lastUsedAt: "2026-03-02T10:05:00.000Z",
  viewedAt: "2026-03-02T10:12:00.000Z",
  signedAt: "2026-03-02T10:15:00.000Z",
  declinedAt: "2026-03-02T10:15:00.000Z",
  sentAt: "2026-03-02T09:30:01.000Z",
  revokedAt: "2026-03-04T16:00:00.000Z",
  deletedAt: "2026-03-04T16:00:00.000Z",
  expiresAt: "2026-03-16T09:30:00.000Z",
  expires_at: "2026-03-02T13:30:00.000Z",
  date: "2026-03-02",
  durationMs: 412,
  byteSize: 18_204,
  sourceIp: "203.0.113.7",
  databaseVersion: "18.1",
  connections: 12,
  jobsInProgress: 2,
  accounts: 5,
  projects: 6,
  waiting: 0,
  oldestSeconds: 0,
};

/** Emails are sent at any time after their request, to the recipients whose turn it is. */
const deliveryOf = (recipient: object) =>
  Predicate.hasProperty(recipient, "status") && recipient.status === "waiting"
    ? { delivery: null }
    : { delivery: { status: "sent", at: "2026-03-02T09:30:01.000Z" } };

/** Slugs may end with random characters. */
const SLUG_FIELDS = new Set(["slug", "templateSlug"]);

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const CREATED_AT = "2026-03-02T09:30:00.000Z";

/** The forms of values that are random, and how their stable values begin. */
const RANDOM: ReadonlyArray<readonly [kind: string, form: RegExp]> = [
  ["token", /\b(eyJ[\w-]+\.[\w-]+\.)([\w-]+)/g],
  ["key", /\b(svc_(?:test|live|acct)_)([\w-]{43}|[\w-]{5})(?![\w-])/g],
  ["secret", /\b(whsec_)([A-Za-z0-9+/]{43}=)/g],
  // Tokens and secrets of 256 bits; the token of a file is also in its URL.
  ["link", /(?<![\w-])((?:shr|hook|ert|inp|sgn)_|)([\w-]{43})(?![\w-])/g],
  ["download", /(?<![\w-])()([\w-]{96})(?![\w-])/g],
  ["id", /\b()([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\b/g],
  ["hash", /\b()([0-9a-f]{64})\b/g],
  ["code", /\b()([0-9a-f]{32})\b/g],
];

/**
 * Returns a function that replaces the values in recorded JSON that differ between runs. The same
 * value is replaced by the same one everywhere.
 */
export function stableValues(): (value: unknown) => unknown {
  const replacements = new Map<string, string>();
  const counts = new Map<string, number>();
  const stableText = (kind: string, value: string) => {
    // The display prefix of a key has five characters of it.
    const identity = kind === "key" ? value.slice(0, 5) : value;
    const name = `${kind} ${identity}`;
    const replacement = replacements.get(name);
    if (replacement !== undefined) return replacement.slice(0, value.length);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const stable = FORMS[kind]?.(count) ?? value;
    replacements.set(name, stable);
    return stable.slice(0, kind === "key" ? value.length : undefined);
  };
  const replaceInText = (text: string) =>
    RANDOM.reduce(
      (all, [kind, form]) =>
        all.replaceAll(form, (_, prefix: string, value: string) =>
          kind === "token" ? TOKEN : `${prefix}${stableText(kind, value)}`,
        ),
      text,
    )
      .replaceAll(EMBED_URL, `${EXAMPLE_URL}/embed`)
      .replaceAll(BASE_URL, EXAMPLE_URL)
      .replaceAll("@paraph.test", "@paraph.example.com")
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, EXAMPLE_URL)
      .replaceAll(/again in \d+ s\b/g, "again in 2 s");
  const stable = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => stable(each, field));
    if (Predicate.isObject(value)) {
      const members = Object.entries(value).map(([name, each]) => [
        replaceInText(name),
        stable(each, name),
      ]);
      const delivery = Predicate.hasProperty(value, "delivery") ? deliveryOf(value) : {};
      return { ...Object.fromEntries(members), ...delivery };
    }
    if (typeof value === "number") return BY_FIELD[field] ?? value;
    if (typeof value !== "string") return value;
    // Emails are sent at any time after their request.
    if (field === "emailStatus") return "sent";
    if (TIME.test(value)) return BY_FIELD[field] ?? CREATED_AT;
    if (
      field === "sourceIp" ||
      field === "databaseVersion" ||
      (field === "date" && DATE.test(value))
    )
      return BY_FIELD[field];
    return replaceInText(
      SLUG_FIELDS.has(field) ? value.replace(/-[0-9a-f]{6}$/, "-4f9a1c") : value,
    );
  };
  return (value) => stable(value, "");
}

const digest = (text: string, encoding: "base64" | "base64url" | "hex") =>
  createHash("sha256").update(text).digest(encoding);

/** The stable value of the nth value of a kind, in the same form. */
const FORMS: Readonly<Record<string, (count: number) => string>> = {
  id: (count) => `0199f3a0-5c00-7000-8000-${String(count).padStart(12, "0")}`,
  hash: (count) => digest(`hash ${count}`, "hex"),
  code: (count) => digest(`code ${count}`, "hex").slice(0, 32),
  secret: (count) => digest(`secret ${count}`, "base64").slice(0, 43).concat("="),
  key: (count) => digest(`key ${count}`, "base64url").slice(0, 43),
  download: (count) =>
    [1, 2, 3].map((part) => digest(`download ${count} ${part}`, "base64url").slice(0, 32)).join(""),
  link: (count) => digest(`link ${count}`, "base64url").slice(0, 43),
};

/** A session token: its header, shortened claims, and no valid signature. */
const TOKEN = ['{"alg":"EdDSA"}', '{"sub":"0199f3a0"}', "signature"]
  .map((part) => Buffer.from(part).toString("base64url"))
  .join(".");

import assert from "node:assert/strict";

import { Predicate, Schema } from "effect";

import { INVOICE, INVOICE_DATA } from "../../packages/http/_testing/api_client.ts";
import type { RawRequest } from "../../packages/http/_testing/http_client.ts";

/** Hostile JSON, one value per line. */
const VALUES = [
  ...String.raw`
null
true
0
-0
1.5
1e400
-1e400
1e-400
9223372036854775808
123456789012345678901234567890
""
" "
"\u0000"
"a\u0000b"
"\ud800"
"\udc00x"
"\ud83d\ude00"
"\u202e\u2028"
"__proto__"
"constructor"
"../../etc/passwd"
"'; DROP TABLE templates; --"
"\${7*7}{{x}}{a|b}%00"
"http://127.0.0.1/"
"data:image/png;base64,AAAA"
"data:application/pdf;base64,JVBERi0="
"currency:XXX@zz-ZZ"
"number:99"
"0mm"
"2026-02-30T25:61:61Z"
[]
{}
[[]]
[null]
[{"__proto__":{"polluted":1}}]
{"__proto__":{"polluted":1}}
{"constructor":{"prototype":{"polluted":1}}}
{"prototype":1}
{"":1}
{"\u0000":1}
{"\ud800":1}
{"a":1,"a":2}
{"toString":1,"length":-1,"then":1,"toJSON":1}`
    .trim()
    .split("\n"),
  ...[63, 64, 65, 10_000].map((levels) => `${"[".repeat(levels)}1${"]".repeat(levels)}`),
  ...[63, 64, 65, 10_000].map((levels) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`),
  `"${"x".repeat(200_000)}"`,
  `[${"0,".repeat(60_000)}0]`,
  `{${Array.from({ length: 2000 }, (_, n) => `"k${n}":${n}`).join()}}`,
];

/** Words, with some that are too long to write out. */
const words = (text: string, ...long: ReadonlyArray<string>) => [
  ...text.trim().split(/\s+/),
  ...long,
];

const SEGMENTS = words(
  `unknown KNOWN a--b - . .. %2e%2e %2F %00 a%00b %zz % %c0%ae %ed%a0%80 %f0%9f%98%80 %25%32%35
  __proto__ constructor '%20OR%201=1 null ; a;b a,b * :slug
  00000000-0000-0000-0000-000000000000 01900000-0000-7000-8000-00000000000g`,
  "",
  "a".repeat(43),
  "x".repeat(130),
  "x".repeat(5000),
);

const QUERIES = words(
  `limit=1 limit=abc limit=-0 limit=1e400 limit=9223372036854775808 limit=%00 limit
  limit=1&limit=2 limit[]=1 cursor=x cursor=2026-01-01T00:00:00Z cursor=%ed%a0%80
  cursor=0000-00-00T00:00:00Z cursor=9999-99-99T99:99:99Z status=foo template=%00
  cursor=-271821-04-20T00:00:00Z cursor=2026-01-01T00:00:00.123456789012345678Z
  status=queued&status=queued template=__proto__ template=known __proto__=1 = %
  constructor=1 &&&& %zz=%zz #x ;limit=abc`,
  "a".repeat(5000),
  "?".repeat(50),
);

const HEADERS: ReadonlyArray<Readonly<Record<string, string>>> = [
  ...["text/plain", "application/json; charset=utf-16", "multipart/form-data; boundary=x"].map(
    (type) => ({ "content-type": type }),
  ),
  ...["application/x-www-form-urlencoded", "nonsense", ""].map((type) => ({
    "content-type": type,
  })),
  ...["gzip", "br, br"].map((coding) => ({ "content-encoding": coding })),
  ...["100-continue", "nonsense"].map((expect) => ({ expect })),
  ...["", "a b", "__proto__", "x".repeat(256)].map((key) => ({ "idempotency-key": key })),
  ...["a b", "x".repeat(129)].map((id) => ({ "x-request-id": id })),
  ...["bytes=0-0", "bytes=99999999999999999999-", "bytes=-99999999999999999999"].map((range) => ({
    range,
  })),
  ...["*", '"","'].map((tags) => ({ "if-none-match": tags })),
  { accept: "text/html", "if-range": "x", "accept-encoding": "nonsense;q=9" },
  { cookie: "=;;=;%zz", host: "evil.example", "x-forwarded-for": "' OR 1=1" },
  { traceparent: "00-zz-zz-zz" },
  { connection: "upgrade", upgrade: "websocket" },
];

const KEYS = [
  "",
  "Bearer",
  "Bearer x",
  "Basic eDp4",
  `Bearer svc_test_${"a".repeat(43)}`,
  "\u00e9",
];
const METHODS = words("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY");
const FORMS = words("changed changed changed changed whole bare cut random bytes pieces none");

/** Almost valid bodies get further than nonsense. */
const RENDER = {
  data: INVOICE_DATA,
  options: { versionNumber: 1, filename: "a.pdf", sync: false },
};
const COPY = { name: "Copy", sourceProjectSlug: "invoices", sourceTemplateSlug: "known" };
const MESSAGE = { message: "For you\nand no one else", expiresAt: "2126-05-04T03:02:01+02:00" };
const SHARE = { channel: "email", recipientEmail: "ada@example.com", ...MESSAGE };
const EMAIL = { to: "ada@example.com", recipientName: "Ada", ...MESSAGE };
const EVENT = { eventType: "viewed", metadata: { a: { b: [1, "two", null] } } };
const PROVISION = {
  externalOrgId: "acme",
  name: "Acme",
  emailFrom: "Acme <a@acme.example>",
  allowedOrigins: ["https://acme.example"],
  embedEnabled: true,
  rotateKey: false,
};
const TEXT = { name: "t", type: "text", content: "{customer.name}", width: 50, height: 10 };
const PUBLICATION = {
  name: "Invoice",
  description: "d",
  manifest: INVOICE,
  layout: {
    basePdf: { width: 210, height: 297, padding: [10, 10, 10, 10] },
    schemas: [[{ ...TEXT, position: { x: 20, y: 20 } }]],
  },
  pageConfig: { format: "A4", orientation: "portrait", margin: "20mm", printBackground: true },
};

const OWNER = { tenant: { externalId: "t" }, actor: { externalId: "a", email: "a@b.example" } };
const SESSION = {
  ...OWNER,
  scope: { mode: "edit", templateExternalId: "01900000-0000-7000-8000-000000000000" },
  permissions: { publish: true, submitForm: false },
  appearance: { theme: "dark", primaryColor: "#112233", borderRadius: 4, title: "T" },
  callbacks: { closeUrl: "https://a.example/" },
  form: { prefill: { a: { b: [1] } }, showPreview: true, redirectUrl: "https://a.example/" },
};
const REFRESH = { renewToken: `ert_${"a".repeat(43)}` };
const CATALOG = {
  name: "c",
  catalog: {
    allowCustom: true,
    namespaces: [{ key: "customer", label: "C", variables: INVOICE.variables.slice(1) }],
    loops: INVOICE.loops,
  },
};
const DRAFT = {
  documentTemplate: { name: "Draft", layout: PUBLICATION.layout, presetKey: null, other: [1] },
  revision: 1,
};
const PREVIEW = { layout: PUBLICATION.layout, data: INVOICE_DATA, name: "P" };
const FORM = { data: INVOICE_DATA };
const ROLLBACK = { versionNumber: 1 };

/** Bodies of all kinds. */
const BODIES = [
  RENDER,
  PUBLICATION,
  COPY,
  PROVISION,
  SHARE,
  EMAIL,
  EVENT,
  SESSION,
  REFRESH,
  CATALOG,
  DRAFT,
  PREVIEW,
  FORM,
  ROLLBACK,
];

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }));

/** Chooses from a list, or keeps the valid value. */
const oddOneOf = (list: ReadonlyArray<unknown>) =>
  Schema.Struct({ odds: upTo(9), index: upTo(list.length - 1) });

/** A request as numbers, so that a failure shrinks to the relevant ones. */
export const HostileRequest = Schema.Struct({
  endpoint: upTo(10_000),
  method: oddOneOf(METHODS),
  segment: oddOneOf(SEGMENTS),
  query: oddOneOf(QUERIES),
  key: oddOneOf(KEYS),
  headers: Schema.Array(upTo(HEADERS.length - 1)).check(Schema.isMaxLength(2)),
  body: oddOneOf(BODIES),
  form: upTo(FORMS.length - 1),
  value: upTo(VALUES.length - 1),
  place: upTo(10_000),
  json: Schema.Json,
});
type HostileRequest = typeof HostileRequest.Type;

/** The valid values of an endpoint's path and headers. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  /** The page that it comes from, if it needs one. */
  readonly origin?: string;
  readonly params: Readonly<Record<string, string>>;
}

function pick<A>(list: ReadonlyArray<A>, index: number): A {
  const item = list[index % list.length];
  assert(item !== undefined);
  return item;
}

function usual<A>(
  { odds, index }: { odds: number; index: number },
  right: A,
  odd: ReadonlyArray<A>,
): A {
  return odds < 8 ? right : pick(odd, index);
}

/** The request of these numbers: valid in most respects, so that every check is reached. */
export function hostileRequest(
  numbers: HostileRequest,
  target: Target,
): RawRequest & { method: string } {
  const method = usual(numbers.method, target.method, METHODS);
  const path = target.path.replaceAll(/:(\w+)(\(.*?\))?/g, (_, name: string) =>
    usual(numbers.segment, target.params[name] ?? "", SEGMENTS),
  );
  const query = usual(numbers.query, "", QUERIES);
  const authorization = usual(numbers.key, target.authorization, KEYS);
  const origin = target.origin === undefined ? {} : { origin: target.origin };
  const odd = numbers.headers.map((index) => pick(HEADERS, index));
  const request = {
    method,
    path: query === "" ? path : `${path}?${query}`,
    headers: Object.assign({ authorization }, origin, ...odd),
  };
  const body = bodyOf(numbers, target);
  return body === undefined ? request : { ...request, body };
}

function bodyOf({ body, form, value, place, json }: HostileRequest, { path }: Target) {
  const whole = usual<object>(body, rightBody(path), BODIES);
  const mutatedBody = replacePart(whole, pick(placesIn(whole), place), pick(VALUES, value));
  switch (pick(FORMS, form)) {
    case "whole":
      return JSON.stringify(whole);
    case "bare":
      return pick(VALUES, value);
    case "cut":
      return mutatedBody.slice(0, place % mutatedBody.length);
    case "random":
      return JSON.stringify(json);
    case "bytes":
      return Buffer.from(mutatedBody).map((byte, index) => (index === place ? 0xff : byte));
    case "pieces":
      return [mutatedBody.slice(0, 10), mutatedBody.slice(10)];
    case "none":
      return undefined;
    default:
      return mutatedBody;
  }
}

/** A valid body for a path. A copy only has a name, which suffices for projects and keys. */
function rightBody(path: string): object {
  if (path.startsWith("/v1/admin")) return PROVISION;
  if (path.startsWith("/v1/embed/")) return rightEmbedBody(path);
  if (path.startsWith("/v1/projects")) return COPY;
  if (path.endsWith("/shares")) return SHARE;
  if (path.endsWith("/email")) return EMAIL;
  if (path.endsWith("/events")) return EVENT;
  return path.endsWith("/render") ? RENDER : PUBLICATION;
}

function rightEmbedBody(path: string): object {
  if (path.endsWith("/refresh")) return REFRESH;
  if (path.endsWith("/sessions")) return SESSION;
  if (path.endsWith("/catalogs")) return CATALOG;
  if (path.endsWith("/rollback")) return ROLLBACK;
  if (path.endsWith("/builder/preview")) return PREVIEW;
  return path.includes("/form-") ? FORM : DRAFT;
}

/** The paths to every value in a value. */
function placesIn(value: unknown): ReadonlyArray<ReadonlyArray<string>> {
  if (!Predicate.isObjectOrArray(value)) return [[]];
  const inside = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child).map((rest) => [key, ...rest]),
  );
  return [[], ...inside];
}

/** The JSON of a value with one part replaced by raw text. */
function replacePart(value: unknown, [key, ...rest]: ReadonlyArray<string>, raw: string): string {
  if (key === undefined || !Predicate.isObjectOrArray(value)) return raw;
  const entries = Object.entries(value).map(([name, child]) => {
    return [name, name === key ? replacePart(child, rest, raw) : JSON.stringify(child)] as const;
  });
  return Array.isArray(value)
    ? `[${entries.map(([, text]) => text).join()}]`
    : `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}

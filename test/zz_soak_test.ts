import * as fs from "node:fs";
import { assert, describe, layer } from "@effect/vitest";
import type { RenderId } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import { HttpApi } from "effect/http-api";

import {
  apiClient,
  INVOICE,
  INVOICE_DATA,
  submitInvoice,
} from "../packages/http/_testing/api_client.ts";
import { apiServer, ApiServer } from "../packages/http/_testing/api_server.ts";
import {
  codeOf,
  type RawResponse,
  send,
  sendBytes,
} from "./zz_http_client.ts";
import { succeedRender } from "../packages/http/_testing/succeeded_render.ts";
import { type Code, STATUS } from "../packages/http/_wire/error.ts";
import { Api } from "../packages/http/api.ts";

const REQUESTS = 40000;
const SEEN = new Map<string, number>();
const SLOW: any[] = [];

interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** Every endpoint there is. */
const ENDPOINTS: Array<Endpoint> = [];
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { method, path } }) => ENDPOINTS.push({ method, path }),
});

/** Bodies that are almost right get further than nonsense. */
const BODIES = [
  {
    data: INVOICE_DATA,
    jobId: "job",
    options: { versionNumber: 1, filename: "a.pdf", sync: false },
  },
  {
    ...{ name: "Invoice", slug: "hostile", description: "d", manifest: INVOICE },
    layout: {
      basePdf: { width: 210, height: 297, padding: [10, 10, 10, 10] },
      schemas: [
        [
          {
            name: "t",
            type: "text",
            content: "x",
            position: { x: 20, y: 20 },
            width: 50,
            height: 10,
          },
        ],
      ],
    },
    pageConfig: { format: "A4", orientation: "portrait", margin: "20mm", printBackground: true },
  },
];

const deep = (levels: number, open: string, close: string) =>
  open.repeat(levels) + "1" + close.repeat(levels);

/** JSON as nobody writes it in good faith. */
const VALUES = [
  ...["null", "true", "0", "-0", "-1", "1.5", "1e400", "-1e400", "1e-400", "9223372036854775808"],
  ...[
    "123456789012345678901234567890",
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
  ],
  ...[
    '"\\ud83d\\ude00"',
    '"__proto__"',
    '"constructor"',
    '"\u202e"',
    '"\u2028"',
    '"../../etc/passwd"',
  ],
  ...[
    '"\'; DROP TABLE templates; --"',
    '"${7*7}"',
    '"{{x}}"',
    '"{a|b}"',
    '"%00"',
    '"http://127.0.0.1/"',
  ],
  ...[
    "[]",
    "{}",
    "[[]]",
    "[null]",
    '[{"__proto__":{"polluted":1}}]',
    '{"__proto__":{"polluted":1}}',
  ],
  ...[
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"prototype":1}',
    '{"":1}',
    '{"\\u0000":1}',
    '{"\\ud800":1}',
  ],
  ...[
    '{"a":1,"a":2}',
    '{"toString":1,"length":-1,"then":1}',
    '{"toJSON":1}',
    '["2026-02-30T25:61:61Z"]',
  ],
  ...[deep(63, "[", "]"), deep(64, "[", "]"), deep(65, '{"a":', "}"), deep(10_000, "[", "]")],
  ...[deep(10_000, '{"a":', "}"), `"${"x".repeat(200_000)}"`, `[${"0,".repeat(60_000)}0]`],
  ...[
    `{${Array.from({ length: 2000 }, (_, n) => `"k${n}":${n}`).join()}}`,
    '"data:image/png;base64,AAAA"',
  ],
  ...[
    '"data:application/pdf;base64,JVBERi0="',
    '"currency:XXX@zz-ZZ"',
    '"number:99"',
    '"date:%%"',
    '"0mm"',
  ],
];

const SEGMENTS = [
  ...[
    "known",
    "unknown",
    "KNOWN",
    "a--b",
    "-",
    ".",
    "..",
    "%2e%2e",
    "%2F",
    "%00",
    "a%00b",
    "%zz",
    "%",
  ],
  ...[
    "%c0%ae",
    "%ed%a0%80",
    "%f0%9f%98%80",
    "%25%32%35",
    "__proto__",
    "constructor",
    "x".repeat(130),
  ],
  ...[
    "x".repeat(5000),
    "00000000-0000-0000-0000-000000000000",
    "01900000-0000-7000-8000-00000000000g",
  ],
  ...[
    "a".repeat(43),
    "'%20OR%201=1",
    "null",
    "undefined",
    "NaN",
    ";",
    "a;b",
    "a,b",
    "*",
    ":slug",
    "{slug}",
  ],
];

const QUERIES = [
  ...[
    "",
    "limit=1",
    "limit=abc",
    "limit=-0",
    "limit=1e400",
    "limit=9223372036854775808",
    "limit=%00",
    "limit",
  ],
  ...[
    "limit=1&limit=2",
    "limit[]=1",
    "cursor=x",
    "cursor=2026-01-01T00:00:00Z",
    "cursor=0000-00-00T00:00:00Z",
  ],
  ...[
    "cursor=9999-99-99T99:99:99Z",
    "cursor=%ed%a0%80",
    "cursor=2026-01-01T00:00:00.1234567890123456789012Z",
  ],
  ...[
    "status=foo",
    "status=queued&status=queued",
    "template=%00",
    "template=__proto__",
    "template=known",
  ],
  ...[
    "__proto__=1",
    "constructor=1",
    "&&&&",
    "=",
    "%",
    "%zz=%zz",
    "a".repeat(5000),
    "?".repeat(50),
  ],
];

const HEADERS: ReadonlyArray<Readonly<Record<string, string>>> = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "multipart/form-data; boundary=x" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "content-type": "nonsense" },
  { "content-type": "" },
  { "content-encoding": "gzip" },
  { "content-encoding": "br, br, br" },
  { expect: "100-continue" },
  { expect: "nonsense" },
  { "idempotency-key": "" },
  { "idempotency-key": "x".repeat(256) },
  { "idempotency-key": "a b" },
  { "idempotency-key": "__proto__" },
  { "x-request-id": "x".repeat(129) },
  { "x-request-id": "a b" },
  { range: "bytes=0-0" },
  { range: "bytes=99999999999999999999-" },
  { range: "bytes=-99999999999999999999" },
  { "if-none-match": "*" },
  { "if-none-match": '"","' },
  { "if-range": "x" },
  { accept: "text/html" },
  { "accept-encoding": "nonsense;q=9" },
  { "x-forwarded-for": "' OR 1=1" },
  { traceparent: "00-zz-zz-zz" },
  { cookie: "=;;=;%zz" },
  { host: "evil.example" },
  { connection: "upgrade", upgrade: "websocket" },
];

const KEYS = [
  "",
  "Bearer",
  "Bearer x",
  "Basic eDp4",
  `Bearer svc_test_${"a".repeat(43)}`,
  "Bearer \u00e9",
];
const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
];

const pick = <A>(from: ReadonlyArray<A>) =>
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: from.length - 1 }));
const tenth = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }));

/** A request by numbers, so that a failure shrinks to the few that matter. */
const Hostile = Schema.Struct({
  endpoint: pick(ENDPOINTS),
  method: Schema.Tuple([tenth, pick(METHODS)]),
  segment: Schema.Tuple([tenth, pick(SEGMENTS)]),
  query: Schema.Tuple([tenth, pick(QUERIES)]),
  key: Schema.Tuple([tenth, pick(KEYS)]),
  headers: Schema.Array(pick(HEADERS)).check(Schema.isMaxLength(3)),
  body: pick(BODIES),
  form: Schema.Literals(["changed", "bare", "cut", "random", "bytes", "pieces", "none"]),
  value: pick(VALUES),
  place: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
  json: Schema.Json,
});
type Hostile = typeof Hostile.Type;

const at = <A>(list: ReadonlyArray<A>, index: number): A => list[index % list.length] as A;

/** The ways into a value, to each thing in it. */
function placesIn(value: unknown): ReadonlyArray<ReadonlyArray<string>> {
  if (typeof value !== "object" || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, child]) =>
      placesIn(child).map((rest) => [key, ...rest]),
    ),
  ];
}

/** JSON of a value in which one place holds something else, as it is. */
function withAt(value: unknown, [key, ...rest]: ReadonlyArray<string>, raw: string): string {
  if (key === undefined) return raw;
  const entries = Object.entries(value as Record<string, unknown>).map(([name, child]) => {
    return [name, name === key ? withAt(child, rest, raw) : JSON.stringify(child)] as const;
  });
  return Array.isArray(value)
    ? `[${entries.map(([, text]) => text).join()}]`
    : `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}

function bodyOf({ body, form, value, place, json }: Hostile) {
  const whole = at(BODIES, body);
  const changed = withAt(whole, at(placesIn(whole), place), at(VALUES, value));
  switch (form) {
    case "changed":
      return changed;
    case "bare":
      return at(VALUES, value);
    case "cut":
      return changed.slice(0, place % changed.length);
    case "random":
      return JSON.stringify(json);
    case "bytes":
      return Buffer.from(changed).map((byte, index) => (index === place ? 0xff : byte));
    case "pieces":
      return [changed.slice(0, 10), changed.slice(10)];
    case "none":
      return undefined;
  }
}

/** What any answer must be, whatever was asked. */
function check(method: string, response: RawResponse): void {
  const { status, headers, text } = response;
  assert.isBelow(status, 500, text);
  assert.isNotEmpty(headers["x-request-id"]);
  if (status < 400 || method === "HEAD") return;
  const code = codeOf(response);
  assert.isDefined(code, `${status} ${text}`);
  assert.strictEqual(status, STATUS[code as Code], text);
}

const prepared = Layer.effectDiscard(
  Effect.gen(function* () {
    const { id } = yield* submitInvoice("known");
    yield* succeedRender(id, Buffer.from("%PDF-1.7\n%%EOF\n"));
  }),
).pipe(Layer.provideMerge(apiServer));

layer(prepared, { excludeTestServices: true, timeout: "60 seconds" })("a hostile client", (it) => {
  const known = Effect.cached(
    Effect.gen(function* () {
      const client = yield* apiClient;
      const { renders } = yield* client.renders.list({ query: {} });
      const { id, downloadUrl } = renders.find(({ status }) => status === "succeeded") ?? {};
      return { id: id as RenderId, token: /files\/(.+)\.pdf/.exec(downloadUrl ?? "")?.[1] ?? "" };
    }),
  ).pipe(Effect.runSync);

  it.effect.prop(
    "is never answered with a fault of ours, nor with anything but the contract's errors",
    { request: Hostile },
    ({ request }) =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const { id, token } = yield* known;
        const endpoint = at(ENDPOINTS, request.endpoint);
        // Mostly right in all but one respect, so that each check is reached.
        const usual = <A>(
          [odds, index]: readonly [number, number],
          given: A,
          odd: ReadonlyArray<A>,
        ) => (odds < 8 ? given : at(odd, index));
        const method = usual(request.method, endpoint.method, METHODS);
        const path = endpoint.path
          .replace(/:slug/, usual(request.segment, "known", SEGMENTS))
          .replace(/:id/, usual(request.segment, id, SEGMENTS))
          .replace(/:token\(.*?\)/, usual(request.segment, token, SEGMENTS));
        const query = usual(request.query, "", QUERIES);
        const authorization = usual(request.key, `Bearer ${key}`, KEYS);
        const body = bodyOf(request); const t0 = performance.now();
        const response = yield* send(port, {
          ...{ method, path: query === "" ? path : `${path}?${query}` },
          headers: Object.assign({ authorization }, ...request.headers.map((n) => at(HEADERS, n))),
          ...(body === undefined ? {} : { body }),
        });
        const k = `${endpoint.method} ${endpoint.path} ${response.status} ${codeOf(response) ?? ""}`; SEEN.set(k, (SEEN.get(k) ?? 0) + 1);
 const dt = performance.now() - t0; if (dt > 500) SLOW.push([dt, request]);
 check(method, response);
      }),
    { timeout: 600_000, arbitrary: { runs: REQUESTS, concurrency: 4, size: 6 } },
  );

  describe("on the wire", () => {
    it.effect("sends too much", () =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const headers = { authorization: `Bearer ${key}` };
        const large = Buffer.alloc(21 * 1024 * 1024, "[");
        for (const { method, path } of ENDPOINTS.filter(({ method }) => method !== "GET")) {
          const known = path.replace(":slug", "too-much");
          check(method, yield* send(port, { method, path: known, headers, body: large }));
          check(method, yield* send(port, { method, path: known, headers, body: [large, large] }));
        }
      }),
    );

    it.effect("speaks HTTP badly", () =>
      Effect.gen(function* () {
        const { port, key } = yield* ApiServer;
        const head = `PUT /v1/templates/x HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
        for (const bytes of [
          `${head}content-length: -1\r\n\r\n{}`,
          `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
          `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
          `${head}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
          `${head}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n`,
          `${head}transfer-encoding: chunked\r\n\r\n2\r\n{}XX`,
          `${head}upgrade: h2c\r\ncontent-length: 2\r\n\r\n{}`,
          `${head}upgrade: websocket\r\ncontent-length: 2\r\n\r\n{}`,
          "GET http://evil.example/v1/templates HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
          "GET //evil.example/v1/templates HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
          "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
          "GET /v1/templates\xff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
          "GET /healthz HTTP/1.0\r\n\r\n",
          "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ]) {
          const answer = yield* sendBytes(port, Buffer.from(bytes, "latin1"));
          assert.match(answer, /^(HTTP\/1\.1 [24]\d\d |$)/, bytes);
        }
      }),
    );
  });

  it.effect("leaves a server that works, and nothing in its log to be ashamed of", () =>
    Effect.gen(function* () {
      const { port, logs } = yield* ApiServer;
      fs.writeFileSync("/tmp/seen.json", JSON.stringify({seen:[...SEEN], slow: SLOW}));
 const faults = logs.filter(({ level }) => level !== "Info");
      assert.deepEqual(faults, []);
      assert.isFalse("polluted" in {});
      assert.strictEqual((yield* send(port, { path: "/readyz" })).status, 200);
      assert.strictEqual((yield* submitInvoice("afterwards")).status, "queued");
    }),
  );
});

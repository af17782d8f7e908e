import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { Effect, type Scope } from "effect";

import { freePort } from "./free_port.ts";
import { sha256Hex, signatureOf } from "./sigv4.ts";

/** The credentials of an {@linkcode S3Server}. */
export const S3_KEY = {
  accessKeyId: "AKIATESTTESTTESTTEST",
  secretAccessKey: "secret/of+tests/0123456789abcdefghijklmno",
};

/** The region of an {@linkcode S3Server}. */
export const S3_REGION = "eu-test-1";

/** The tolerated clock skew. */
const SKEW_MILLIS = 15 * 60_000;

/** A stored object. */
export interface S3Object {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The failures that a test can trigger. */
export type S3Failure = "slow down" | "drop" | "hang" | "truncate" | "stall";

/** A strict S3 in memory, path style: it refuses requests with a wrong signature. */
export interface S3Server {
  readonly port: number;
  readonly endpoint: string;
  /** By `bucket/name`; stored while the server is stopped. */
  readonly objects: Map<string, S3Object>;
  readonly buckets: Set<string>;
  /** The public buckets. */
  readonly publicBuckets: Set<string>;
  /** Missing permissions, such as `s3:PutObject` or `s3:PutObject documents`. */
  readonly missingPermissions: Set<string>;
  /** The failures of the next requests, one each. */
  readonly failures: Array<S3Failure>;
  /** The requests so far: `PUT documents/a.pdf 200`. */
  readonly log: Array<string>;
  /** Refuses connections from now on; objects remain. */
  readonly stop: Effect.Effect<void>;
  /** Listens on the same port again. */
  readonly start: Effect.Effect<void>;
}

/** Opens a server with these buckets until the scope closes. */
export function s3Server(
  ...names: ReadonlyArray<string>
): Effect.Effect<S3Server, never, Scope.Scope> {
  const objects = new Map<string, S3Object>();
  const buckets = new Set(names);
  const publicBuckets = new Set<string>();
  const [missingPermissions, failures, log] = [
    new Set<string>(),
    new Array<S3Failure>(),
    new Array<string>(),
  ];
  let server: Server | undefined;

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const failure = failures.shift();
    if (failure === "drop") request.socket.destroy();
    const body = await bodyOf(request);
    // A client that disconnected has written nothing.
    if (body === undefined) return;
    const reply = failure === "slow down" ? refusal(503, "SlowDown") : decide(request, body);
    const name = decodeURIComponent(request.url ?? "").slice(1);
    log.push(`${request.method} ${name} ${reply.status}`);
    if (failure !== "hang") send(response, reply, failure);
  };

  const decide = (request: IncomingMessage, body: Buffer): Reply => {
    const isPublic = publicBuckets.has((request.url ?? "").split("/")[1] ?? "");
    const isAnonymous = request.headers.authorization === undefined && request.method === "GET";
    const denial = isPublic && isAnonymous ? undefined : authenticity(request, body);
    if (denial !== undefined)
      return refusal(denial === "XAmzContentSHA256Mismatch" ? 400 : 403, denial);
    const name = decodeURIComponent(request.url ?? "").slice(1);
    const bucket = name.split("/", 1).join("");
    if (!buckets.has(bucket)) return refusal(404, "NoSuchBucket");
    const lacks = (right: string) =>
      missingPermissions.has(right) || missingPermissions.has(`${right} ${bucket}`);
    const object = objects.get(name);
    switch (request.method) {
      case "PUT": {
        if (lacks("s3:PutObject")) return refusal(403, "AccessDenied");
        if (request.headers["content-length"] === undefined)
          return refusal(411, "MissingContentLength");
        if (request.headers["if-none-match"] === "*" && object !== undefined)
          return refusal(412, "PreconditionFailed");
        objects.set(name, { bytes: body, headers: storedHeaders(request) });
        return { status: 200, headers: {}, body: Buffer.alloc(0) };
      }
      case "DELETE":
        if (lacks("s3:DeleteObject")) return refusal(403, "AccessDenied");
        objects.delete(name);
        return { status: 204, headers: {}, body: Buffer.alloc(0) };
      case "GET":
        if (lacks("s3:GetObject")) return refusal(403, "AccessDenied");
        // Without permission to list, a missing object is reported as forbidden.
        if (object === undefined)
          return lacks("s3:ListBucket") ? refusal(403, "AccessDenied") : refusal(404, "NoSuchKey");
        return part(object, request.headers.range);
      default:
        return refusal(405, "MethodNotAllowed");
    }
  };

  const listen = (port: number) =>
    Effect.callback<number>((resume) => {
      const newServer = createServer((request, response) => void respond(request, response));
      server = newServer.listen(port, "127.0.0.1", () =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
        resume(Effect.succeed((newServer.address() as AddressInfo).port)),
      );
    });
  const stop = Effect.callback<void>((resume) => {
    if (server === undefined) return resume(Effect.void);
    server.closeAllConnections();
    server.close(() => resume(Effect.void));
    server = undefined;
  });

  // A port that no other process gets while the server is stopped.
  return Effect.acquireRelease(Effect.flatMap(freePort, listen), () => stop).pipe(
    Effect.map((port) => ({
      port,
      endpoint: `http://127.0.0.1:${port}`,
      objects,
      buckets,
      publicBuckets,
      missingPermissions,
      failures,
      log,
      stop,
      start: Effect.asVoid(listen(port)),
    })),
  );
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** The error code for invalid authentication, as in S3. */
function authenticity(request: IncomingMessage, body: Buffer): string | undefined {
  const { method = "", url: target = "", headers } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, key, day, region = "", signedHeaderList = "", signature] =
    form.exec(headers.authorization ?? "") ?? [];
  if (key === undefined) return "AccessDenied";
  if (key !== S3_KEY.accessKeyId) return "InvalidAccessKeyId";
  if (region !== S3_REGION) return "AuthorizationHeaderMalformed";
  const date = String(headers["x-amz-date"]);
  if (Math.abs(Date.now() - timeOf(date)) > SKEW_MILLIS) return "RequestTimeTooSkewed";
  const signedHeaders = signedHeaderList.split(";");
  const mustBeSigned = Object.keys(headers).filter(
    (name) => name === "host" || name === "content-type" || name.startsWith("x-amz-"),
  );
  if (!date.startsWith(`${day}T`) || mustBeSigned.some((name) => !signedHeaders.includes(name)))
    return "AccessDenied";
  const { secretAccessKey } = S3_KEY;
  const parts = { method, target, headers, signedHeaders, date, region, secretAccessKey };
  if (signatureOf(parts) !== signature) return "SignatureDoesNotMatch";
  return headers["x-amz-content-sha256"] === sha256Hex(body)
    ? undefined
    : "XAmzContentSHA256Mismatch";
}

/** `20130524T000000Z` as milliseconds. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

/** The whole body, unless it breaks off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Array<Buffer> = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
  } catch {
    return undefined;
  }
  return request.complete ? Buffer.concat(chunks) : undefined;
}

function storedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const storedHeaderNames = ["content-type", "content-disposition", "cache-control"] as const;
  return Object.fromEntries(
    storedHeaderNames.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );
}

function part({ bytes, headers: objectHeaders }: S3Object, rangeHeader: string | undefined): Reply {
  const headers = { ...objectHeaders, etag: `"${createHash("md5").update(bytes).digest("hex")}"` };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(rangeHeader ?? "") ?? [];
  if (from === undefined) return { status: 200, headers, body: bytes };
  if (Number(from) >= bytes.length) return refusal(416, "InvalidRange");
  const last = Math.min(Number(to), bytes.length - 1);
  const contentRange = `bytes ${from}-${last}/${bytes.length}`;
  const body = bytes.subarray(Number(from), last + 1);
  return { status: 206, headers: { ...headers, "content-range": contentRange }, body };
}

function refusal(status: number, code: string): Reply {
  const more = code === "AuthorizationHeaderMalformed" ? `<Region>${S3_REGION}</Region>` : "";
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No</Message>${more}</Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(xml) };
}

function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
  failure: S3Failure | undefined,
) {
  const length = status === 204 ? {} : { "content-length": body.length };
  response.writeHead(status, { ...headers, ...length });
  if (failure === "truncate" || failure === "stall") {
    // The rest is never sent.
    response.write(body.subarray(0, body.length / 2), () => {
      if (failure === "truncate") response.destroy();
    });
  } else response.end(body);
}

import path from "node:path";

import { isSender } from "@paraph/core/admin";
import { parseStorageUrl, type StorageLocation } from "@paraph/core/renders";
import { parsePostgresUrl } from "@paraph/core/values";
import { isWebhookSecret } from "@paraph/core/webhooks";
import {
  Effect,
  type LogLevel,
  Redacted,
  Result,
  Schema,
  SchemaAST,
  SchemaGetter,
  SchemaIssue,
  String,
} from "effect";
import { IpNetwork, NetAddress } from "effect/net";

/** The limit of requests with one key in a window. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** The number of proxies in front, or their networks. */
export type TrustProxy =
  | { readonly hops: number }
  | { readonly networks: ReadonlyArray<IpNetwork.IpNetwork> };

/** The value of a text, or what is allowed. */
type ParseResult<A> = Result.Result<A, string>;

const notValid = (allowedValues: string) => ({ message: `Is not valid; ${allowedValues}` });

/** A value that needs no validation. */
const parsed = <A>() => Schema.declare((_value: unknown): _value is A => true);

const decodeOnly = <A, B>(decode: SchemaGetter.Getter<B, A>) => ({
  decode,
  encode: SchemaGetter.forbidden<A, B>(() => "Settings are only read"),
});

/** A text that `parse` turns into a value. Problems never contain the text. */
export const text = <A>(parse: (text: string) => ParseResult<A>) =>
  Schema.String.pipe(
    Schema.decodeTo(
      parsed<A>(),
      decodeOnly(
        SchemaGetter.transformEffect((value: string) =>
          Effect.mapError(
            Effect.fromResult(parse(value)),
            (allowedValues) => new SchemaIssue.InvalidValue(notValid(allowedValues)),
          ),
        ),
      ),
    ),
  );

/** A form whose value is never shown. */
export const redacted = <A, B>(form: Schema.Codec<A, B>) =>
  form.pipe(
    Schema.decodeTo(
      parsed<Redacted.Redacted<A>>(),
      decodeOnly(SchemaGetter.transform((value: A) => Redacted.make(value))),
    ),
  );

/** A whole number within bounds. */
export const integer = (least: number, most: number) => {
  const problem = notValid(`allowed: a whole number from ${least} to ${most}`);
  return Schema.Number.annotate(problem).check(
    Schema.makeFilter(
      (value) => (Number.isInteger(value) && value >= least && value <= most) || problem.message,
    ),
  );
};

/** One of a few words. */
export const oneOf = <const Choices extends ReadonlyArray<string>>(choices: Choices) =>
  Schema.Literals(choices).annotate(notValid(`allowed: ${choices.join(", ")}`));

export const FLAG = Schema.Boolean.annotate(notValid("allowed: true, false"));

const parseUrl =
  (...schemes: ReadonlyArray<string>) =>
  (value: string): ParseResult<string> =>
    schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? "")
      ? Result.succeed(value.replace(/\/+$/, ""))
      : Result.fail(
          `allowed: a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
        );

/** A URL with one of these schemes, without slashes at its end. */
export const url = (...schemes: ReadonlyArray<string>) => text(parseUrl(...schemes));

/** A URL of one or more PostgreSQL hosts. */
export const postgresUrl = (role: Parameters<typeof parsePostgresUrl>[1]) =>
  text((value) =>
    parsePostgresUrl(value, role).pipe(
      Result.map(() => value.replace(/\/+$/, "")),
      Result.mapError((allowedValues) => `allowed: ${allowedValues}`),
    ),
  );

export const WEB_URL = url("http", "https");

/** The URL of an identity provider. Others could read what is sent without TLS. */
export const ISSUER_URL = text((value) => {
  const { protocol, hostname, search, hash } = URL.parse(value) ?? {};
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  const isSafe = protocol === "https:" || (protocol === "http:" && isLocal);
  return isSafe && search === "" && hash === ""
    ? Result.succeed(value)
    : Result.fail("allowed: a URL that starts with https://, without a query");
});

/** A URL that is not shown, because it may contain credentials. It is unchanged: its path may end in a slash. */
export const HIDDEN_URL = text((value) =>
  Result.map(parseUrl("http", "https")(value), () => Redacted.make(value)),
);

/** A URL that `/v1/traces` and other paths are appended to. */
export const COLLECTOR_URL = text((value) =>
  Result.filterOrFail(
    parseUrl("http", "https")(value),
    (endpoint) => /^[^@?#]+$/u.test(endpoint),
    () => "allowed: a URL that starts with http:// or https://, without credentials and query",
  ),
);

const matching = (pattern: RegExp, allowedValues: string) =>
  text((value) => (pattern.test(value) ? Result.succeed(value) : Result.fail(allowedValues)));

/** A value that is a valid header. Some tokens are long. */
export const TOKEN = matching(/^[\x21-\x7e]{1,10000}$/, "allowed: visible ASCII characters");

/** A value that is a valid header and too long to guess. */
export const LONG_TOKEN = matching(
  /^[\x21-\x7e]{32,1000}$/,
  "allowed: at least 32 visible ASCII characters",
);

/** The secret of a webhook, in the format of Standard Webhooks. */
export const WEBHOOK_SECRET = text((value) =>
  isWebhookSecret(value)
    ? Result.succeed(value)
    : Result.fail("allowed: whsec_ and base64 of 24 to 64 bytes, as Standard Webhooks has it"),
);

/** The path of a file or folder, which becomes absolute. */
export const PATH = text((value) =>
  value === "" ? Result.fail("allowed: a path") : Result.succeed(path.resolve(value)),
);

/** A `STORAGE_URL`. The path of a folder becomes absolute. */
export const STORAGE_URL = text((value) =>
  Result.map(parseStorageUrl(value), (location): StorageLocation =>
    location.kind === "folder" ? { ...location, folder: path.resolve(location.folder) } : location,
  ),
);

/** The sender of emails. */
export const SENDER = text((value) =>
  isSender(value)
    ? Result.succeed(value)
    : Result.fail(
        "allowed: an address, or a name and an address, such as Acme <no-reply@acme.example>",
      ),
);

/** Texts by name. A variable contains them as `OTEL_…` do: `name=value,other=value`. */
export const PAIRS = Schema.Record(Schema.String, Schema.String).annotate(
  notValid("allowed: pairs such as name=value,other=value, with %2C for a comma in one"),
);

/** Pairs that are valid headers. */
export const HEADERS = PAIRS.check(
  Schema.makeFilter(
    (fields) =>
      Object.entries(fields).every(
        ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\x20-\x7e]*$/u.test(value),
      ) ||
      notValid("allowed: headers such as authorization=Bearer%20KEY, with commas between them")
        .message,
  ),
);

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Requests per time; none for `off`. */
export const RATE_LIMIT = text((value): ParseResult<RateLimit | undefined> => {
  if (value === "off") return Result.succeed(undefined);
  const [, requests = "", amount = "", unit = ""] =
    /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smh])$/.exec(value) ?? [];
  const seconds = Number(amount) * (SECONDS[unit] ?? 0);
  return seconds >= 1 && seconds <= 86_400
    ? Result.succeed({ requests: Number(requests), seconds })
    : Result.fail("allowed: off, or requests per time, such as 1200/60s; a day (24h) at most");
});

/** The number of proxies in a row, or their networks; an address is a network of one. */
export const TRUST_PROXY = text((value): ParseResult<TrustProxy> => {
  if (/^([1-9]|[12]\d|3[0-2])$/.test(value)) return Result.succeed({ hops: Number(value) });
  const networks = value.split(",").map((part) => networkOf(part.trim()));
  const validNetworks = networks.filter((network) => network !== undefined);
  return validNetworks.length === networks.length
    ? Result.succeed({ networks: validNetworks })
    : Result.fail(
        "allowed: how many proxies there are (1 to 32), or their networks, such as 10.0.0.0/8,::1",
      );
});

function networkOf(value: string): IpNetwork.IpNetwork | undefined {
  const network = value.includes("/")
    ? IpNetwork.fromString(value)
    : Result.map(NetAddress.ipFromString(value), (address) =>
        IpNetwork.makeUnsafe(address, NetAddress.width(address)),
      );
  return Result.getOrUndefined(network);
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "none"] as const;

/** A log level, such as `info` or `Info`. */
export const LOG_LEVEL = Schema.Literals([...LEVELS, ...LEVELS.map(String.capitalize)])
  .annotate(notValid(`allowed: ${LEVELS.join(", ")}`))
  .pipe(
    Schema.decodeTo(
      parsed<LogLevel.LogLevel>(),
      decodeOnly(SchemaGetter.transform((level): LogLevel.LogLevel => String.capitalize(level))),
    ),
  );

/**
 * The plain value that the text of an environment variable stands for; the text itself if it stands for none.
 * Choices ignore case.
 */
export function plainValueOf({ ast }: Schema.Top, variable: string): unknown {
  switch (SchemaAST.toEncoded(ast)._tag) {
    case "Number":
      return /^\d{1,15}$/.test(variable) ? Number(variable) : variable;
    case "Boolean":
      return variable === "true" || (variable === "false" ? false : variable);
    case "Objects":
      return pairsOf(variable) ?? variable;
    case "Union":
      return variable.toLowerCase();
    default:
      return variable;
  }
}

function pairsOf(variable: string): Readonly<Record<string, string>> | undefined {
  const pairs = variable
    .split(",")
    .map((pair) => /^\s*([\x21-\x7e]+?)\s*=\s*(.*?)\s*$/u.exec(pair));
  const entries = pairs.flatMap((parts) => {
    const [, name, value] = parts?.map(decodeComponent) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === pairs.length ? Object.fromEntries(entries) : undefined;
}

function decodeComponent(value: string): string | undefined {
  return Result.getOrUndefined(Result.try(() => decodeURIComponent(value)));
}

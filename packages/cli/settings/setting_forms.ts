import { isSender } from "@paraph/core/admin";
import { parsePostgresUrl } from "@paraph/core/values";
import { type LogLevel, Redacted, Result } from "effect";
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

/** The value of a variable, or what is allowed. */
export type ParseResult<A> = Result.Result<A, string>;

/** A whole number within bounds. */
export const integer = (least: number, most: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? Result.succeed(value)
    : Result.fail(`allowed: a whole number from ${least} to ${most}`);
};

/** One of a few words. */
export const oneOf =
  <const Choice extends string>(choices: ReadonlyArray<Choice>) =>
  (text: string): ParseResult<Choice> => {
    const choice = choices.find((candidate) => candidate === text);
    return choice === undefined
      ? Result.fail(`allowed: ${choices.join(", ")}`)
      : Result.succeed(choice);
  };

/** A URL with one of these schemes, without slashes at its end. */
export const url =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): ParseResult<string> =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))
      ? Result.succeed(text.replace(/\/+$/, ""))
      : Result.fail(
          `allowed: a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
        );

/** A URL of one or more PostgreSQL hosts. */
export const postgresUrl =
  (role: "primary" | "replica") =>
  (text: string): ParseResult<string> =>
    parsePostgresUrl(text, role).pipe(
      Result.map(() => text.replace(/\/+$/, "")),
      Result.mapError((allowedValues) => `allowed: ${allowedValues}`),
    );

/** A URL, unchanged: its path may end in a slash. */
export const address = (text: string): ParseResult<string> =>
  Result.map(url("http", "https")(text), () => text);

/** Any text. */
export const any = (text: string): ParseResult<string> => Result.succeed(text);

/** A value that is a valid header and too long to guess. */
export const adminKey = (text: string): ParseResult<string> =>
  /^[\x21-\x7e]{32,1000}$/.test(text)
    ? Result.succeed(text)
    : Result.fail("allowed: at least 32 visible ASCII characters");

/** A value that is a valid header. Some tokens are long. */
export const secret = (text: string): ParseResult<Redacted.Redacted> =>
  /^[\x21-\x7e]{1,10000}$/.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail("allowed: visible ASCII characters");

/** Pairs as `OTEL_…` variables contain them: `name=value,other=value`, with percent-encoded delimiters. */
export const pairs = (text: string): ParseResult<Readonly<Record<string, string>>> => {
  const read = text.split(",").map((pair) => /^\s*([\x21-\x7e]+?)\s*=\s*(.*?)\s*$/u.exec(pair));
  const entries = read.flatMap((parts) => {
    const [, name, value] = parts?.map(decodeComponent) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === read.length
    ? Result.succeed(Object.fromEntries(entries))
    : Result.fail("allowed: pairs such as name=value,other=value, with %2C for a comma in one");
};

function decodeComponent(text: string): string | undefined {
  return Result.getOrUndefined(Result.try(() => decodeURIComponent(text)));
}

/** Pairs that are valid headers. */
export const headers = (text: string): ParseResult<Readonly<Record<string, string>>> =>
  Result.filterOrFail(
    pairs(text),
    (fields) =>
      Object.entries(fields).every(
        ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\x20-\x7e]*$/u.test(value),
      ),
    () => "allowed: headers such as authorization=Bearer%20KEY, with commas between them",
  );

/** A URL that `/v1/traces` and other paths are appended to. */
export const collector = (text: string): ParseResult<string> =>
  Result.filterOrFail(
    url("http", "https")(text),
    (endpoint) => /^[^@?#]+$/u.test(endpoint),
    () => "allowed: a URL that starts with http:// or https://, without credentials and query",
  );

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Requests per time; none for `off`. */
export const rateLimit = (text: string): ParseResult<RateLimit | undefined> => {
  if (text === "off") return Result.succeed(undefined);
  const [, requests = "", amount = "", unit = ""] =
    /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS[unit] ?? 0);
  return seconds >= 1 && seconds <= 86_400
    ? Result.succeed({ requests: Number(requests), seconds })
    : Result.fail("allowed: off, or requests per time, such as 1200/60s; a day (24h) at most");
};

/** The sender of emails. */
export const sender = (text: string): ParseResult<string> =>
  isSender(text)
    ? Result.succeed(text)
    : Result.fail(
        "allowed: an address, or a name and an address, such as Acme <no-reply@acme.example>",
      );

/** The number of proxies in a row, or their networks; an address is a network of one. */
export const trustProxy = (text: string): ParseResult<TrustProxy> => {
  if (/^([1-9]|[12]\d|3[0-2])$/.test(text)) return Result.succeed({ hops: Number(text) });
  const networks = text.split(",").map((part) => networkOf(part.trim()));
  const validNetworks = networks.filter((network) => network !== undefined);
  return validNetworks.length === networks.length
    ? Result.succeed({ networks: validNetworks })
    : Result.fail(
        "allowed: how many proxies there are (1 to 32), or their networks, such as 10.0.0.0/8,::1",
      );
};

function networkOf(text: string): IpNetwork.IpNetwork | undefined {
  const network = text.includes("/")
    ? IpNetwork.fromString(text)
    : Result.map(NetAddress.ipFromString(text), (address) =>
        IpNetwork.makeUnsafe(address, NetAddress.width(address)),
      );
  return Result.getOrUndefined(network);
}

const LEVELS: Record<string, LogLevel.LogLevel> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
  none: "None",
};
/** A log level. */
export const level = (text: string): ParseResult<LogLevel.LogLevel> => {
  const logLevel = LEVELS[text.toLowerCase()];
  return logLevel === undefined
    ? Result.fail(`allowed: ${Object.keys(LEVELS).join(", ")}`)
    : Result.succeed(logLevel);
};

import { Result } from "effect";

/** The values of `target_session_attrs` that make sense for the server that is written to, and for a replica. */
const SESSION_ATTRIBUTES = {
  primary: ["any", "read-write", "primary"],
  replica: ["any", "read-only", "standby", "prefer-standby"],
};

const ALLOWED = "a URL that starts with postgres:// or postgresql://";

/**
 * Parses the URL of a PostgreSQL server, or of several hosts of one database:
 * `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. Returns a URL for each
 * host, in their order and without `target_session_attrs`. A failure gives what is allowed.
 */
export function parsePostgresUrl(
  text: string,
  role: keyof typeof SESSION_ATTRIBUTES,
): Result.Result<readonly [string, ...Array<string>], string> {
  const [, scheme, user = "", hostList, rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const hosts = hostList?.split(",") ?? [];
  if (hosts.length > 1 && hosts.includes("")) return Result.fail(ALLOWED);
  const urls = hosts.map((host) => URL.parse(`${scheme}${user}${host}${rest}`));
  const [first, ...others] = urls.filter((url) => url !== null);
  if (first === undefined || others.length + 1 < urls.length) return Result.fail(ALLOWED);
  const attribute = first.searchParams.get(ATTRIBUTE);
  if (attribute !== null && !SESSION_ATTRIBUTES[role].includes(attribute)) {
    return Result.fail(`${ATTRIBUTE} with one of ${SESSION_ATTRIBUTES[role].join(", ")}`);
  }
  return Result.succeed([urlOf(first), ...others.map(urlOf)]);
}

const ATTRIBUTE = "target_session_attrs";

function urlOf(url: URL): string {
  if (url.searchParams.has(ATTRIBUTE)) url.searchParams.delete(ATTRIBUTE);
  return url.href;
}

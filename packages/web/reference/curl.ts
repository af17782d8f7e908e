import { type Operation, record } from "./operations.ts";
import { prettyJson } from "./pretty_json.ts";

/** The environment variables with the credentials of security schemes. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  projectKey: "$PARAPH_API_KEY",
  keyOrSession: "$PARAPH_API_KEY",
  accountKey: "$PARAPH_ACCOUNT_KEY",
  adminKey: "$SERVICE_ADMIN_KEY",
  sessionToken: "$SESSION_TOKEN",
};

/** The names of an operation's security schemes. */
export const schemesOf = ({ security }: Operation): ReadonlyArray<string> =>
  security.flatMap((scheme) => Object.keys(scheme));

/** The example of a JSON message. */
export const exampleOf = (content: unknown): unknown =>
  record(record(content)["application/json"])["example"];

/** The path and query of an operation with the values of its example. */
function examplePath({ path, parameters }: Operation): string {
  const values = (place: string) => parameters.filter(({ in: where }) => where === place);
  const resolvedPath = values("path").reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example ?? `{${name}}`)),
    path,
  );
  const query = values("query").flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, String(example)]],
  );
  return query.length === 0
    ? resolvedPath
    : `${resolvedPath}?${new URLSearchParams(Object.fromEntries(query)).toString()}`;
}

/** The headers of an operation with the values of its example, without credentials. */
export const exampleHeaders = ({ parameters }: Operation): ReadonlyArray<[string, string]> =>
  parameters.flatMap(({ in: place, name, example }) =>
    place === "header" && example !== undefined ? [[headerName(name), String(example)]] : [],
  );

const headerName = (name: string) =>
  name === "idempotency-key" ? "Idempotency-Key" : name.toLowerCase();

/** A curl command that sends the example request of an operation. */
export function curlOf(operation: Operation): string {
  const [scheme = ""] = schemesOf(operation);
  const credential = CREDENTIALS[scheme];
  const headers = exampleHeaders(operation).map(([name, value]) => `-H "${name}: ${value}"`);
  const body = exampleOf(operation.requestBody?.content);
  const json = body === undefined ? undefined : prettyJson(body);
  // curl sends POST by itself if there is a body.
  const isImplied = operation.method === (json === undefined ? "GET" : "POST");
  const method = isImplied ? "" : `-X ${operation.method} `;
  const isFile = !("application/json" in (successOf(operation)?.content ?? {}));
  const output = isFile && successOf(operation)?.content !== undefined ? ["-O"] : [];
  return [
    `curl ${method}"$PARAPH_URL${examplePath(operation)}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer ${credential}"`]),
    ...(scheme === "sessionToken" ? ['-H "Origin: https://app.acme.example"'] : []),
    ...headers,
    ...(json === undefined ? [] : [`-d '${json.replaceAll("'", String.raw`'\''`)}'`]),
    ...output,
  ].join(" \\\n  ");
}

/** The success responses of an operation; that of a first request is before that of a replay. */
export const successesOf = ({ responses }: Operation) =>
  ["201", "202", "200", "204", "206", "304"].flatMap((status) => {
    const response = responses[status];
    return response === undefined ? [] : [{ status, ...response }];
  });

/** The success of a first request, rather than of an idempotent replay. */
export const successOf = (operation: Operation) => successesOf(operation)[0];

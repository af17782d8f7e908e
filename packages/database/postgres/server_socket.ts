import * as net from "node:net";

const POSTGRES_PORT = 5432;

/** Milliseconds of idleness after which TCP checks whether the peer still exists. */
const KEEP_ALIVE = 30_000;

/**
 * Connects to the server of a `postgres://` URL, as the client itself would: `host` and `port` may also
 * be parameters of the query, and a host that begins with a slash is the directory of a Unix socket.
 */
export function connectToServer(url: URL): net.Socket {
  const { searchParams } = url;
  const named = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const host = searchParams.get("host") ?? (decodeURIComponent(named) || "localhost");
  const port = Number(searchParams.get("port") ?? (url.port || POSTGRES_PORT));
  if (host.startsWith("/")) return net.connect({ path: `${host}/.s.PGSQL.${port}` });
  const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE };
  // A statement is one write and a wait for its answer: there is nothing to coalesce.
  return net.connect({ host, port, noDelay: true, ...keepAlive });
}

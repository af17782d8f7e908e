import { createServer, type RequestListener, type Server } from "node:http";

/** The token of an embed session names every origin that may use it: twice what Node takes by itself. */
const MAX_HEADERS = 32 * 1024;

/** How long connections may take for what, in milliseconds. */
interface Limits {
  /** Between two requests: longer than load balancers take (60 s is common), so that they close first. */
  readonly idle: number;
  /** A request head, from the opening of the connection or its first byte. */
  readonly head: number;
  /** A whole request: 20 MiB at 70 KB/s. A body that stalls is cut off earlier. */
  readonly request: number;
  /** How often the last two are checked: a connection may outlive them by as long. */
  readonly checked: number;
}

const LIMITS: Limits = { idle: 75_000, head: 30_000, request: 300_000, checked: 5000 };

/** Node's HTTP server, with the limits of connections, and without the responses that Node sends by itself. */
export function nodeServer(limits: Limits = LIMITS): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADERS,
    keepAliveTimeout: limits.idle,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checked,
    // Nothing here speaks another protocol: an upgrade is a request like any other.
    shouldUpgradeCallback: () => false,
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  closeIdleAtShutdown(server);
  holdEarlyRequests(server);
  return server;
}

/** A connection whose last request ends during a shutdown would otherwise stay open for its idle time. */
function closeIdleAtShutdown(server: Server): void {
  server.on("request", (_, response) => {
    if (!server.listening) response.setHeader("connection", "close");
    response.once("close", () => {
      // The connection is idle once the listeners of this event have run.
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
}

/** The port is open before services are ready: requests that come that early wait. */
function holdEarlyRequests(server: Server): void {
  const early: Array<Parameters<RequestListener>> = [];
  const hold: RequestListener = (...request) => early.push(request);
  const handOver = (event: string | symbol) => {
    if (event !== "request") return;
    server.off("newListener", handOver).off("request", hold);
    // The listener is added once this function has returned.
    setImmediate(() => early.forEach((request) => server.emit("request", ...request)));
  };
  server.on("request", hold).on("newListener", handOver);
}

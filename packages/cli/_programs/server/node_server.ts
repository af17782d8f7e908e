import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** The token of an embed session names all origins that may use it, so this is twice Node's default. */
const MAX_HEADERS = 32 * 1024;

/** The time limits of connections, in milliseconds. */
interface Limits {
  /**
   * Between two requests: longer than the limit of load balancers (commonly 60 s), so that they close first.
   */
  readonly idle: number;
  /** For a request head, from the opening of the connection or its first byte. */
  readonly head: number;
  /** For a whole request: 20 MiB at 70 KB/s. A body that stalls is cut off earlier. */
  readonly request: number;
  /** The interval of checks of the last two, by which a connection may exceed them. */
  readonly checkInterval: number;
}

const LIMITS: Limits = { idle: 75_000, head: 30_000, request: 300_000, checkInterval: 5000 };

/** Node's HTTP server with limits for connections, and without the responses that Node sends by itself. */
export function nodeServer(limits: Limits = LIMITS): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADERS,
    keepAliveTimeout: limits.idle,
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkInterval,
    // The server supports no other protocol, so an upgrade is handled as a plain request.
    shouldUpgradeCallback: () => false,
  });
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  closeIdleAtShutdown(server);
  closeUnusedAtShutdown(server);
  holdEarlyRequests(server);
  return server;
}

/** Without this, a connection whose last request ends during shutdown stays open for its idle time. */
function closeIdleAtShutdown(server: Server): void {
  server.on("request", (_, response) => {
    if (!server.listening) response.setHeader("connection", "close");
    response.once("close", () => {
      // The connection is idle once the listeners of this event have run.
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
}

/** The time in milliseconds that a new connection has at shutdown to send its first request. */
const FIRST_REQUEST = 1000;

/**
 * Without this, connections that have sent no request, such as those that browsers open ahead, prevent
 * shutdown: Node waits for them and no longer enforces their time limits.
 */
function closeUnusedAtShutdown(server: Server): void {
  const unusedSockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once("close", () => unusedSockets.delete(socket));
  });
  server.on("request", ({ socket }) => unusedSockets.delete(socket));
  const close = server.close.bind(server);
  server.close = (callback) => {
    setTimeout(() => unusedSockets.forEach((socket) => socket.destroy()), FIRST_REQUEST).unref();
    return close(callback);
  };
}

/** The port opens before services are ready, so earlier requests wait. */
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

import * as fs from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import {
  listTemplates,
  openSession,
  openSigning,
  type ParaphAccess,
  provision,
  renewSession,
  type Session,
} from "./paraph.ts";

/** The access to Paraph, and the port of the app. */
export interface IntegratorAppOptions {
  readonly paraphUrl: string;
  /** The URL of its embedded pages, if it is not `/embed` below `paraphUrl`. */
  readonly embedUrl?: string | undefined;
  /** A project key; its project must allow the app's origin. */
  readonly apiKey?: string | undefined;
  /** In place of a key: creates a project that allows the app's origin. */
  readonly adminKey?: string | undefined;
  /** 0 for any free port. */
  readonly port: number;
}

/** The running app. */
export interface IntegratorApp {
  readonly origin: string;
  readonly close: () => void;
}

/** Files for browsers, by path. */
const FILES: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/app.js": ["app.js", "text/javascript; charset=utf-8"],
  "/app.css": ["app.css", "text/css; charset=utf-8"],
};

/** Starts an integrator's app: its pages embed Paraph, its server has the key. */
export async function startIntegratorApp(options: IntegratorAppOptions): Promise<IntegratorApp> {
  const { paraphUrl, embedUrl = `${paraphUrl}/embed`, apiKey, adminKey } = options;
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(options.port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
  const origin = `http://127.0.0.1:${port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  try {
    const key = apiKey ?? (await provision(paraphUrl, adminKey ?? "", origin));
    const handleRequest = routes({ url: paraphUrl, key }, { origin, embedUrl, paraphUrl });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      handleRequest(request, response).catch((error: unknown) => {
        console.error(error);
        send(response, 502, { error: "Paraph did not respond as expected" });
      });
    });
    return { origin, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** URLs of the app's pages, and of Paraph's pages in their frames. */
interface AppUrls {
  /** The app's own origin. */
  readonly origin: string;
  readonly embedUrl: string;
  readonly paraphUrl: string;
}

function routes(access: ParaphAccess, urls: AppUrls) {
  const { origin, embedUrl } = urls;
  /** Renew tokens stay on the server. An app with more than one node keeps them in its database. */
  const renewTokens = new Map<string, string>();
  const sendSession = (response: ServerResponse, session: Session) => {
    const { session_id, iframe_url, expires_at, renew_token } = session;
    if (renew_token === null) renewTokens.delete(session_id);
    else renewTokens.set(session_id, renew_token);
    send(response, 200, { session_id, iframe_url, expires_at });
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const file = FILES[pathname];
    if (file !== undefined) {
      const [name, type] = file;
      response.writeHead(200, { "content-type": type, ...securityHeaders(urls) });
      response.end(page(name, embedUrl));
      return;
    }
    if (pathname === "/templates") {
      send(response, 200, await listTemplates(access));
      return;
    }
    // Here an app checks who is signed in and what they may do.
    if (request.method !== "POST" || request.headers.origin !== origin) {
      send(response, 404, { error: "Not found" });
      return;
    }
    const [, , id, verb] = pathname.split("/");
    const renewToken = renewTokens.get(id ?? "");
    if (pathname === "/sessions") {
      const mode = searchParams.get("mode") === "fill" ? "fill" : "design";
      sendSession(
        response,
        await openSession(access, mode, searchParams.get("template") ?? undefined),
      );
    } else if (pathname === "/signatures") {
      send(response, 200, { url: await openSigning(access, searchParams.get("render") ?? "") });
    } else if (verb === "renew" && renewToken !== undefined) {
      sendSession(response, await renewSession(access, renewToken));
    } else send(response, 404, { error: "No such session" });
  };
}

/** Returns a file for browsers, with the URL of Paraph's pages. */
function page(name: string, embedUrl: string): string {
  const file = new URL(`./public/${name}`, import.meta.url);
  return fs.readFileSync(file, "utf8").replaceAll("%EMBED_URL%", embedUrl);
}

/** Allows only one script of Paraph, and in frames its embedded pages and its signing pages. */
function securityHeaders({ embedUrl, paraphUrl }: AppUrls): Readonly<Record<string, string>> {
  const [embed, signing] = [new URL(embedUrl).origin, new URL(paraphUrl).origin];
  const policy = `default-src 'self'; script-src 'self' ${embed}; frame-src ${embed} ${signing}`;
  return { "content-security-policy": policy, "cache-control": "no-store" };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

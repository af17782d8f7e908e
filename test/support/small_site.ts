import { createServer, type IncomingHttpHeaders } from "node:http";

import { Effect } from "effect";

/** A request to a site. */
interface SiteRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Another site, open during a test. */
export interface SmallSite {
  readonly origin: string;
  /** All requests to it, in order. */
  readonly requests: ReadonlyArray<SiteRequest>;
}

/**
 * Opens a site with a separate origin, whose pages are all the same; it closes with the scope.
 *
 * @param page Returns the HTML of the page.
 */
export const openSite = (page: () => string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listen(page)),
      ({ close }) => Effect.promise(close),
    ),
    ({ origin, asked }): SmallSite => ({ origin, requests: asked }),
  );

async function listen(page: () => string) {
  const requests: Array<SiteRequest> = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? "", headers: request.headers });
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, asked: requests, close };
}

/** A page that shows another in a frame and records its messages. */
export const embeddingPage = (url: string, more = "") => `<!doctype html>
  <html lang="en">
    <title>Partner</title>
    <style>body { margin: 0 } iframe { width: 100vw; height: 100vh; border: 0 }</style>
    <script>
      heard = [];
      addEventListener("message", ({ data }) => heard.push(data));
    </script>
    <iframe title="Embedded" src="${url}"></iframe>
    ${more}
  </html>`;

declare global {
  // oxlint-disable-next-line no-var -- a global of such pages
  var heard: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

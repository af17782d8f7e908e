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
  readonly asked: ReadonlyArray<SiteRequest>;
}

/**
 * Opens a site with a separate origin, whose pages are all the same; it closes with the scope.
 *
 * @param page Returns the HTML of the page.
 */
export const openSite = (page: () => string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listening(page)),
      ({ close }) => Effect.promise(close),
    ),
    ({ origin, asked }): SmallSite => ({ origin, asked }),
  );

async function listening(page: () => string) {
  const asked: Array<SiteRequest> = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
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
  return { origin: `http://127.0.0.1:${port}`, asked, close };
}

/** A page that shows another in a frame and records its messages. */
export const framing = (address: string, more = "") => `<!doctype html>
  <html lang="en">
    <title>Partner</title>
    <style>body { margin: 0 } iframe { width: 100vw; height: 100vh; border: 0 }</style>
    <script>
      heard = [];
      addEventListener("message", ({ data }) => heard.push(data));
    </script>
    <iframe title="Embedded" src="${address}"></iframe>
    ${more}
  </html>`;

declare global {
  // oxlint-disable-next-line no-var -- a global of such pages
  var heard: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

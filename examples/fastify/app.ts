import type { ProjectId } from "@paraph/core/values";
import { webHandler } from "@paraph/http";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Paraph } from "paraph";

/** The statuses for errors of core; others are defects of this app. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_input_data: 400,
  invalid_request: 400,
  not_found: 404,
  template_not_found: 404,
  no_published_version: 409,
};

/** An app with its own invoices, and with Paraph's pages for recipients of links. */
export async function invoiceApp(paraph: Paraph, project: ProjectId): Promise<FastifyInstance> {
  const app = fastify();

  app.setErrorHandler((error: { _tag?: string; message: string; issues?: unknown }, _, reply) => {
    const status = STATUS[error._tag ?? ""];
    if (status === undefined) return reply.send(error);
    return reply
      .code(status)
      .send({ error: error._tag, message: error.message, issues: error.issues });
  });

  app.post<{ Body: Record<string, unknown> }>("/invoices", async ({ body: data }, reply) => {
    const { render } = await paraph.renders.submit(project, "invoice", { data, source: "api" });
    return reply.code(202).send({ id: render.id, status: `/invoices/${render.id}/status` });
  });

  app.get<{ Params: { id: string } }>("/invoices/:id/status", async ({ params: { id } }) => {
    const { status, errorMessage, pageCount } = await paraph.renders.get(project, id);
    return { status, errorMessage, pageCount };
  });

  app.get<{ Params: { id: string } }>("/invoices/:id.pdf", async ({ params, headers }, reply) => {
    const document = await paraph.renders.open(project, params.id);
    const etag = `"${document.sha256}"`;
    reply.headers({ etag, "cache-control": "private, no-cache" });
    if (headers["if-none-match"] === etag) return reply.code(304).send();
    return reply
      .headers({ "content-length": document.totalSize, "accept-ranges": "none" })
      .type("application/pdf")
      .send(document.bytes);
  });

  app.post<{ Params: { id: string } }>("/invoices/:id/shares", async ({ params: { id } }) => {
    const { value } = await paraph.shares.create(project, id, {});
    return { url: value.shareUrl };
  });

  await app.register(paraphPages, { paraph });
  return app;
}

/** The paths of Paraph that this app serves: pages, their assets, documents. */
const PAGES = ["/share/*", "/sign/*", "/files/*", "/assets/*", "/t/*"];

/** Passes requests for Paraph's pages on unchanged. */
async function paraphPages(app: FastifyInstance, { paraph }: { paraph: Paraph }): Promise<void> {
  const handle = await paraph.run(webHandler());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 2 ** 24 }, (_, body, done) => {
    done(null, body);
  });
  for (const url of PAGES) {
    app.all(url, (request) => handle(webRequest(request), { address: request.ip }));
  }
}

function webRequest({ method, host, protocol, headers, url, body }: FastifyRequest): Request {
  const headerEntries = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new Request(`${protocol}://${host}${url}`, {
    method,
    headers: headerEntries,
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : null,
  });
}

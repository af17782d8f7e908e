/**
 * A peer in a separate process: bare `node:http`, or Fastify, over `pg` with as many connections as the
 * server has. Responds to three requests of the API with the same queries.
 */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";

import fastify from "fastify";
import { Pool } from "pg";

import { type PeerResponse, handlersOn } from "./queries.ts";

const [kind = "", connectionString = ""] = process.argv.slice(2);
const { get, list, share } = handlersOn(new Pool({ connectionString, max: 10 }));

const port = await (kind === "Fastify" ? serveFastify() : serveNode());
process.send?.({ port });

async function serveFastify(): Promise<number> {
  const app = fastify();
  app.get<{ Params: { id: string } }>("/v1/renders/:id", async ({ headers, params }, reply) => {
    const { status, body } = await get(headers.authorization, params.id);
    return reply.code(status).send(body);
  });
  app.get("/v1/renders", async ({ headers }, reply) => {
    const { status, body } = await list(headers.authorization);
    return reply.code(status).send(body);
  });
  app.post<{ Params: { id: string } }>("/v1/renders/:id/shares", async (request, reply) => {
    const { status, body } = await share(request.headers.authorization, request.params.id);
    return reply.code(status).send(body);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return portOf(app.server);
}

async function serveNode(): Promise<number> {
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = [];
    for await (const chunk of request) chunks.push(chunk);
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const { url = "/", headers } = request;
    const { status, body } = await respond(new URL(url, "http://peer").pathname, headers);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return portOf(server);
}

async function respond(
  path: string,
  { authorization }: IncomingHttpHeaders,
): Promise<PeerResponse> {
  const [, , , id, shares] = path.split("/");
  if (id === undefined) return list(authorization);
  return shares === undefined ? get(authorization, id) : share(authorization, id);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

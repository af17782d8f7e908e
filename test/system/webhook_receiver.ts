import * as http from "node:http";

import { Effect, Predicate } from "effect";

/** A receiver of webhooks that accepts everything; returns the ids of the events in order of arrival. */
export const webhookReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const eventIds: Array<string> = [];
    const server = http.createServer((request, response) => {
      eventIds.push(String(request.headers["webhook-id"]));
      request.resume().on("end", () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = Predicate.isObject(address) && "port" in address ? Number(address.port) : 0;
    return { told: eventIds, url: `http://127.0.0.1:${port}/hook`, server };
  }),
  ({ server }) => Effect.sync(() => server.close()),
);

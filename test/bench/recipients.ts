import * as fs from "node:fs";
import * as path from "node:path";

import { Schema } from "effect";
import PostalMime from "postal-mime";

import type { Call } from "./started_server.ts";

const Ceremony = Schema.Struct({
  consent: Schema.Struct({ sha256: Schema.String }),
  fields: Schema.Array(Schema.Struct({ id: Schema.String })),
});

/** The link of an invitation. */
const LINK = /\/sign\/(sgn_[A-Za-z0-9_-]{43})\b/u;

/** Recipients of signature requests on a server. */
export interface Recipients {
  /** Requests the signatures of new recipients on a document, and returns the tokens of their links. */
  readonly invite: (renderId: string, count: number) => Promise<ReadonlyArray<string>>;
  /** The emails to the recipients of the last invitation. */
  readonly emails: () => Promise<ReadonlyArray<unknown>>;
  /** The path and the body that finish signing. */
  readonly submission: (token: string) => Promise<readonly [path: string, body: unknown]>;
}

/**
 * Makes recipients, each of a request of its own.
 *
 * @param call Calls with the key of the project.
 * @param visit Calls without a key.
 * @param outbox The folder of sent emails.
 */
export function recipientsOn({
  call,
  visit,
  outbox,
}: {
  readonly call: Call;
  readonly visit: Call;
  readonly outbox: string;
}): Recipients {
  let batch = 0;
  // Each email is read once: polling would take the time of the server.
  const known = new Map<string, { readonly to: string; readonly token: string }>();
  const emails = async () => {
    const names = fs.existsSync(outbox) ? fs.readdirSync(outbox) : [];
    for (const name of names.filter((each) => !each.startsWith(".") && !known.has(each))) {
      const { to, text = "" } = await PostalMime.parse(fs.readFileSync(path.join(outbox, name)));
      const [, token = ""] = LINK.exec(text) ?? [];
      known.set(name, { to: to?.[0]?.address ?? "", token });
    }
    return [...known.values()].filter(({ to }) => to.endsWith(`@batch-${batch}.example`));
  };
  return {
    emails,
    invite: async (renderId, count) => {
      batch++;
      await repeat(count, 8, (index) =>
        call("POST", "/v1/signatures", {
          renderId,
          recipients: [{ firstName: "Ada", email: `ada-${index}@batch-${batch}.example` }],
          fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
        }),
      );
      await until(async () => (await emails()).length === count);
      return (await emails()).map(({ token }) => token);
    },
    submission: async (token) => {
      const { json } = await visit("GET", `/sign/${token}/ceremony`);
      const { consent, fields } = Schema.decodeUnknownSync(Ceremony)(json);
      const body = {
        consent: consent.sha256,
        signature: { kind: "typed", text: "Ada Lovelace" },
        date: new Date().toISOString().slice(0, 10),
        values: Object.fromEntries(fields.map((field) => [field.id, true])),
      };
      return [`/sign/${token}/finish`, body];
    },
  };
}

/** Runs this many requests with this many in flight; returns their results. */
export async function repeat<A>(
  count: number,
  clients: number,
  request: (index: number) => Promise<A>,
): Promise<ReadonlyArray<A>> {
  const results: Array<A> = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await request(index);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

/** Polls without requests to the server. */
export async function until(isReached: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 50));
}

import { buffer } from "node:stream/consumers";

import { Effect, Equal, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";
import Pdf from "pdfkit";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { caller } from "./deployment.ts";

/**
 * A document with this many pages, the second in landscape; each contains its number and has a bookmark. The
 * first has a link to the last.
 */
export async function documentOf(pages: number): Promise<Buffer> {
  const pdf = new Pdf({ size: "A4", autoFirstPage: false });
  const nowhere = { Subtype: "Link", Border: [0, 0, 0], Dest: [-1, "Fit"] };
  for (let page = 1; page <= pages; page++) {
    pdf.addPage({ size: "A4", layout: page === 2 ? "landscape" : "portrait" });
    pdf.outline.addItem(`Part ${page}`);
    if (page === pages) pdf.addNamedDestination("last");
    pdf.fontSize(24).text(`Chapter ${page}`);
    if (page === 1) {
      pdf.fontSize(12).text("Our terms", { link: "https://paraph.test/terms" });
      pdf.text("The last chapter", { goTo: "last" });
      // A link to a page that does not exist.
      pdf.annotate(0, 0, 9, 9, nowhere);
    }
    pdf.fontSize(12).text("The quick brown fox jumps over the lazy dog. ".repeat(40));
  }
  pdf.end();
  return buffer(pdf);
}

const ShareResponse = Schema.Struct({ id: Schema.String, shareToken: Schema.String });
const Counts = Schema.Struct({ viewed: Schema.Int, downloaded: Schema.Int, printed: Schema.Int });

const decodeShare = Schema.decodeUnknownEffect(ShareResponse);
const decodeCounts = Schema.decodeUnknownEffect(Counts);

let documentCount = 0;

/** A shared document: its URL for viewers, and its owner's actions. */
export const shareDocument = Effect.fnUntraced(function* (
  pdf: Uint8Array,
  body: Readonly<Record<string, string>> = {},
) {
  const { port, key } = yield* ApiServer;
  const call = caller(port, key);
  const { id: render } = yield* submitInvoice(`shared-${documentCount++}`);
  yield* succeedRender(render, pdf);
  const response = yield* call("POST", `/v1/renders/${render}/shares`, body);
  const { id, shareToken } = yield* decodeShare(response.json);
  const path = `/share/${shareToken}`;
  const counts = Effect.flatMap(call("GET", `/v1/renders/${render}/engagement`), (response) =>
    decodeCounts(fieldsOf(response)["counts"]),
  );
  return {
    path,
    url: `http://127.0.0.1:${port}${path}`,
    /** Sets the expiry of the link to the past. */
    expire: Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE shares SET expires_at = created_at WHERE id = ${id}`,
    ),
    revoke: call("DELETE", `/v1/renders/${render}/shares/${id}`),
    /** Waits until viewers' events have these counts. */
    awaitCounts: (expected: typeof Counts.Type) =>
      counts.pipe(
        Effect.repeat({
          until: (counts) => Equal.equals(counts, expected),
          schedule: Schedule.spaced("50 millis"),
        }),
        Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => counts }),
      ),
  };
});

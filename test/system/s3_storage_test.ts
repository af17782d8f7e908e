import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { S3_KEY, S3_REGION, s3Server, type S3Server } from "@paraph/testing/s3_server";
import { Effect, Schema } from "effect";

import { runParaph, startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { caller, environment } from "../support/deployment.ts";
import { awaiting, publishLetter, startKillable } from "../support/killable_server.ts";
import { MB, overlayOf, pdfOf } from "./large_template.ts";

const RenderResponse = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  downloadUrl: Schema.NullOr(Schema.String),
});
const ShareResponse = Schema.Struct({ shareUrl: Schema.String });
const decodeRender = Schema.decodeUnknownSync(RenderResponse);

const settings = ({ endpoint }: S3Server, more = "") => ({
  STORAGE_URL: `s3://documents/a?region=${S3_REGION}&endpoint=${encodeURIComponent(endpoint)}${more}`,
  AWS_ACCESS_KEY_ID: S3_KEY.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
});

type Call = ReturnType<typeof caller>;

const submit = (call: Call, name: string, sync = true) =>
  Effect.map(
    call("POST", "/v1/templates/letter/render", { data: { name, rows: [] }, options: { sync } }),
    ({ json }) => decodeRender(json),
  );

const fetchUrl = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  });

const emptyFolder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"))),
  (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })),
);

/** The objects in the buckets, except those of health checks. */
const names = ({ objects }: S3Server) => [...objects.keys()].filter((name) => !name.includes("/."));

describe("paraph serve on S3", () => {
  it.live("stores documents in a bucket, serves ranges, and survives an outage", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents");
      const { server, call } = yield* startKillable(settings(s3));
      const base = `http://127.0.0.1:${server.port}`;
      yield* publishLetter(call);

      const { id, downloadUrl } = yield* submit(call, "Ada");
      assert.match(downloadUrl ?? "", /\/files\/[A-Za-z0-9_-]{43}\.pdf$/);
      assert.deepEqual(names(s3), [`documents/a/renders/${id}.pdf`]);
      const objectBytes = s3.objects.get(`documents/a/renders/${id}.pdf`)!.bytes;
      const whole = yield* fetchUrl(downloadUrl!);
      assert.isTrue(whole.bytes.equals(objectBytes));
      const range = yield* fetchUrl(downloadUrl!, { range: "bytes=100-299" });
      assert.strictEqual(range.response.status, 206);
      assert.isTrue(range.bytes.equals(objectBytes.subarray(100, 300)));
      assert.strictEqual((yield* fetchUrl(`${base}/readyz`)).response.status, 200);

      const shareResponse = yield* call("POST", `/v1/renders/${id}/shares`, {});
      const { shareUrl } = Schema.decodeUnknownSync(ShareResponse)(shareResponse.json);
      yield* s3.stop;
      for (const url of [downloadUrl!, `${shareUrl}/document.pdf`]) {
        const result = yield* fetchUrl(url);
        assert.strictEqual(result.response.status, 503);
        assert.include(result.bytes.toString(), '"not_ready"');
      }
      const signatureResponse = yield* call("POST", "/v1/signatures", {
        renderId: id,
        recipients: [{ firstName: "Ada", email: "ada@example.com" }],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 10 }],
      });
      assert.strictEqual(signatureResponse.status, 503);
      const laterRender = yield* submit(call, "Grace", false);
      yield* awaiting(
        Effect.sync(() => server.output()),
        (output) => output.includes("A render will be retried"),
      );
      const ready = yield* awaiting(
        fetchUrl(`${base}/readyz`),
        ({ response }) => response.status === 503,
      );
      assert.match(ready.bytes.toString(), /not_ready.+storage/);

      yield* s3.start;
      const finalRender = yield* awaiting(
        Effect.map(call("GET", `/v1/renders/${laterRender.id}`), ({ json }) => decodeRender(json)),
        ({ status }) => status !== "queued" && status !== "rendering",
      );
      assert.strictEqual(finalRender.status, "succeeded");
      assert.sameMembers(
        names(s3),
        [id, laterRender.id].map((each) => `documents/a/renders/${each}.pdf`),
      );
      assert.strictEqual((yield* fetchUrl(downloadUrl!)).response.status, 200);
      assert.notInclude(server.output(), S3_KEY.secretAccessKey);
    }),
  );

  it.live("stores a base PDF of 11 MB as an object, and renders it", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents");
      const { server, call } = yield* startKillable(settings(s3));
      const content = overlayOf(yield* pdfOf(11 * MB));
      assert.strictEqual((yield* call("PUT", "/v1/templates/overlay", content)).status, 201);
      const body = { data: { name: "Ada" }, options: { sync: true } };
      const render = decodeRender((yield* call("POST", "/v1/templates/overlay/render", body)).json);
      assert.strictEqual(render.status, "succeeded", server.output());
      const { bytes } = yield* fetchUrl(render.downloadUrl!);
      assert.isAbove(bytes.length, 11 * MB);
      const blobs = names(s3).filter((name) => name.startsWith("documents/a/blobs/"));
      const large = blobs.filter((name) => s3.objects.get(name)!.bytes.length > 10 * MB);
      assert.lengthOf(large, 2);
      for (const name of blobs) {
        const { headers } = s3.objects.get(name)!;
        assert.deepEqual(headers, { "content-type": "application/octet-stream" });
      }
    }),
  );

  it.live("publishes at URLs of the public bucket", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents", "copies");
      s3.publicBuckets.add("copies");
      const copies = `${s3.endpoint}/copies`;
      const more = `&publicBucket=copies&publicUrl=${encodeURIComponent(copies)}`;
      const { server, call } = yield* startKillable(settings(s3, more));
      yield* publishLetter(call);
      const { id, downloadUrl } = yield* submit(call, "Ada");
      assert.match(downloadUrl?.slice(copies.length) ?? "", /^\/[A-Za-z0-9_-]{43}\.pdf$/);
      const { response, bytes } = yield* fetchUrl(downloadUrl!);
      assert.strictEqual(response.headers.get("content-type"), "application/pdf");
      assert.include(response.headers.get("content-disposition"), 'inline; filename="letter.pdf"');
      assert.isTrue(bytes.equals(s3.objects.get(`documents/a/renders/${id}.pdf`)!.bytes));
      // This server serves it too.
      const token = downloadUrl!.slice(copies.length);
      const own = yield* fetchUrl(`http://127.0.0.1:${server.port}/files${token}`);
      assert.isTrue(own.bytes.equals(bytes));
    }),
  );

  it.live("brings public copies back from a backup, and erases them with their documents", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents", "copies", "others", "other-copies");
      const bucketSettings = (bucket: string, copies: string) => {
        s3.publicBuckets.add(copies);
        const address = encodeURIComponent(`${s3.endpoint}/${copies}`);
        const more = `&publicBucket=${copies}&publicUrl=${address}`;
        const { STORAGE_URL, ...keys } = settings(s3, more);
        return { STORAGE_URL: STORAGE_URL.replace("documents/a", bucket), ...keys };
      };
      const { deployment, key, call } = yield* startKillable(bucketSettings("documents", "copies"));
      yield* publishLetter(call);
      const render = yield* submit(call, "Ada");
      const { bytes } = yield* fetchUrl(render.downloadUrl!);

      const folder = yield* emptyFolder;
      const file = path.join(folder, "backup.tar.gz");
      const from = { ...environment(deployment), ...bucketSettings("documents", "copies") };
      assert.strictEqual((yield* runParaph(["backup", file], from)).code, 0);
      const to = {
        DATA_DIR: path.join(folder, "restored"),
        ...bucketSettings("others", "other-copies"),
      };
      const restore = yield* runParaph(["restore", file], to);
      assert.strictEqual(restore.code, 0, restore.stderr);
      const callRestored = caller((yield* startServer([], to)).port, key);
      const { downloadUrl } = decodeRender(
        (yield* callRestored("GET", `/v1/renders/${render.id}`)).json,
      );
      assert.include(downloadUrl, "/other-copies/");
      assert.isTrue((yield* fetchUrl(downloadUrl!)).bytes.equals(bytes));

      assert.strictEqual((yield* callRestored("DELETE", `/v1/renders/${render.id}`)).status, 204);
      const remaining = Effect.sync(() => names(s3).filter((name) => name.startsWith("other")));
      yield* awaiting(remaining, ({ length }) => length === 0);
      assert.lengthOf(names(s3), 2);
    }),
  );

  it.live("reports in /readyz that its key is refused", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents");
      const wrong = { ...settings(s3), AWS_SECRET_ACCESS_KEY: "another/secret" };
      const { server } = yield* startKillable(wrong);
      const { response, bytes } = yield* fetchUrl(`http://127.0.0.1:${server.port}/readyz`);
      assert.deepEqual([response.status, bytes.toString().includes("storage")], [503, true]);
      const output = yield* awaiting(
        Effect.sync(() => server.output()),
        (text) => text.includes("AWS_SECRET_ACCESS_KEY does not belong to"),
      );
      assert.notInclude(output, "another/secret");
    }),
  );
});

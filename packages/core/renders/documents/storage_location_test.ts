import { assert, describe, it } from "@effect/vitest";
import { Result } from "effect";

import { parseStorageUrl } from "./storage_location.ts";

/** Invalid URLs, and a part of their messages. */
const INVALID: ReadonlyArray<readonly [url: string, allowed: string]> = [
  ["", "file: and the path of a folder, or s3://bucket"],
  ["file:", "file: and the path of a folder, or s3://bucket"],
  ["ftp://me:hunter2@files", "file: and the path of a folder, or s3://bucket"],
  ["s3:documents", "s3://bucket?region=…"],
  ["s3://Docu_ments?region=a", "s3://bucket?region=…"],
  ["s3://me:hunter2@documents?region=a", "keys go into AWS_ACCESS_KEY_ID"],
  ["s3://documents", "s3:// with a region"],
  ["s3://documents?region=a b", "s3:// with a region"],
  ["s3://documents?region=a&acl=public", "region, endpoint, publicBucket, publicUrl"],
  ["s3://documents?region=a&region=b", "once at most"],
  ["s3://documents/a%2f..?region=a", "a prefix of letters, digits"],
  ["s3://documents/a//b?region=a", "a prefix of letters, digits"],
  ["s3://documents?region=a&endpoint=minio:9000", "whose endpoint is http://"],
  ["s3://documents?region=a&endpoint=http://m/path", "a host and a port alone"],
  ["s3://documents?region=a&endpoint=http://me:hunter2@m", "a host and a port alone"],
  ["s3://documents?region=a&publicBucket=copies", "both publicBucket and publicUrl"],
  [
    "s3://documents?region=a&publicBucket=documents&publicUrl=https://f.example",
    "publicBucket is another bucket",
  ],
  [
    "s3://documents?region=a&publicBucket=C&publicUrl=https://f.example",
    "publicBucket is the name of a bucket",
  ],
  [
    "s3://documents?region=a&publicBucket=copies&publicUrl=ftp://f.example",
    "publicUrl starts with http://",
  ],
];

describe("parseStorageUrl()", () => {
  it.each(INVALID)("rejects %s with one line that states what is allowed", (url, expected) => {
    const result = parseStorageUrl(url);
    assert.isTrue(Result.isFailure(result));
    if (Result.isSuccess(result)) return;
    assert.match(result.failure, /^allowed: .+$/);
    assert.include(result.failure, expected);
    assert.notInclude(result.failure, "hunter2");
  });

  it.each([
    ["file:files", "files"],
    ["file:/srv/files", "/srv/files"],
    ["file:///srv/files", "/srv/files"],
  ])("parses %s as a folder", (url, folder) => {
    assert.deepEqual(parseStorageUrl(url), Result.succeed({ kind: "folder", folder }));
  });

  it("parses a bucket with a prefix and public copies, with or without trailing slashes", () => {
    for (const end of ["", "/"]) {
      const url = `s3://documents/a/b${end}?region=eu-1&publicBucket=copies&publicUrl=https://f.example/x${end}`;
      assert.deepEqual(
        parseStorageUrl(url),
        Result.succeed({
          kind: "bucket",
          bucket: "documents",
          prefix: "a/b/",
          region: "eu-1",
          endpoint: undefined,
          publicCopies: { bucket: "copies", url: "https://f.example/x" },
        }),
      );
    }
  });
});

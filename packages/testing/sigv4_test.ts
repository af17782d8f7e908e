import { assert, describe, it } from "@effect/vitest";

import { sha256Hex, signatureOf } from "./sigv4.ts";

// The examples of "Authenticating Requests (AWS Signature Version 4)" in AWS's S3 reference.
const EXAMPLE = {
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  date: "20130524T000000Z",
};
const COMMON = { host: "examplebucket.s3.amazonaws.com", "x-amz-date": EXAMPLE.date };
const EMPTY = sha256Hex("");

describe("signatureOf()", () => {
  it.each([
    [
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
      "GET",
      "/test.txt",
      { range: "bytes=0-9", "x-amz-content-sha256": EMPTY },
    ],
    [
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
      "PUT",
      "/test%24file.text",
      {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-content-sha256": sha256Hex("Welcome to Amazon S3."),
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      },
    ],
    [
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
      "GET",
      "/?lifecycle",
      { "x-amz-content-sha256": EMPTY },
    ],
    [
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
      "GET",
      "/?max-keys=2&prefix=J",
      { "x-amz-content-sha256": EMPTY },
    ],
  ])("equals the published value: %s", (signature, method, target, more) => {
    const headers: Record<string, string> = { ...COMMON, ...more };
    const signedHeaders = Object.keys(headers).toSorted();
    assert.strictEqual(
      signatureOf({ ...EXAMPLE, method, target, headers, signedHeaders }),
      signature,
    );
  });
});

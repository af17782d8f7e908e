import { assert, describe, it } from "@effect/vitest";

import { requestIdIn, sealedXmp } from "./document_metadata.ts";

const REQUEST = "0196a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const OTHER = "0196a1b2-c3d4-7e5f-8a9b-000000000000";
const facts = {
  requestId: REQUEST,
  createdAt: new Date("2026-05-04T02:00:00Z"),
  at: new Date("2026-05-04T03:02:01Z"),
};

const packetOf = (content: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description rdf:about="doc">${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;

describe("sealedXmp()", () => {
  it("replaces the request and the times of earlier metadata", () => {
    const before = packetOf(
      `<dc:identifier>urn:uuid:${OTHER}</dc:identifier>` +
        `<xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate><pdf:Producer>Acme</pdf:Producer>`,
    );
    const xmp = sealedXmp(before, facts);
    assert.strictEqual(requestIdIn(xmp), REQUEST);
    assert.notMatch(xmp, /1970|000000000000/);
    for (const expected of ["<pdf:Producer>Acme", "2026-05-04T02:00:00Z", "2026-05-04T03:02:01Z"])
      assert.include(xmp, expected);
    // All descriptions of a packet have the same resource.
    assert.strictEqual(xmp.split('rdf:about="doc"').length, 3);
  });

  it("replaces metadata that could hide appended text", () => {
    for (const before of [
      "no RDF",
      packetOf("<!-- "),
      packetOf("<![CDATA["),
      `${packetOf("")}${packetOf("")}`,
      packetOf("x".repeat(300_000)),
    ])
      assert.strictEqual(sealedXmp(before, facts), sealedXmp(undefined, facts));
    assert.strictEqual(requestIdIn(sealedXmp(undefined, facts)), REQUEST);
  });
});

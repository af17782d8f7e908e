import { assert, describe, it } from "@effect/vitest";
import { deriveKeys, type EncryptOptions } from "@paraph/core/renders";
import { Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
import { getDocument, PermissionFlag } from "pdfjs-dist/legacy/build/pdf.mjs";

import { encryptPdf } from "./encrypt_pdf.ts";

const keysFor = (options: EncryptOptions) =>
  Effect.runPromise(deriveKeys(options).pipe(Effect.provide(SecureRandom.layerWebCrypto)));

/** A document with a string in a stream's dictionary, and a form. */
const document = async () => {
  const doc = await PDFDocument.create();
  doc.setTitle("Confidential title");
  const page = doc.addPage([200, 200]);
  page.drawText("Confidential page", { x: 20, y: 100 });
  const stream = doc.context.flateStream("Confidential stream", {
    Note: PDFString.of("Confidential note"),
  });
  doc.catalog.set(PDFName.of("Own"), doc.context.register(stream));
  return await doc.save({ useObjectStreams: false });
};

const encrypted = async (options: EncryptOptions) =>
  await encryptPdf(await document(), await keysFor(options));

/** The flags of what readers may do; null for all. */
const permissionsOf = async (bytes: Uint8Array, password: string) => {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: 0 });
  const flags = await (await task.promise).getPermissions();
  await task.destroy();
  return flags;
};

const titleOf = async (bytes: Uint8Array, password: string) => {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: 0 });
  const doc = await task.promise;
  const { info } = await doc.getMetadata();
  const { items } = await (await doc.getPage(1)).getTextContent();
  await task.destroy();
  const text = items.map((item) => ("str" in item ? item.str : "")).join("");
  return [new Map<string, unknown>(Object.entries(info)).get("Title"), text];
};

const CONTENT = ["Confidential title", "Confidential page"];

describe("encryptPdf()", () => {
  it.each([
    ["secret", "owner"],
    ["Geheimnis Ä ﬁ", "x".repeat(127)],
  ])("opens with the passwords %j and %j only", async (userPassword, ownerPassword) => {
    const bytes = await encrypted({ userPassword, ownerPassword });
    assert.notInclude(Buffer.from(bytes).toString("latin1"), "Confidential");
    for (const password of [userPassword, ownerPassword]) {
      assert.deepStrictEqual(await titleOf(bytes, password), CONTENT);
    }
    for (const wrong of ["", "Secret", `${userPassword} `]) {
      const opening = titleOf(bytes, wrong);
      await opening.then(
        () => assert.fail("It was opened"),
        (error: unknown) => assert.match(String(error), /password/i),
      );
    }
  });

  it("has the permissions, which the owner password lifts", async () => {
    const permissions = { print: false, copy: false, modify: true, annotate: false };
    const bytes = await encrypted({ ownerPassword: "owner", permissions });
    assert.deepStrictEqual(await titleOf(bytes, ""), CONTENT);
    const { PRINT, PRINT_HIGH_QUALITY, COPY, COPY_FOR_ACCESSIBILITY } = PermissionFlag;
    const { MODIFY_CONTENTS, MODIFY_ANNOTATIONS, FILL_INTERACTIVE_FORMS, ASSEMBLE } =
      PermissionFlag;
    const flags = [...((await permissionsOf(bytes, "")) ?? [])];
    assert.includeMembers(flags, [
      COPY_FOR_ACCESSIBILITY,
      MODIFY_CONTENTS,
      FILL_INTERACTIVE_FORMS,
      ASSEMBLE,
    ]);
    for (const denied of [PRINT, PRINT_HIGH_QUALITY, COPY, MODIFY_ANNOTATIONS])
      assert.notInclude(flags, denied);
    assert.deepStrictEqual(await titleOf(bytes, "owner"), CONTENT);
  });

  it("gives the same bytes for the same keys, and others for new keys", async () => {
    const keys = await keysFor({ userPassword: "a" });
    const pdf = await document();
    const first = await encryptPdf(pdf, keys);
    assert.deepStrictEqual(await encryptPdf(pdf, keys), first);
    assert.notDeepEqual(await encryptPdf(pdf, await keysFor({ userPassword: "a" })), first);
    const stored = JSON.stringify(
      await keysFor({ userPassword: "hunter22", ownerPassword: "own3r" }),
    );
    assert.notMatch(stored, /hunter22|own3r/);
  });
});

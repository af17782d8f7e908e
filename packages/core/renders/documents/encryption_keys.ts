import { Effect } from "effect";
import { SecureRandom } from "effect/crypto";
import { Base64 } from "effect/encoding";

import {
  type DocumentEncryption,
  type DocumentPermissions,
  type EncryptOptions,
  normalizedPassword,
} from "./document_encryption.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const NOTHING: Bytes = new Uint8Array();
const NO_VECTOR: Bytes = new Uint8Array(16);

/**
 * New keys for a document (ISO 32000-2, 7.6.4: revision 6), which differ each time. Without an owner password,
 * a random one is used and not stored.
 */
export const deriveKeys = Effect.fn("deriveKeys")(function* ({
  userPassword = "",
  ownerPassword,
  permissions = {},
}: EncryptOptions) {
  const { randomBytes } = yield* SecureRandom.SecureRandom;
  const random = (size: number) => Effect.map(randomBytes(size), (bytes) => new Uint8Array(bytes));
  const fileKey = yield* random(32);
  const flags = flagsOf(permissions);
  const salts = { user: yield* random(16), owner: yield* random(16) };
  const ownerBytes = ownerPassword === undefined ? yield* random(32) : bytesOf(ownerPassword);
  const filler = yield* random(4);
  return yield* Effect.promise(async (): Promise<DocumentEncryption> => {
    const user = await withPassword(bytesOf(userPassword), salts.user, fileKey, NOTHING);
    const owner = await withPassword(ownerBytes, salts.owner, fileKey, user.entry);
    return {
      fileKey: Base64.encode(fileKey),
      user: Base64.encode(user.entry),
      userKey: Base64.encode(user.key),
      owner: Base64.encode(owner.entry),
      ownerKey: Base64.encode(owner.key),
      permissions: Base64.encode(await encryptedFlags(flags, fileKey, filler)),
      flags,
    };
  });
});

function bytesOf(password: string): Bytes {
  return new TextEncoder().encode(normalizedPassword(password));
}

/** The entry that checks a password, with its salts, and the file key that the password decrypts. */
async function withPassword(password: Bytes, salts: Bytes, fileKey: Bytes, userEntry: Bytes) {
  const check = await hardenedHash(password, salts.subarray(0, 8), userEntry);
  const key = await hardenedHash(password, salts.subarray(8), userEntry);
  return { entry: joined(check, salts), key: await encrypt(fileKey, key, NO_VECTOR) };
}

/** Algorithm 2.B: a hash that takes at least 64 rounds. */
async function hardenedHash(password: Bytes, salt: Bytes, userEntry: Bytes): Promise<Bytes> {
  let hash = await digest("SHA-256", joined(password, salt, userEntry));
  for (let round = 0; ; round += 1) {
    const block = joined(password, hash, userEntry);
    const blocks = joined(...Array.from({ length: 64 }, () => block));
    const encrypted = await encrypt(blocks, hash.subarray(0, 16), hash.subarray(16, 32));
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    hash = await digest(HASHES[remainder] ?? "SHA-256", encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return hash.subarray(0, 32);
  }
}

const HASHES = ["SHA-256", "SHA-384", "SHA-512"];

async function digest(name: string, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(name, bytes));
}

/** AES-CBC of whole blocks, without padding. */
async function encrypt(bytes: Bytes, key: Bytes, iv: Bytes): Promise<Bytes> {
  const name = "AES-CBC";
  const cipherKey = await crypto.subtle.importKey("raw", key, name, false, ["encrypt"]);
  const padded = await crypto.subtle.encrypt({ name, iv }, cipherKey, bytes);
  return new Uint8Array(padded, 0, bytes.length);
}

/** Bits 7, 8 and 13 to 32 are set, as the standard requires, and bit 10: screen readers may read. */
const ALWAYS = 0xffff_f000 | 0b0010_1100_0000;
const FLAGS = {
  print: 0b1000_0000_0100,
  modify: 0b0100_0000_1000,
  copy: 0b0000_0001_0000,
  annotate: 0b0000_0010_0000,
  fillForms: 0b0001_0000_0000,
} as const satisfies Record<keyof DocumentPermissions, number>;

function flagsOf({
  print = true,
  modify = true,
  copy = true,
  annotate = true,
  fillForms = true,
}: DocumentPermissions): number {
  return (
    ALWAYS |
    (print ? FLAGS.print : 0) |
    (modify ? FLAGS.modify : 0) |
    (copy ? FLAGS.copy : 0) |
    (annotate ? FLAGS.annotate : 0) |
    (fillForms ? FLAGS.fillForms : 0)
  );
}

/** Algorithm 10: the permissions, so that readers notice changes. */
async function encryptedFlags(flags: number, fileKey: Bytes, filler: Bytes): Promise<Bytes> {
  const block = new Uint8Array(16).fill(0xff);
  new DataView(block.buffer).setInt32(0, flags, true);
  block.set(new TextEncoder().encode("Tadb"), 8);
  block.set(filler, 12);
  // The first block of CBC without a vector is that of ECB.
  return await encrypt(block, fileKey, NO_VECTOR);
}

function joined(...parts: ReadonlyArray<Uint8Array>): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

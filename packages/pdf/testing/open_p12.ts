import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Redacted } from "effect";

import { givenIdentity } from "../identity/given_identity.ts";
import type { SealingIdentity } from "../identity/sealing_identity.ts";
import { inFolder } from "./sealing.ts";

/** Opens a PKCS#12 file as a server does that is given one. */
export function openP12(
  content: Uint8Array,
  password: string | undefined,
  now = new Date(),
): Promise<SealingIdentity> {
  return inFolder(async (folder) => {
    const path = join(folder, "seal.p12");
    await writeFile(path, content);
    const secret = password === undefined ? undefined : Redacted.make(password);
    return givenIdentity({ path, password: secret }, now);
  });
}

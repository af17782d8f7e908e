import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { probeBucket } from "@paraph/storage";
import { Effect, Layer, Predicate } from "effect";
import { Digest, SecureRandom } from "effect/crypto";
import { FetchHttpClient } from "effect/http";

import type { Settings } from "../../settings.ts";
import { check, failed, type Finding, ok, PATIENCE, warning } from "./finding.ts";

/** Checks that `DATA_DIR` is writable, and by this user alone. */
export const dataDirCheck = ({ dataDir }: Settings) =>
  check(
    "data",
    Effect.promise(async (): Promise<Finding> => {
      const place = await placeOf(dataDir);
      if (place.kind === "absent") return comingFolder("DATA_DIR", dataDir);
      if (place.kind === "other")
        return failed(`${dataDir} is not a folder`, "let DATA_DIR name a folder");
      if (!place.isWritable)
        return failed(`${dataDir} cannot be written to`, "give it to the user that serves");
      const mode = place.mode.toString(8).padStart(3, "0");
      return (place.mode & 0o077) === 0
        ? ok(`${dataDir} can be written to, by its owner alone (mode ${mode})`)
        : warning(`${dataDir} can be read by others (mode ${mode})`, `chmod 700 ${dataDir}`);
    }),
    "let DATA_DIR name a folder",
  );

/** Whether documents can be kept: one is written, read and deleted again. */
export const storageCheck = ({ storage }: Settings) =>
  storage.kind === "bucket" ? bucketCheck(storage) : folderCheck(storage.folder);

/** A bucket may let some of that be done and not the rest, and is asked more than one thing. */
const bucketCheck = (storage: Extract<Settings["storage"], { readonly kind: "bucket" }>) =>
  check(
    "storage",
    Effect.map(Effect.provide(probeBucket(storage), PROBING), (troubles) =>
      troubles.length === 0
        ? ok(
            storage.publicCopies === undefined
              ? `${storage.bucket} takes, gives and deletes an object`
              : `${storage.bucket} and ${storage.publicCopies.bucket} take, give and delete an object`,
          )
        : failed(
            troubles.join("; "),
            "check STORAGE_URL, the keys and the policies of the buckets",
          ),
    ),
    "check STORAGE_URL, and whether this machine reaches the service",
    3 * PATIENCE,
  );

const PROBING = Layer.mergeAll(
  FetchHttpClient.layer,
  Digest.layerWebCrypto,
  SecureRandom.layerWebCrypto,
);

const folderCheck = (filesFolder: string) =>
  check(
    "storage",
    Effect.promise(async (): Promise<Finding> => {
      const place = await placeOf(filesFolder);
      if (place.kind === "absent") return comingFolder("STORAGE_URL", filesFolder);
      if (place.kind === "other")
        return failed(`${filesFolder} is not a folder`, "let STORAGE_URL name a folder");
      const probe = path.join(filesFolder, `.doctor-${randomUUID()}`);
      try {
        await writeFile(probe, probe, { flag: "wx", mode: 0o600 });
        const isKept = (await readFile(probe, "utf8")) === probe;
        if (!isKept)
          return failed(`${filesFolder} does not keep what is written`, "check the disk");
      } catch (error) {
        const why = codeOf(error);
        return failed(`${filesFolder} cannot be used (${why})`, "check its rights and the disk");
      } finally {
        await rm(probe, { force: true });
      }
      return ok(`${filesFolder} takes, gives and deletes a file`);
    }),
    "let STORAGE_URL name a folder",
  );

type Place =
  | { readonly kind: "absent" }
  | { readonly kind: "other" }
  | { readonly kind: "folder"; readonly mode: number; readonly isWritable: boolean };

async function placeOf(folder: string): Promise<Place> {
  try {
    const stats = await stat(folder);
    if (!stats.isDirectory()) return { kind: "other" };
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { kind: "folder", mode: stats.mode & 0o777, isWritable };
  } catch (error) {
    return { kind: codeOf(error) === "ENOENT" ? "absent" : "other" };
  }
}

/** A folder that the first start makes, if the one above lets it. */
async function comingFolder(setting: string, folder: string): Promise<Finding> {
  let above = path.dirname(folder);
  let place = await placeOf(above);
  while (place.kind === "absent" && above !== path.dirname(above)) {
    above = path.dirname(above);
    place = await placeOf(above);
  }
  return place.kind === "folder" && place.isWritable
    ? ok(`${folder} is not there yet: the first start makes it`)
    : failed(`${folder} cannot be made in ${above}`, `let ${setting} name another folder`);
}

function codeOf(error: unknown): string {
  return Predicate.hasProperty(error, "code") ? String(error.code) : "no reason given";
}

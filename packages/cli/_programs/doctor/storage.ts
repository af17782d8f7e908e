import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Settings } from "@paraph/app/settings";
import { probeBucket } from "@paraph/storage";
import { Effect, Layer, Predicate } from "effect";
import { Digest, SecureRandom } from "effect/crypto";
import { FetchHttpClient } from "effect/http";

import { check, failed, type Finding, ok, CHECK_TIMEOUT, warning } from "./finding.ts";

/** Checks that `DATA_DIR` is writable and closed to other users. */
export const dataDirCheck = ({ dataDir }: Settings) =>
  check(
    "data",
    Effect.promise(async (): Promise<Finding> => {
      const place = await placeOf(dataDir);
      if (place.kind === "absent") return checkMissingFolder("DATA_DIR", dataDir);
      if (place.kind === "other")
        return failed(`${dataDir} is not a folder`, "set DATA_DIR to a folder");
      if (!place.isWritable)
        return failed(`${dataDir} is not writable`, "make the user of the server its owner");
      const mode = place.mode.toString(8).padStart(3, "0");
      return (place.mode & 0o077) === 0
        ? ok(`${dataDir} is writable, only by its owner (mode ${mode})`)
        : warning(`${dataDir} can be read by others (mode ${mode})`, `chmod 700 ${dataDir}`);
    }),
    "set DATA_DIR to a folder",
  );

/** Checks the document storage by writing, reading and deleting an object. */
export const storageCheck = ({ storage }: Settings) =>
  storage.kind === "bucket" ? bucketCheck(storage) : folderCheck(storage.folder);

/** Tests each operation, since a bucket may allow some of them and refuse the rest. */
const bucketCheck = (storage: Extract<Settings["storage"], { readonly kind: "bucket" }>) =>
  check(
    "storage",
    Effect.map(Effect.provide(probeBucket(storage), PROBE_LAYER), (problems) =>
      problems.length === 0
        ? ok(
            storage.publicCopies === undefined
              ? `${storage.bucket} stores, returns and deletes an object`
              : `${storage.bucket} and ${storage.publicCopies.bucket} store, return and delete an object`,
          )
        : failed(
            problems.join("; "),
            "check STORAGE_URL, the credentials and the policies of the buckets",
          ),
    ),
    "check STORAGE_URL, and that this machine can reach the service",
    3 * CHECK_TIMEOUT,
  );

const PROBE_LAYER = Layer.mergeAll(
  FetchHttpClient.layer,
  Digest.layerWebCrypto,
  SecureRandom.layerWebCrypto,
);

const folderCheck = (filesFolder: string) =>
  check(
    "storage",
    Effect.promise(async (): Promise<Finding> => {
      const place = await placeOf(filesFolder);
      if (place.kind === "absent") return checkMissingFolder("STORAGE_URL", filesFolder);
      if (place.kind === "other")
        return failed(`${filesFolder} is not a folder`, "set STORAGE_URL to a folder");
      const probe = path.join(filesFolder, `.doctor-${randomUUID()}`);
      try {
        await writeFile(probe, probe, { flag: "wx", mode: 0o600 });
        const isStored = (await readFile(probe, "utf8")) === probe;
        if (!isStored)
          return failed(`${filesFolder} loses what is written to it`, "check the disk");
      } catch (error) {
        const why = codeOf(error);
        return failed(
          `${filesFolder} cannot be used (${why})`,
          "check its permissions and the disk",
        );
      } finally {
        await rm(probe, { force: true });
      }
      return ok(`${filesFolder} stores, returns and deletes a file`);
    }),
    "set STORAGE_URL to a folder",
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

/** Checks a folder that the first start creates: whether its parent allows that. */
async function checkMissingFolder(setting: string, folder: string): Promise<Finding> {
  let parent = path.dirname(folder);
  let place = await placeOf(parent);
  while (place.kind === "absent" && parent !== path.dirname(parent)) {
    parent = path.dirname(parent);
    place = await placeOf(parent);
  }
  return place.kind === "folder" && place.isWritable
    ? ok(`${folder} does not exist yet; the first start creates it`)
    : failed(`${folder} cannot be created in ${parent}`, `set ${setting} to another folder`);
}

function codeOf(error: unknown): string {
  return Predicate.hasProperty(error, "code") ? String(error.code) : "unknown reason";
}

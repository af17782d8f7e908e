import { createPrivateKey, randomUUID, X509Certificate } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import { Predicate } from "effect";

import type { GeneratedCertificates } from "./generate_certificate.ts";
import { pkcs8, type Signer } from "./signing_certificate.ts";

const DAY = 86_400_000;
/** Certificates are renewed this long before they expire. */
const RENEWAL = 30 * DAY;
/** A root that expires earlier is replaced. */
const MIN_ROOT_LIFETIME = 365 * DAY;

/**
 * The signing certificate that Paraph creates for a deployment: the stored one, or a new one when there is none or
 * it expires soon. Processes that call this at the same time get the same certificate.
 */
export async function ownSigner(folder: string, now: Date): Promise<Signer> {
  await makeFolder(folder);
  const generation = await latestGeneration(folder);
  const latest = generation === 0 ? undefined : await readGeneration(folder, generation);
  if (latest !== undefined && isValidFor(latest.seal.certificate, now, RENEWAL))
    return use(folder, latest);
  const root = latest?.root;
  const canReuseRoot = root !== undefined && isValidFor(root.certificate, now, MIN_ROOT_LIFETIME);
  // Imported on demand, because most starts find a certificate.
  const { generateCertificates } = await import("./generate_certificate.ts");
  const certificates = await generateCertificates(now, canReuseRoot ? root : undefined);
  await writeGeneration(folder, generation + 1, certificates);
  return use(folder, await readGeneration(folder, generation + 1));
}

/** Returns whether a certificate needs no renewal yet. */
export function isCurrent({ certificate }: Signer, now: Date): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - now.getTime() > RENEWAL;
}

function isValidFor(certificate: string, now: Date, least: number): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - now.getTime() > least;
}

async function use(folder: string, { root, seal }: GeneratedCertificates): Promise<Signer> {
  await publishRoot(folder, root.certificate);
  return {
    privateKey: pkcs8(createPrivateKey(seal.privateKey)),
    certificate: new Uint8Array(new X509Certificate(seal.certificate).raw),
    chain: [new Uint8Array(new X509Certificate(root.certificate).raw)],
    selfSigned: true,
  };
}

const FILES = ["root.key", "root.pem", "seal.key", "seal.pem"] as const;

/** Returns the number of the latest generation in the folder, 0 if there is none. */
export async function latestGeneration(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const numbers = names.map((name) => Number(/^identity-(\d{1,6})$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** Returns the root certificate of a generation in DER, `undefined` if there is none. */
export async function readRoot(
  folder: string,
  generation: number,
): Promise<Uint8Array | undefined> {
  try {
    const pem = await readFile(join(folder, `identity-${generation}`, "root.pem"), "utf8");
    return new Uint8Array(new X509Certificate(pem).raw);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Creates the directory with its parents, accessible to its owner only. */
async function makeFolder(folder: string): Promise<void> {
  await makeWithParents(folder);
  await chmod(folder, 0o700);
}

/** A recursive `mkdir` hangs where directories cannot be created, such as below `/proc`. */
async function makeWithParents(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = Predicate.hasProperty(error, "code") ? error.code : undefined;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    await makeWithParents(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

export async function readGeneration(
  folder: string,
  generation: number,
): Promise<GeneratedCertificates> {
  const [rootKey, root, sealKey, seal] = await Promise.all(
    FILES.map((file) => readFile(join(folder, `identity-${generation}`, file), "utf8")),
  );
  return {
    root: { privateKey: rootKey ?? "", certificate: root ?? "" },
    seal: { privateKey: sealKey ?? "", certificate: seal ?? "" },
  };
}

/** Stores a new generation atomically. If another process was faster, its files stay. */
async function writeGeneration(
  folder: string,
  generation: number,
  { root, seal }: GeneratedCertificates,
): Promise<void> {
  const temporaryFolder = join(folder, `.unfinished-${randomUUID()}`);
  try {
    await mkdir(temporaryFolder, { mode: 0o700 });
    const contents = [root.privateKey, root.certificate, seal.privateKey, seal.certificate];
    for (const [index, file] of FILES.entries())
      await writeDurably(join(temporaryFolder, file), contents[index] ?? "", 0o600);
    await syncFolder(temporaryFolder);
    // Fails if the generation exists: `rename` replaces only empty folders.
    await rename(temporaryFolder, join(folder, `identity-${generation}`));
    await syncFolder(folder);
  } catch (error) {
    if (!isOccupied(error)) throw error;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** Writes the root certificate as a file that can be imported into PDF readers. */
async function publishRoot(folder: string, certificate: string): Promise<void> {
  const file = join(folder, "root.pem");
  const existingContent = await readFile(file, "utf8").catch(() => "");
  if (existingContent === certificate) return;
  const temporaryFile = `${file}.${randomUUID()}`;
  await writeDurably(temporaryFile, certificate, 0o644);
  await rename(temporaryFile, file);
}

async function writeDurably(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isOccupied(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOTEMPTY" || error.code === "EEXIST")
  );
}

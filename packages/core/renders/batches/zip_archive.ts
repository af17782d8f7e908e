/** A file of an archive. */
export interface ZipEntry {
  /** Any text without `/` at its start. */
  readonly name: string;
  readonly size: number;
}

/** A file whose content is known. */
export interface ZipFile extends ZipEntry {
  readonly crc: number;
  /** Where its header starts in the archive. */
  readonly offset: number;
}

const ENCODER = new TextEncoder();

/** Larger numbers are in ZIP64 fields. */
const MAX_UINT32 = 0xffff_ffff;
const MAX_UINT16 = 0xffff;

const STORED_VERSION = 20;
const ZIP64_VERSION = 45;
/** The system that wrote the archive, which decides what file attributes mean. */
const UNIX = 0x0300;
/** The attributes of a file that its owner can write and everyone can read. */
const FILE_MODE = 0o100644 * 2 ** 16;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1980-01-01, the first date of the format: equal files make equal archives. */
const DOS_DATE = 0x0021;

const ZIP64_EXTRA_BYTES = { local: 20, central: 28 };

/** The number of bytes of an archive with these files. */
export function zipSize(entries: ReadonlyArray<ZipEntry>): number {
  let offset = 0;
  let central = 0;
  for (const entry of entries) {
    central += centralHeader({ ...entry, crc: 0, offset }).length;
    offset += localHeader({ ...entry, crc: 0, offset }).length + entry.size;
  }
  return offset + central + endRecords(entries.length, offset, central).length;
}

/** The bytes before the content of a file, which is stored without compression. */
export function localHeader({ name, size, crc }: ZipFile): Uint8Array {
  const nameBytes = ENCODER.encode(name);
  const isLarge = size >= MAX_UINT32;
  const writer = new Writer(30 + nameBytes.length + (isLarge ? ZIP64_EXTRA_BYTES.local : 0));
  writer.uint32(0x0403_4b50);
  writer.uint16(isLarge ? ZIP64_VERSION : STORED_VERSION);
  writer.fields(crc, size);
  writer.uint16(nameBytes.length);
  writer.uint16(isLarge ? ZIP64_EXTRA_BYTES.local : 0);
  writer.bytes(nameBytes);
  if (isLarge) {
    writer.uint16(1);
    writer.uint16(16);
    writer.uint64(size);
    writer.uint64(size);
  }
  return writer.target;
}

/** The bytes after the last file. */
export function centralDirectory(files: ReadonlyArray<ZipFile>): Uint8Array {
  const last = files.at(-1);
  const offset = last === undefined ? 0 : last.offset + localHeader(last).length + last.size;
  const headers = files.map(centralHeader);
  const size = headers.reduce((total, { length }) => total + length, 0);
  const writer = new Writer(size);
  for (const header of headers) writer.bytes(header);
  const end = endRecords(files.length, offset, size);
  const directory = new Uint8Array(size + end.length);
  directory.set(writer.target);
  directory.set(end, size);
  return directory;
}

function centralHeader({ name, size, crc, offset }: ZipFile): Uint8Array {
  const nameBytes = ENCODER.encode(name);
  const isLarge = size >= MAX_UINT32 || offset >= MAX_UINT32;
  const extra = isLarge ? ZIP64_EXTRA_BYTES.central : 0;
  const writer = new Writer(46 + nameBytes.length + extra);
  writer.uint32(0x0201_4b50);
  writer.uint16(UNIX | (isLarge ? ZIP64_VERSION : STORED_VERSION));
  writer.uint16(isLarge ? ZIP64_VERSION : STORED_VERSION);
  writer.fields(crc, isLarge ? Infinity : size);
  writer.uint16(nameBytes.length);
  writer.uint16(extra);
  writer.skip(2 + 2 + 2);
  writer.uint32(FILE_MODE);
  writer.uint32(isLarge ? Infinity : offset);
  writer.bytes(nameBytes);
  if (isLarge) {
    writer.uint16(1);
    writer.uint16(24);
    writer.uint64(size);
    writer.uint64(size);
    writer.uint64(offset);
  }
  return writer.target;
}

function endRecords(count: number, offset: number, size: number): Uint8Array {
  const isLarge = count >= MAX_UINT16 || offset >= MAX_UINT32 || size >= MAX_UINT32;
  const writer = new Writer((isLarge ? 56 + 20 : 0) + 22);
  if (isLarge) {
    writer.uint32(0x0606_4b50);
    writer.uint64(44);
    writer.uint16(ZIP64_VERSION);
    writer.uint16(ZIP64_VERSION);
    writer.skip(8);
    writer.uint64(count);
    writer.uint64(count);
    writer.uint64(size);
    writer.uint64(offset);
    writer.uint32(0x0706_4b50);
    writer.skip(4);
    writer.uint64(offset + size);
    writer.uint32(1);
  }
  writer.uint32(0x0605_4b50);
  writer.skip(4);
  writer.uint16(Math.min(count, MAX_UINT16));
  writer.uint16(Math.min(count, MAX_UINT16));
  writer.uint32(size);
  writer.uint32(offset);
  writer.skip(2);
  return writer.target;
}

/** Writes little-endian numbers; those that are too large for a field are its maximum. */
class Writer {
  readonly target: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(length: number) {
    this.target = new Uint8Array(length);
    this.#view = new DataView(this.target.buffer);
  }

  uint16(value: number): void {
    this.#view.setUint16(this.#position, value, true);
    this.#position += 2;
  }

  uint32(value: number): void {
    this.#view.setUint32(this.#position, Math.min(value, MAX_UINT32), true);
    this.#position += 4;
  }

  uint64(value: number): void {
    this.#view.setBigUint64(this.#position, BigInt(value), true);
    this.#position += 8;
  }

  /** The fields that both headers of a file share: flags, method, time, date, checksum and sizes. */
  fields(crc: number, size: number): void {
    this.uint16(FLAGS);
    this.uint16(0);
    this.uint16(0);
    this.uint16(DOS_DATE);
    this.uint32(crc);
    this.uint32(size);
    this.uint32(size);
  }

  bytes(bytes: Uint8Array): void {
    this.target.set(bytes, this.#position);
    this.#position += bytes.length;
  }

  skip(count: number): void {
    this.#position += count;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb8_8320 : 0);
  return value;
});

/** The CRC-32 of bytes that follow others with the checksum `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

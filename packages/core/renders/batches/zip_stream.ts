import { Effect, Stream } from "effect";

import { centralDirectory, crc32, localHeader, type ZipFile } from "./zip_archive.ts";

/** A file to add to an archive. Its content is read when its turn has come. */
export interface ZipSource<E, R> {
  readonly name: string;
  readonly content: Effect.Effect<Uint8Array, E, R>;
}

/** An archive as a stream. Only one file at a time is in memory. */
export function zipStream<E, R>(
  sources: ReadonlyArray<ZipSource<E, R>>,
): Stream.Stream<Uint8Array, E, R> {
  return Stream.suspend(() => {
    const files: Array<ZipFile> = [];
    let offset = 0;
    /** The header and the content of a file. */
    const entry = (name: string, content: Uint8Array) => {
      const file = { name, size: content.length, crc: crc32(content), offset };
      files.push(file);
      const header = localHeader(file);
      offset += header.length + content.length;
      return Stream.make(header, content);
    };
    return Stream.fromIterable(sources).pipe(
      Stream.flatMap(({ name, content }) =>
        Stream.unwrap(Effect.map(content, (bytes) => entry(name, bytes))),
      ),
      Stream.concat(Stream.suspend(() => Stream.succeed(centralDirectory(files)))),
    );
  });
}

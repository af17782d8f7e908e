import { Effect, Option, Stream } from "effect";

/** A page of a list. */
interface Page {
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** All rows from a cursor on. Each page is requested when the previous one is consumed. */
export function allPages<Row, P extends Page, E>(
  from: string | undefined,
  fetchPage: (cursor: string | undefined) => Effect.Effect<P, E>,
  rowsOf: (page: P) => ReadonlyArray<Row>,
): Stream.Stream<Row, E> {
  return Stream.paginate(from, (cursor) =>
    Effect.map(fetchPage(cursor), (page) => [
      rowsOf(page),
      page.hasMore && page.nextCursor !== null ? Option.some(page.nextCursor) : Option.none(),
    ]),
  );
}

import { Effect, Option, Stream } from "effect";

/** A page of a list that grows. */
interface Page {
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** Everything on all pages from one on; a page is asked for when the one before it is used up. */
export function allPages<Row, P extends Page, E>(
  from: string | undefined,
  pageAt: (cursor: string | undefined) => Effect.Effect<P, E>,
  rowsOf: (page: P) => ReadonlyArray<Row>,
): Stream.Stream<Row, E> {
  return Stream.paginate(from, (cursor) =>
    Effect.map(pageAt(cursor), (page) => [
      rowsOf(page),
      page.hasMore && page.nextCursor !== null ? Option.some(page.nextCursor) : Option.none(),
    ]),
  );
}

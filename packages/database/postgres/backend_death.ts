import type { PGlite } from "@electric-sql/pglite";
import { Predicate } from "effect";

/** What PostgreSQL jumps with when a statement fails; anything else tears it out for good. */
const JUMP_STATUS = 100;

/**
 * Lets nobody into a backend any more that has died: torn out of a statement by a panic, or by JavaScript.
 * Returns whether it has.
 *
 * PGlite takes that for the failure of a statement and goes on with the next message, with which a dead backend
 * spins forever; when closed, it would write down what it holds.
 */
export function shutOnDeath(database: PGlite): () => boolean {
  const backend = database.Module;
  let isDead = false;
  const die = (cause: unknown) => {
    isDead = true;
    const shut = () => {
      throw new Error("The backend of the embedded database has died", { cause });
    };
    // Everything of it that is called while statements run.
    backend._PostgresMainLoopOnce = shut;
    backend._PostgresMainLongJmp = shut;
    backend._PostgresSendReadyForQueryIfNecessary = shut;
    backend._pgl_pq_flush = shut;
    backend._pq_buffer_remaining_data = shut;
    backend.stackRestore = shut;
  };
  const watched = (enter: () => void, mayJump: boolean) => () => {
    try {
      enter();
    } catch (cause) {
      const jumps = Predicate.hasProperty(cause, "status") && cause.status === JUMP_STATUS;
      if (!mayJump || !jumps) die(cause);
      throw cause;
    }
  };
  backend._PostgresMainLoopOnce = watched(backend._PostgresMainLoopOnce, true);
  backend._PostgresMainLongJmp = watched(backend._PostgresMainLongJmp, false);
  backend._PostgresSendReadyForQueryIfNecessary = watched(
    backend._PostgresSendReadyForQueryIfNecessary,
    true,
  );
  backend._pgl_pq_flush = watched(backend._pgl_pq_flush, true);
  return () => isDead;
}

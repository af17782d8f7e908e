import { CurrentTenant } from "@paraph/core/values";
import { Clock, Effect } from "effect";

import { FairQueue, type Waiting } from "./fair_queue.ts";
import { Tally } from "./fair_queue.ts";

/** A bounded number of slots. */
export interface SlotLimits {
  /** How many effects run concurrently. */
  readonly slots: number;
  /** How many of them one tenant may run; fewer than `slots`, so that no tenant holds all slots. */
  readonly share: number;
}

interface Waiter extends Waiting {
  readonly begin: () => void;
}

/** Charged when an effect begins; its actual time is added at its end. */
const START_MICROS = 1_000;

/** Runs effects on a bounded number of slots, which tenants share fairly. */
export class FairSlots {
  readonly #limits: SlotLimits;
  readonly #waiting = new FairQueue<Waiter>();
  readonly #held = new Tally();
  #free: number;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
    this.#free = limits.slots;
  }

  /** Runs an effect of the current tenant when a slot is free. */
  run<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(CurrentTenant, (tenant) =>
        restore(this.#acquire(tenant)).pipe(
          Effect.andThen(Clock.currentTimeMillis),
          Effect.flatMap((since) => Effect.ensuring(restore(effect), this.#release(tenant, since))),
        ),
      ),
    );
  }

  #acquire(tenant: string): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const begin = () => resume(Effect.void);
      const waiter: Waiter = { tenant, micros: START_MICROS, begin };
      this.#waiting.add(waiter);
      this.#serve();
      return Effect.sync(() => this.#waiting.remove(waiter));
    });
  }

  #release(tenant: string, since: number): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      this.#waiting.charge(tenant, (now - since) * 1_000);
      this.#held.remove(tenant);
      this.#free += 1;
      this.#serve();
    });
  }

  #serve(): void {
    while (this.#free > 0) {
      const tenant = this.#waiting.next((one) => this.#held.countOf(one) < this.#limits.share);
      if (tenant === undefined) return;
      const [waiter] = this.#waiting.take(tenant);
      this.#free -= 1;
      this.#held.add(tenant);
      waiter?.begin();
    }
  }
}

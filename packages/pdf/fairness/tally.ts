/** How many slots each tenant holds. */
export class Tally {
  readonly #held = new Map<string, number>();

  of(tenant: string): number {
    return this.#held.get(tenant) ?? 0;
  }

  add(tenant: string): void {
    this.#held.set(tenant, this.of(tenant) + 1);
  }

  remove(tenant: string): void {
    const left = this.of(tenant) - 1;
    if (left > 0) this.#held.set(tenant, left);
    else this.#held.delete(tenant);
  }
}
